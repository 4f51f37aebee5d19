import GhostlightCore

/// The result of a call about one document, before it is converted to an instance of the app's
/// class.
struct DocumentRecord: Sendable {
  var partition: String?
  var id: String?
  /// The document that the app stored, as a JSON object, without Cosmos DB's own properties.
  var document: JSON?
  var eTag: String?
  /// The time when the service last changed the document, in seconds since 1970.
  var updated: Int64?
  var error: MSDataError?
  var isFromDevice = false

  /// Creates the record of a failed call, with the partition and id that the caller passed.
  static func failed(
    _ error: MSDataError, partition: String?, id: String?
  ) -> DocumentRecord {
    DocumentRecord(partition: partition, id: id, error: error)
  }
}

/// Conversion of Cosmos DB's responses to records.
///
/// - Source: protocol reference C3, "Wrapper made from a Cosmos answer".
extension DocumentRecord {
  /// Creates a record from a response's body.
  ///
  /// If the body is invalid, the record has an error, and the partition and id that the caller
  /// passed.
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

  /// Creates a record from a document with Cosmos DB's own properties.
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
