import AppCenter
import GhostlightCore
import HTTPTypes

/// A request to Cosmos DB without its resource token, which is added when the request is sent.
///
/// - Source: protocol reference B2, B11, C7.
struct CosmosCall: Sendable {
  var method: HTTPRequest.Method
  /// The document's id in the path; `nil` for a request to the whole collection.
  var id: String?
  var document: JSON?
  /// The document's id in the body; `nil` if the body contains no document.
  var written: String?
  var isUpsert = false
  var continuation: String?
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

  /// Creates the HTTP request, with a resource token, the service's base URL and the current time.
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

/// Requests to Cosmos DB.
extension DataService {
  /// Sends a call with a valid token and returns the response.
  ///
  /// - Throws: An error with code 300 for every failure. After a 401 or 403 the cached token is
  ///   removed, so that the next call gets a new one.
  func send(
    _ call: CosmosCall, to partition: String, isRetrying: Bool = false
  ) async throws(MSDataError) -> Response {
    let token: TokenResult
    do throws(MSDataError) {
      token = try await self.token(partition, .valid, isRetrying: isRetrying)
    } catch {
      throw .cosmos(status: nil, error.cause)
    }
    let request = call.request(
      token, at: cosmosAddress(of: token.account), milliseconds: milliseconds)
    let response: Response
    do throws(MSCallFailure) {
      response = try await http.send(request, isRetrying: isRetrying)
    } catch {
      throw .cosmos(status: nil, error.error)
    }
    let status = response.status.code
    guard call.successes.contains(status) else {
      if [401, 403].contains(status) { cache.drop(partition) }
      throw .cosmos(status: status)
    }
    return response
  }

  /// Returns the base URL of a Cosmos DB account (B1).
  ///
  /// It is the URL that the app has set, otherwise that of the environment variable. If neither is
  /// set, it is the account's name if that is a URL, otherwise Azure's URL for the account.
  private func cosmosAddress(of account: String) -> Address {
    let template = cosmosEndpoint ?? environment.variables["APPCENTER_COSMOS_ENDPOINT"]
    if let template, !template.isEmpty {
      return Address(template.replacing("{account}", with: account))
    }
    let isAddress = ["http://", "https://"].contains { account.lowercased().hasPrefix($0) }
    return Address(isAddress ? account : "https://\(account).documents.azure.com")
  }
}

/// The base URL of a service, to which paths are appended.
struct Address: Sendable, Hashable {
  let scheme: String
  let authority: String
  /// The path without a trailing slash.
  let path: String

  /// Parses `scheme://authority/path`; a missing scheme means `https`.
  init(_ text: String) {
    var rest = text[...]
    var scheme = "https"
    if let separator = text.firstRange(of: "://") {
      scheme = text[..<separator.lowerBound].lowercased()
      rest = text[separator.upperBound...]
    }
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    var path = String(rest[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    self.scheme = scheme
    authority = String(rest[..<slash])
    self.path = path
  }

  func request(
    _ method: HTTPRequest.Method, _ path: String, body: [UInt8] = []
  ) -> Request {
    Request(
      method, RequestTarget(self.path + path), scheme: scheme, authority: authority, body: body)
  }
}

extension HTTPField.Name {
  static let appSecret = known("App-Secret")
  static let msPartitionKey = known("x-ms-documentdb-partitionkey")
  static let msVersion = known("x-ms-version")
  static let msDate = known("x-ms-date")
  static let msIsUpsert = known("x-ms-documentdb-is-upsert")
  static let msContinuation = known("x-ms-continuation")
}
