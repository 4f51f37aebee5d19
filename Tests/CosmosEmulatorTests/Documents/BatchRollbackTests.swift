import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests that a failed batch changes nothing that a client can see, and of failures that a fault
/// plan injects into single operations (B17).
@Suite struct `Undone batches of Cosmos DB` {
  private static let start: [JSON] = [
    ["operationType": "Create", "resourceBody": ["id": "a", "kind": "light", "code": "A"]],
    [
      "operationType": "Replace", "id": "lamp",
      "resourceBody": ["id": "lamp", "kind": "light", "code": "L9"],
    ],
    [
      "operationType": "Patch", "id": "lamp",
      "resourceBody": ["operations": [["op": "add", "path": "/n", "value": 2]]],
    ],
    ["operationType": "Upsert", "resourceBody": ["id": "u", "kind": "light", "code": "U"]],
    ["operationType": "Delete", "id": "a"],
  ]

  private static let ends: [(JSON, Int64)] = [
    (["operationType": "Create", "resourceBody": ["id": "lamp", "kind": "light"]], 409),
    (["operationType": "Create", "resourceBody": ["id": "x", "kind": "light", "code": "U"]], 409),
    (["operationType": "Create", "resourceBody": ["id": "x", "kind": "dark"]], 400),
    (["operationType": "Create", "resourceBody": ["kind": "light"]], 400),
    (["operationType": "Read", "id": "none"], 404),
    (["operationType": "Delete", "id": "lamp", "ifMatch": "\"old\""], 412),
    (
      [
        "operationType": "Patch", "id": "lamp",
        "resourceBody": ["operations": [["op": "remove", "path": "/none"]]],
      ], 400
    ),
    (
      [
        "operationType": "Patch", "id": "lamp",
        "resourceBody": [
          "operations": [["op": "add", "path": "/n", "value": 2]],
          "condition": "from c where c.n = 3",
        ],
      ], 412
    ),
  ]

  private static func batch(_ operations: [JSON]) -> Request {
    CosmosAccount.goods(
      .post, body: .array(operations),
      [.msBatchRequest: "True", .msBatchAtomic: "True", .msBatchContinues: "False"])
  }

  @Test(arguments: ends)
  func `a failed batch changes no document, tag, time, feed or unique key`(
    _ end: JSON, _ status: Int64
  ) {
    var account = CosmosAccount.shop()
    let feed = CosmosAccount.goods(.get, key: nil, [.aIM: "Incremental feed"])
    let (before, seen) = (account.fingerprint, account.send(feed))
    account.wait(seconds: 60)
    let response = account.send(Self.batch(Self.start + [end]))
    #expect(response.status.code == 207)
    let statuses = response.json?.array?.map { $0["statusCode"]?.integer }
    #expect(statuses == Array(repeating: 424, count: Self.start.count) + [status])
    #expect(account.fingerprint == before)
    #expect(account.send(feed).json == seen.json)
    // The ids and the values of unique keys are free again.
    #expect(account.send(Self.batch(Self.start)).status == .ok)
  }

  @Test func `a batch that reads an unchanged document is applied, with the status 207`() throws {
    var account = CosmosAccount.shop()
    let tag = try #require(account.send(CosmosAccount.goods(.get, "lamp")).headers[.eTag])
    let response = account.send(
      Self.batch([
        ["operationType": "Create", "resourceBody": ["id": "a", "kind": "light"]],
        ["operationType": "Read", "id": "lamp", "ifMatch": .string(tag)],
        ["operationType": "Read", "id": "lamp", "ifNoneMatch": .string(tag)],
      ]))
    #expect(response.status.code == 207)
    #expect(response.json?.array?.map { $0["statusCode"] } == [201, 304, 304])
    #expect(account.send(CosmosAccount.goods(.get, "a")).status == .ok)
  }

  private static func failing(_ request: Request, _ failure: ServiceFailure) -> Request {
    var request = request
    var failures = OperationFailures()
    failures[1] = failure
    failures.add(to: &request)
    return request
  }

  private static let creates: JSON = .array(
    ["a", "b", "c"].map { id in
      [
        "operationType": "Create", "partitionKey": #"["light"]"#,
        "resourceBody": ["id": .string(id), "kind": "light", "code": .string(id)],
      ]
    })

  @Test func `a fault plan fails single operations of bulk, with substatus and delay`() {
    let rows: [(ServiceFailure, String)] = [
      (
        ServiceFailure(.tooManyRequests),
        #"{"statusCode":429,"subStatusCode":3200,"requestCharge":1.57,"retryAfterMilliseconds":287}"#
      ),
      (
        ServiceFailure(.tooManyRequests, retryAfterSeconds: 2, headers: [.msSubstatus: "3088"]),
        #"{"statusCode":429,"subStatusCode":3088,"requestCharge":1.57,"retryAfterMilliseconds":2000}"#
      ),
      (ServiceFailure(449), #"{"statusCode":449,"requestCharge":1.57}"#),
      (ServiceFailure(.gone), #"{"statusCode":410,"subStatusCode":1002,"requestCharge":1.57}"#),
    ]
    for (failure, result) in rows {
      var account = CosmosAccount.shop()
      let response = account.send(
        Self.failing(CosmosAccount.bulk(Self.creates, continues: true), failure))
      #expect(response.status.code == 207)
      #expect(response.json?[1]?.text() == result)
      #expect(response.json?.array?.map { $0["statusCode"] }[2] == 201)
      #expect(account.send(CosmosAccount.goods(.get, "b")).status == .notFound)
    }
  }

  @Test func `a fault plan fails an operation of a batch, and undoes the others`() {
    var account = CosmosAccount.shop()
    let before = account.fingerprint
    let response = account.send(
      Self.failing(
        CosmosAccount.goods(
          .post, body: Self.creates, [.msBatchRequest: "True", .msBatchAtomic: "True"]),
        ServiceFailure(449)))
    #expect(response.json?.array?.map { $0["statusCode"] } == [424, 449, 424])
    #expect(account.fingerprint == before)
  }

  @Test func `the operations of a batch are the requests that would run them alone`() {
    let account = CosmosAccount.shop()
    let requests = account.backend.operations(
      of: CosmosAccount.bulk([
        ["operationType": "Create", "resourceBody": ["id": "a"]],
        ["operationType": "Upsert", "resourceBody": ["id": "a"]],
        ["operationType": "Replace", "id": "a b", "resourceBody": [:]],
        ["operationType": "Read", "id": "a"], ["operationType": "Delete", "id": "a"],
        ["operationType": "Patch", "id": "a", "resourceBody": [:]],
      ]))
    let docs = "/dbs/shop/colls/goods/docs"
    #expect(
      requests.map { "\($0.method) \($0.target.raw)" } == [
        "POST \(docs)", "POST \(docs)", "PUT \(docs)/a%20b", "GET \(docs)/a", "DELETE \(docs)/a",
        "PATCH \(docs)/a",
      ])
    #expect(
      requests.map { account.backend.route(of: $0) } == [
        "Create a document", "Upsert a document", "Replace a document", "Get a document",
        "Delete a document", "Patch a document",
      ])
    #expect(account.backend.operations(of: CosmosAccount.goods(.post, body: [])).isEmpty)
    #expect(account.backend.operations(of: CosmosAccount.bulk(["operationType": 1])).isEmpty)
  }
}
