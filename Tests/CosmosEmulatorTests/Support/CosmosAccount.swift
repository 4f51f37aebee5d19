import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes
import TestSupport

@testable import CosmosEmulator

/// An account under test, which signs requests and has a clock that only advances when told.
struct CosmosAccount: EmulatorFixture {
  var backend: CosmosBackend
  var moment = Moment.numbered(milliseconds: 1_568_974_272_000)

  /// Creates an account without databases.
  init(_ configuration: CosmosConfiguration = CosmosConfiguration()) {
    backend = CosmosBackend(configuration)
  }

  /// Creates an account with the container `shop/goods` (partition key `/kind`), a document `lamp`,
  /// and a user with a permission.
  static func shop(_ configuration: CosmosConfiguration = CosmosConfiguration()) -> CosmosAccount {
    var account = CosmosAccount(configuration)
    account.send(.json(.post, "/dbs", ["id": "shop"]))
    account.send(
      .json(
        .post, "/dbs/shop/colls",
        [
          "id": "goods", "partitionKey": ["paths": ["/kind"], "kind": "Hash"],
          "uniqueKeyPolicy": ["uniqueKeys": [["paths": ["/code"]]]], "defaultTtl": -1,
        ]))
    account.send(goods(.post, body: ["id": "lamp", "kind": "light", "price": 20, "code": "L1"]))
    account.send(.json(.post, "/dbs/shop/users", ["id": "jack"]))
    account.send(
      .json(
        .post, "/dbs/shop/users/jack/permissions",
        [
          "id": "read", "permissionMode": "Read", "resource": "dbs/shop/colls/goods",
          "resourcePartitionKey": ["light"],
        ]))
    return account
  }

  /// Returns a request for the documents of `shop/goods`.
  static func goods(
    _ method: HTTPRequest.Method, _ id: String = "", key: String? = #"["light"]"#,
    body: JSON? = nil, _ fields: HTTPFields = [:]
  ) -> Request {
    let target = "/dbs/shop/colls/goods/docs" + (id.isEmpty ? "" : "/" + id)
    var request = Request(method, RequestTarget(target), headers: fields)
    if let body {
      request.body = body.bytes
      request.headers[.contentType] = "application/json"
    }
    request.headers[.msPartitionKey] = key
    return request
  }

  /// Returns a query over `shop/goods`.
  static func query(
    _ text: String, _ parameters: JSON? = nil, key: String? = #"["light"]"#,
    _ fields: HTTPFields = [:]
  ) -> Request {
    var body: JSONObject = ["query": .string(text)]
    body["parameters"] = parameters
    var request = goods(.post, key: key, body: .object(body), fields)
    request.headers[.contentType] = "application/query+json"
    request.headers[.msIsQuery] = "True"
    return request
  }

  /// Returns a request with operations for a key range of `shop/goods`, each of which runs on its
  /// own, with the header fields of the SDK for JavaScript.
  ///
  /// - Source: Azure/azure-sdk-for-js at e50826e1, cosmos/src/ClientContext.ts, `bulk`.
  static func bulk(
    _ operations: JSON, continues: Bool? = nil, range: String? = "0", _ fields: HTTPFields = [:]
  ) -> Request {
    var request = goods(.post, key: nil, body: operations, fields)
    request.headers[.msBatchRequest] = "True"
    request.headers[.msBatchAtomic] = "false"
    request.headers[.msRangeID] = range
    request.headers[.msBatchContinues] = continues.map { $0 ? "true" : "false" }
    return request
  }

  /// Returns a request that replaces an offer; the ids in its body and its path are the same.
  static func offer(_ id: String, _ body: JSON) -> Request {
    var body = body.object ?? [:]
    (body["id"], body["_rid"]) = (.string(id), .string(id))
    return .json(.put, RequestTarget("/offers/\(id)"), .object(body))
  }

  /// Sends a request, and signs it unless it already contains an authorization.
  @discardableResult
  mutating func answer(_ request: Request, within budget: WorkBudget = .unlimited) -> Answer {
    let isSigned = request.headers[.authorization] != nil
    return backend.answer(
      isSigned ? request : request.signed(with: .wellKnown, milliseconds: moment.milliseconds),
      at: moment, within: budget)
  }

  @discardableResult
  mutating func send(_ request: Request) -> Response { answer(request).response }

  mutating func wait(seconds: Int64) { moment.milliseconds += seconds * 1000 }

  /// The complete state of the account, serialized.
  var fingerprint: String { backend.snapshot.text() }
}
