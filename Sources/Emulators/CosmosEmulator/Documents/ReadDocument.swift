import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler that reads one document (B11).
extension CosmosBackend {
  static func readDocument(
    _ call: Call, _ state: CosmosState, _ moment: Moment
  ) throws(Fault) -> Response {
    let container = state[try state.place(call)]
    let partition = try container.partition(of: call.request)
    guard
      let key = try container.find(
        call["id"], in: partition, at: moment, within: call.budget),
      let found = container.documents.found(key)
    else { throw .noDocument }
    let tag = found.document["_etag"]?.string
    var response: Response
    if Preconditions(call.request).isUnchanged(found.document) {
      response = Response(.notModified)
      response.headers[.msETag] = tag
    } else {
      let bytes = found.bytes
      response = CosmosReply.resource(
        .ok, bytes, tag: tag, charge: RequestCharge.ofDocument("1", bytes: bytes.count))
    }
    response.headers.set(.msRangeID, to: container.rangeID(of: partition))
    return response
  }
}

/// Lookup of documents by id or RID.
extension Container {
  /// Returns the key under which a container stores a document, made of the partition key and the
  /// id.
  static func key(_ id: String, _ partition: PartitionKey) -> String {
    partition.text.text + "\u{0}" + id
  }

  /// Returns the key of a document by id or, if no document has that id, by RID.
  ///
  /// Returns `nil` if the document is missing or has expired.
  func find(
    _ name: String, in partition: PartitionKey, at moment: Moment, within budget: WorkBudget
  ) throws(Fault) -> String? {
    let key = Self.key(name, partition)
    if let document = documents[key] { return hasExpired(document, at: moment) ? nil : key }
    guard ResourceID.documentNumber(name) != nil else { return nil }
    let byRID = try documents.find(
      Query(.field(FieldPath("_rid"), .equals(.string(name))), limit: 1), within: budget
    ).documents.first
    guard let byRID, !hasExpired(byRID.document, at: moment),
      PartitionKey(of: byRID.document, along: settings.partitionPaths).text == partition.text
    else { return nil }
    return byRID.key
  }
}

/// The conditions that a request sets on a document's entity tag.
struct Preconditions {
  var ifMatch: String?
  var ifNoneMatch: String?

  init(ifMatch: String? = nil, ifNoneMatch: String? = nil) {
    self.ifMatch = ifMatch
    self.ifNoneMatch = ifNoneMatch
  }

  init(_ request: Request) {
    self.init(
      ifMatch: request.value(of: .ifMatch), ifNoneMatch: request.value(of: .ifNoneMatch))
  }

  /// Rejects a write if the document's entity tag differs from `If-Match`.
  func checkWrite(_ document: JSONObject) throws(Fault) {
    guard let ifMatch, ifMatch != "*" else { return }
    guard ifMatch == document["_etag"]?.string else {
      throw .precondition.withReason(
        "If-Match is \(ifMatch), the document's etag \(document["_etag"]?.string ?? "")")
    }
  }

  /// Returns whether the client already has the document's current version.
  func isUnchanged(_ document: JSONObject) -> Bool {
    guard let ifNoneMatch else { return false }
    return ifNoneMatch == "*" || ifNoneMatch == document["_etag"]?.string
  }
}
