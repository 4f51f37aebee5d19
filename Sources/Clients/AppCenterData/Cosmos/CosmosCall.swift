import GhostlightCore
import HTTPTypes

/// A request to Cosmos before it has a token.
///
/// - Source: protocol reference B2, B11, C7.
struct CosmosCall: Sendable {
  var method: HTTPRequest.Method
  /// The document that the path names.
  var id: String?
  /// The document to write.
  var document: JSON?
  /// The id of the document to write.
  var written: String?
  var isUpsert = false
  var continuation: String?
  /// The statuses that mean success.
  var successes: Set<Int>

  static func read(_ id: String) -> CosmosCall {
    CosmosCall(method: .get, id: id, successes: [200])
  }

  static func delete(_ id: String) -> CosmosCall {
    CosmosCall(method: .delete, id: id, successes: [204])
  }

  static func write(_ id: String, _ document: JSON, isUpsert: Bool) -> CosmosCall {
    CosmosCall(
      method: .post, document: document, written: id, isUpsert: isUpsert, successes: [200, 201])
  }

  static func list(_ continuation: String?) -> CosmosCall {
    CosmosCall(method: .get, continuation: continuation, successes: [200])
  }

  /// The request with a token's rights, at an address and a time.
  func request(_ token: TokenResult, at address: Address, milliseconds: Int64) -> Request {
    let segments = [("dbs", token.database), ("colls", token.collection)]
    var path = segments.map { "/\($0.0)/\(PercentEncoding.encode($0.1))" }.joined() + "/docs"
    if let id { path += "/" + PercentEncoding.encode(id) }
    var request = address.request(method, path, body: body(token))
    let key = JSON.array([.string(token.partition)])
    request.headers = [
      .msPartitionKey: key.text(), .msVersion: "2018-06-18",
      .msDate: HTTPDate.format(milliseconds: milliseconds), .contentType: "application/json",
      .authorization: PercentEncoding.encode(token.token),
    ]
    if isUpsert { request.headers[.msIsUpsert] = "true" }
    if let continuation { request.headers[.msContinuation] = continuation }
    return request
  }

  private func body(_ token: TokenResult) -> [UInt8] {
    guard let document, let written else { return [] }
    let envelope: JSON = [
      "document": document, "PartitionKey": .string(token.partition), "id": .string(written),
    ]
    return envelope.bytes
  }
}
