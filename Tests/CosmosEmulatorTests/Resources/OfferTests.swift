import GhostlightCore
import HTTPTypes
import Testing

@testable import CosmosEmulator

/// Throughput: protocol reference B2, B5, B19.
@Suite struct `Cosmos offers` {
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
  func `what a database or container was made with is on offer`(
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

  @Test(arguments: ["x", "", "-5", "1.5"])
  func `a throughput that is no number is not looked at`(_ text: String) {
    var account = CosmosAccount()
    var request = Request.json(.post, "/dbs", ["id": "d"])
    request.headers[.msThroughput] = text
    request.headers[.msAutopilot] = text
    #expect(account.send(request).status == .created)
    let offers = account.send(.init(.get, "/offers")).json?["Offers"]
    #expect(offers?[0]?["content"]?["offerThroughput"] == 400)
  }

  @Test func `each offer has a RID of three bytes to itself`() {
    var account = CosmosAccount.shop()
    account.send(.json(.post, "/dbs", ["id": "d"]))
    account.send(
      .json(.post, "/dbs/shop/colls", ["id": "c", "partitionKey": ["paths": ["/pk"]]]))
    let offers = account.send(.init(.get, "/offers")).json?["Offers"]?.array ?? []
    let rids = offers.compactMap { $0["_rid"]?.string }
    #expect(rids.map { ResourceID(text: $0)?.bytes.count } == [3, 3, 3, 3])
    #expect(Set(rids).count == 4)
    #expect(offers.map { $0["id"]?.string } == rids)
    #expect(offers.map { $0["_self"]?.string } == rids.map { "offers/\($0)/" })
  }
}
