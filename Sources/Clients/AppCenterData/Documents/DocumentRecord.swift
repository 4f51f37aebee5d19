import GhostlightCore

/// The result of a call about a document, without the app's class.
struct DocumentRecord: Sendable {
  var partition: String?
  var id: String?
  /// The inner document, which is a JSON object.
  var document: JSON?
  var eTag: String?
  /// The time of the last change, in seconds since 1970.
  var updated: Int64?
  var error: MSDataError?
  var isFromDevice = false

  /// Creates the record of a failure, with partition and id as the caller passed them.
  static func failed(
    _ error: MSDataError, partition: String?, id: String?
  ) -> DocumentRecord {
    DocumentRecord(partition: partition, id: id, error: error)
  }
}

/// Records of responses of Cosmos DB.
///
/// - Source: protocol reference C3, "Wrapper made from a Cosmos answer".
extension DocumentRecord {
  /// Parses a response's body.
  ///
  /// The record of a failure has the caller's partition and id.
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

  /// Converts a document with its system properties.
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
