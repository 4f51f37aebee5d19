import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Tests of throughput (B2, B5, B19).
@Suite struct `Offers of Cosmos DB` {
  static let rows: [(HTTPFields, String)] = [
    (
      [:],
      #"{"offerThroughput":400,"offerIsRUPerMinuteThroughputEnabled":false,"#
        + #""offerMinimumThroughputParameters":{"maxThroughputEverProvisioned":400,"#
        + #""maxConsumedStorageEverInKB":0}}"#
    ),
    (
      [.msThroughput: "1000"],
      #"{"offerThroughput":1000,"offerIsRUPerMinuteThroughputEnabled":false,"#
        + #""offerMinimumThroughputParameters":{"maxThroughputEverProvisioned":1000,"#
        + #""maxConsumedStorageEverInKB":0}}"#
    ),
    (
      [.msAutopilot: #"{"maxThroughput":4000}"#],
      #"{"offerThroughput":400,"offerAutopilotSettings":{"maxThroughput":4000},"#
        + #""offerIsRUPerMinuteThroughputEnabled":false,"offerMinimumThroughputParameters":"#
        + #"{"maxThroughputEverProvisioned":4000,"maxConsumedStorageEverInKB":0}}"#
    ),
  ]

  @Test(arguments: rows)
  func `an offer has the throughput with which its resource was created`(
    _ fields: HTTPFields, _ content: String
  ) throws {
    var account = CosmosAccount()
    var database = Request.json(.post, "/dbs", ["id": "d"])
    var container = Request.json(
      .post, "/dbs/d/colls", ["id": "c", "partitionKey": ["paths": ["/pk"]]])
    for field in fields {
      database.headers[field.name] = field.value
      container.headers[field.name] = field.value
    }
    account.send(database)
    account.send(container)
    var copy = CosmosAccount()
    try copy.backend.restore(account.backend.snapshot)
    let offers = try #require(copy.send(.init(.get, "/offers")).json?["Offers"]?.array)
    #expect(offers.map { $0["content"]?.text() } == [content, content])
  }

  @Test(arguments: ["x", "", "1.5"])
  func `a throughput that is not a number is ignored`(_ text: String) {
    var account = CosmosAccount()
    var request = Request.json(.post, "/dbs", ["id": "d"])
    request.headers[.msThroughput] = text
    request.headers[.msAutopilot] = text
    #expect(account.send(request).status == .created)
    let offers = account.send(.init(.get, "/offers")).json?["Offers"]
    #expect(offers?[0]?["content"]?["offerThroughput"] == 400)
  }

  @Test func `each offer has a unique RID, even among hundreds`() {
    var account = CosmosAccount.shop()
    account.send(.json(.post, "/dbs", ["id": "d"]))
    account.send(
      .json(.post, "/dbs/shop/colls", ["id": "c", "partitionKey": ["paths": ["/pk"]]]))
    let offers = account.send(.init(.get, "/offers")).json?["Offers"]?.array ?? []
    let rids = offers.compactMap { $0["_rid"]?.string }
    #expect(rids.map { ResourceID(text: $0)?.bytes.count } == [3, 6, 6, 3])
    for number in 0..<300 {
      account.send(.json(.post, "/dbs", ["id": .string("d\(number)")]))
    }
    let all = account.send(.init(.get, "/offers")).json?["Offers"]?.array ?? []
    #expect(Set(all.compactMap { $0["_rid"]?.string }).count == 304)
    #expect(offers.map { $0["id"]?.string } == rids)
    #expect(offers.map { $0["_self"]?.string } == rids.map { "offers/\($0)/" })
  }

  @Test(
    arguments: [
      (["offerThroughput": 500], 500, nil), (["offerThroughput": 1_000_000], 1_000_000, nil),
      (["offerAutopilotSettings": ["maxThroughput": 2000]], 200, 2000),
    ] as [(JSON, Int64, Int64?)])
  func `an offer of a database or container can be replaced without others`(
    _ content: JSON, _ units: Int64, _ maximum: Int64?
  ) throws {
    for position in [0, 1] {
      var account = CosmosAccount.shop()
      let before = account.send(.init(.get, "/offers")).json?["Offers"]?.array ?? []
      let id = before[position]["id"]?.string ?? ""
      let path = RequestTarget("/offers/\(id)")
      let response = account.send(CosmosAccount.offer(id, ["content": content]))
      #expect(response.status == .ok)
      #expect(response.json?["content"]?["offerThroughput"] == .integer(units))
      #expect(
        response.json?["content"]?["offerAutopilotSettings"]?["maxThroughput"]
          == maximum.map { .integer($0) })
      #expect(response.json?["_etag"] != before[position]["_etag"])
      var copy = CosmosAccount()
      try copy.backend.restore(account.backend.snapshot)
      let after = copy.send(.init(.get, "/offers")).json?["Offers"]?.array ?? []
      #expect(after[position] == response.json)
      #expect(after[1 - position] == before[1 - position])
      #expect(copy.send(.init(.get, path)).json == response.json)
    }
  }

  @Test(
    arguments: [
      (["content": ["offerThroughput": 300]], 400), (["content": ["offerThroughput": 450]], 400),
      (["content": ["offerThroughput": 1_000_100]], 400), (["content": [:]], 400), ([:], 400),
      (["content": ["offerThroughput": 9_223_372_036_854_775_807]], 400),
      (["content": ["offerAutopilotSettings": ["maxThroughput": 999]]], 400),
      (["content": ["offerAutopilotSettings": ["maxThroughput": 1500]]], 400),
      (["content": ["offerAutopilotSettings": [:]]], 400),
      (
        [
          "content": [
            "offerAutopilotSettings": [
              "maxThroughput": 1000,
              "autoUpgradePolicy": ["throughputPolicy": ["incrementPercent": 101]],
            ]
          ]
        ], 400
      ),
    ] as [(JSON, Int)])
  func `an invalid offer is refused, and changes nothing`(_ body: JSON, _ status: Int) {
    var account = CosmosAccount.shop()
    let id = account.send(.init(.get, "/offers")).json?["Offers"]?[0]?["id"]?.string ?? ""
    let before = account.fingerprint
    let response = account.send(CosmosAccount.offer(id, body))
    #expect(response.status.code == status)
    #expect(account.send(CosmosAccount.offer("none", body)).status == .notFound)
    #expect(account.send(CosmosAccount.offer("nonex", body)).status == .badRequest)
    let nameless = account.send(
      .json(.put, RequestTarget("/offers/\(id)"), ["content": ["offerThroughput": 500]]))
    #expect(nameless.status == .badRequest)
    #expect(account.fingerprint == before)
  }

  @Test(arguments: [("S2", "S2"), ("S9", "Invalid"), ("", "Invalid")])
  func `the offer type of old clients is kept`(_ given: String, _ kind: String) throws {
    var account = CosmosAccount()
    var request = Request.json(.post, "/dbs", ["id": "d"])
    request.headers[.msOfferType] = given
    account.send(request)
    var copy = CosmosAccount()
    try copy.backend.restore(account.backend.snapshot)
    let offers = copy.send(.init(.get, "/offers")).json?["Offers"]
    #expect(offers?[0]?["offerType"] == .string(kind))
  }
}
