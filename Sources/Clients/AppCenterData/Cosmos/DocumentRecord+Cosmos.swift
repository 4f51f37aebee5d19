import GhostlightCore

/// Records of what Cosmos answers.
///
/// - Source: protocol reference C3, "Wrapper made from a Cosmos answer".
extension DocumentRecord {
  /// Reads a response's body; a failure is about the document as the caller named it.
  init(body: [UInt8], partition: String, id: String) {
    let json: JSON
    do throws(JSONError) { json = try JSON.parse(body) } catch {
      self = .failed(.payload(error), partition: partition, id: id)
      return
    }
    guard json.object != nil else {
      self = .failed(.payloadNoObject, partition: partition, id: id)
      return
    }
    self.init(json)
  }

  /// Reads a document with its system properties.
  init(_ json: JSON) {
    guard let id = json["id"]?.string, let updated = json["_ts"]?.number,
      let seconds = Int64(exactly: updated.rounded(.down)), let eTag = json["_etag"]?.string,
      let partition = json["PartitionKey"]?.string
    else {
      self = .failed(.systemProperties, partition: nil, id: nil)
      return
    }
    self.init(partition: partition, id: id, eTag: eTag, updated: seconds)
    guard let document = json["document"], !document.isNull else { return }
    if document.object == nil {
      error = .documentNoObject
    } else {
      self.document = document
    }
  }
}
