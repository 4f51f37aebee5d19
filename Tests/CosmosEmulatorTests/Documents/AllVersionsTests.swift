import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of the change feed of all versions and deletes (B18).
@Suite struct `All versions of documents of Cosmos DB` {
  private static let path = "/dbs/shop/colls/kept"

  /// Returns an account whose container `kept` keeps all versions for ten minutes.
  private static func account(_ more: JSONObject = [:]) -> CosmosAccount {
    var account = CosmosAccount.shop()
    var definition: JSONObject = [
      "id": "kept", "partitionKey": ["paths": ["/kind"]],
      "changeFeedPolicy": ["retentionDuration": 10],
    ]
    for member in more { definition[member.key] = member.value }
    account.send(.json(.post, "/dbs/shop/colls", .object(definition)))
    return account
  }

  private static func document(
    _ method: HTTPRequest.Method, _ id: String = "", _ body: JSON? = nil, key: String = "light"
  ) -> Request {
    let target = RequestTarget(path + "/docs" + (id.isEmpty ? "" : "/" + id))
    var request = Request(method, target, body: body?.bytes ?? [])
    request.headers[.msPartitionKey] = JSON.array([.string(key)]).text()
    return request
  }

  /// Returns a request for the changes since a write, as azure-cosmos 4.17.1 sends it.
  private static func changes(since start: String?, _ fields: HTTPFields = [:]) -> Request {
    var request = Request(.get, RequestTarget(path + "/docs"), headers: fields)
    request.headers[.aIM] = "Full-Fidelity Feed"
    request.headers[.ifNoneMatch] = start
    return request
  }

  /// Returns the kind, the LSN, the previous LSN and the current price of each change.
  private static func rows(_ response: Response) -> [[JSON?]] {
    (response.json?["Documents"]?.array ?? []).map { change in
      let metadata = change["metadata"]
      return [
        metadata?["operationType"], metadata?["lsn"], metadata?["previousImageLSN"],
        change["current"]?["price"],
      ]
    }
  }

  private static func light(_ id: String, _ price: Int64) -> JSON {
    ["id": .string(id), "kind": "light", "price": .integer(price)]
  }

