import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import TestSupport
import Testing

@testable import CosmosEmulator

/// Tests of header fields that describe a container, which are cached until the container changes.
@Suite struct `Header fields about containers of Cosmos DB` {
  private static let lamp: JSON = ["id": "lamp", "kind": "light", "code": "L1"]
  private static let goods: JSON = ["id": "goods", "partitionKey": ["paths": ["/kind"]]]
  private static let hats: JSON = ["id": "hats", "partitionKey": ["paths": ["/kind"]]]

  /// Requests that change the account.
  ///
  /// After each list of requests, the header fields must be the same as those of a backend without
  /// a cache.
  private static let changes: [[Request]] = [
    [],
    [CosmosAccount.goods(.post, body: ["id": "bulb", "kind": "light", "code": "B1"])],
    [CosmosAccount.goods(.put, "bulb", body: ["id": "bulb", "kind": "light", "code": "B2"])],
    [CosmosAccount.goods(.delete, "bulb")],
    [
      .json(.post, "/dbs/shop/colls", hats),
      .json(
        .post, "/dbs/shop/colls/hats/docs", lamp, headers: [.msPartitionKey: #"["light"]"#]),
    ],
    // The new container has the same name and the same numbers of writes and documents as the old
    // one.
    [
      Request(.delete, "/dbs/shop/colls/hats"), .json(.post, "/dbs/shop/colls", hats),
      .json(
        .post, "/dbs/shop/colls/hats/docs", lamp, headers: [.msPartitionKey: #"["light"]"#]),
    ],
    [
      Request(.delete, "/dbs/shop/colls/goods"), .json(.post, "/dbs/shop/colls", goods),
      CosmosAccount.goods(.post, body: lamp),
    ],
    [
      Request(.delete, "/dbs/shop"), .json(.post, "/dbs", ["id": "shop"]),
      .json(.post, "/dbs/shop/colls", goods), CosmosAccount.goods(.post, body: lamp),
    ],
    [Request(.delete, "/dbs/shop")],
  ]

  private static let questions: [Request] = [
    CosmosAccount.goods(.get, "lamp"),
    CosmosAccount.goods(.get, "lamp"),
    CosmosAccount.goods(.get, "nothing"),
    CosmosAccount.query("SELECT * FROM c"),
    Request(
      .get, "/dbs/shop/colls/hats/docs/lamp", headers: [.msPartitionKey: #"["light"]"#]),
    CosmosAccount.goods(.get, "lamp"),
    CosmosAccount.goods(.get, key: nil),
  ]

  @Test func `header fields about a container are up to date after each change`() throws {
    var account = CosmosAccount.shop()
    for change in Self.changes {
      for request in change {
        let status = account.send(request).status
        #expect(status.kind == .successful)
      }
      try expectFresh(&account)
    }
  }

  @Test func `a copied account and its original have their own header fields`() throws {
    var account = CosmosAccount.shop()
    try expectFresh(&account)
    var copy = account
    copy.send(CosmosAccount.goods(.post, body: ["id": "bulb", "kind": "light", "code": "B1"]))
    account.send(CosmosAccount.goods(.put, "lamp", body: Self.lamp))
    try expectFresh(&copy)
    try expectFresh(&account)
    #expect(
      copy.send(Self.questions[0]).headers[.msUsage]
        != account.send(Self.questions[0]).headers[.msUsage])
  }

  @Test func `a restored account has its own header fields`() throws {
    var account = CosmosAccount.shop()
    let before = account.backend.snapshot
    account.send(CosmosAccount.goods(.post, body: ["id": "bulb", "kind": "light", "code": "B1"]))
    try expectFresh(&account)
    try account.backend.restore(before)
    try expectFresh(&account)
  }

  private func expectFresh(
    _ account: inout CosmosAccount, sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    try expectAnswers(
      of: &account, to: Self.questions, asMadeBy: Self.remade, sourceLocation: sourceLocation
    ) { account, question in Array(account.send(question).headers) }
  }

  private static func remade(_ account: CosmosAccount) throws -> CosmosAccount {
    var fresh = CosmosAccount()
    try fresh.backend.restore(account.backend.snapshot)
    return fresh
  }
}