  @Test func `each version and each deletion is a change, in the order of the writes`() {
    var account = Self.account()
    #expect(account.send(Self.changes(since: "*")).status == .notModified)
    account.send(Self.document(.post, "", Self.light("a", 1)))
    account.send(Self.document(.put, "a", Self.light("a", 2)))
    let patch: JSON = ["operations": [["op": "incr", "path": "/price", "value": 5]]]
    account.send(Self.document(.patch, "a", patch))
    account.send(Self.document(.delete, "a"))
    account.send(Self.document(.post, "", Self.light("a", 3)))
    let response = account.send(Self.changes(since: "\"1\""))
    #expect(
      Self.rows(response) == [
        ["create", 2, nil, 1], ["replace", 3, 2, 2], ["replace", 4, 3, 7], ["delete", 5, 4, nil],
        ["create", 6, nil, 3],
      ])
    #expect(response.headers[.msETag] == "\"6\"")
    #expect(account.send(Self.changes(since: "\"6\"")).status == .notModified)
  }

  @Test func `a deletion names the document and its partition key`() {
    var account = Self.account()
    account.send(Self.document(.post, "", Self.light("a", 1)))
    account.wait(seconds: 5)
    account.send(Self.document(.delete, "a"))
    let response = account.send(Self.changes(since: "\"2\""))
    #expect(
      response.json?["Documents"]
        == [
          [
            "current": [:],
            "metadata": [
              "operationType": "delete", "lsn": 3, "crts": 1_568_974_277, "previousImageLSN": 2,
              "id": "a", "partitionKey": ["kind": "light"],
            ],
          ]
        ])
  }

  @Test func `a page ends after a complete batch, and the next page continues there`() {
    var account = Self.account()
    var batch = Self.document(
      .post, "",
      .array(
        ["a", "b", "c"].map { id in
          ["operationType": "Create", "resourceBody": Self.light(id, 1)]
        }))
    batch.headers[.msBatchRequest] = "True"
    #expect(account.send(batch).status == .ok)
    account.send(Self.document(.delete, "b"))
    let first = account.send(Self.changes(since: "\"1\"", [.msMaxItems: "2"]))
    #expect(Self.rows(first).map { $0[1] } == [2, 2, 2])
    let second = account.send(Self.changes(since: first.headers[.msETag], [.msMaxItems: "2"]))
    #expect(Self.rows(second) == [["delete", 3, 2, nil]])
  }

  @Test func `the changes of a partition are those of its documents, also of deleted ones`() {
    var account = Self.account()
    account.send(Self.document(.post, "", Self.light("a", 1)))
    account.send(Self.document(.post, "", ["id": "b", "kind": "seat"], key: "seat"))
    account.send(Self.document(.delete, "a"))
    for (key, numbers) in [("light", [2, 4]), ("seat", [3])] as [(String, [JSON])] {
      let fields: HTTPFields = [.msPartitionKey: JSON.array([.string(key)]).text()]
      let response = account.send(Self.changes(since: "\"1\"", fields))
      #expect(Self.rows(response).map { $0[1] } == numbers)
      #expect(response.headers[.msETag] == "\"4\"")
    }
  }

  @Test func `an expired document is a deletion as soon as the container is written to`() {
    var account = Self.account(["defaultTtl": 60])
    account.send(Self.document(.post, "", Self.light("a", 1)))
    account.wait(seconds: 61)
    #expect(account.send(Self.changes(since: "\"2\"")).status == .notModified)
    account.send(Self.document(.post, "", Self.light("b", 1)))
    let response = account.send(Self.changes(since: "\"2\""))
    #expect(Self.rows(response) == [["create", 3, nil, 1], ["delete", 4, 2, nil]])
    #expect(response.json?["Documents"]?[1]?["metadata"]?["timeToLiveExpired"] == true)
  }

  @Test func `an expired document whose id is written again is deleted first`() {
    var account = Self.account(["defaultTtl": 60])
    account.send(Self.document(.post, "", Self.light("a", 1)))
    account.wait(seconds: 61)
    account.send(Self.document(.post, "", Self.light("a", 2)))
    let response = account.send(Self.changes(since: "\"2\""))
    #expect(Self.rows(response) == [["delete", 3, 2, nil], ["create", 3, nil, 2]])
  }

  @Test func `changes from before the retention time are refused, and later ones are not`() {
    var account = Self.account()
    account.send(Self.document(.post, "", Self.light("a", 1)))
    account.wait(seconds: 599)
    #expect(Self.rows(account.send(Self.changes(since: "\"1\""))).count == 1)
    account.wait(seconds: 1)
    #expect(account.send(Self.changes(since: "\"1\"")).status == .badRequest)
    account.send(Self.document(.post, "", Self.light("b", 1)))
    #expect(account.send(Self.changes(since: "\"1\"")).status == .badRequest)
    #expect(Self.rows(account.send(Self.changes(since: "\"2\""))) == [["create", 3, nil, 1]])
  }

  @Test func `the policy is returned, and a container without it forgets the versions`() {
    var account = Self.account()
    let policy: JSON = ["retentionDuration": 10]
    #expect(account.send(.init(.get, RequestTarget(Self.path))).json?["changeFeedPolicy"] == policy)
    account.send(Self.document(.post, "", Self.light("a", 1)))
    let plain: JSON = ["id": "kept", "partitionKey": ["paths": ["/kind"]]]
    #expect(account.send(.json(.put, RequestTarget(Self.path), plain)).status == .ok)
    #expect(account.send(Self.changes(since: "\"1\"")).status == .badRequest)
    #expect(account.backend.state.databases[0].containers[1].history.records.isEmpty)
  }
}
