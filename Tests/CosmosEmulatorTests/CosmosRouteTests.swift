import GhostlightCore
import GhostlightEmulation
import Testing

@testable import CosmosEmulator
import HTTPTypes

@Suite struct `Routes of Cosmos DB` {
  @Test(arguments: CosmosRouteRow.all)
  func `each route of Cosmos DB serves its request`(_ row: CosmosRouteRow) throws {
    var account = CosmosAccount.shop()
    let answer = account.answer(row.request)
    let summary = try #require(CosmosBackend.catalogue.routes.first { $0.title == row.title })
    #expect(answer.route == row.title)
    #expect(answer.effect == (summary.changes ? .changed : .read))
    #expect(answer.response.status.code == row.status)
    #expect(account.backend.route(of: row.request) != nil || row.title.hasPrefix("Delete"))
  }

  @Test func `the tests of routes cover the whole table of Cosmos DB`() {
    #expect(CosmosRouteRow.all.map(\.title) == CosmosBackend.catalogue.routes.map(\.title))
  }

  @Test(arguments: CosmosRouteRow.all)
  func `the same request at the same moment gives the same bytes`(_ row: CosmosRouteRow) {
    var left = CosmosAccount.shop()
    var right = CosmosAccount.shop()
    #expect(left.send(row.request) == right.send(row.request))
    #expect(left.fingerprint == right.fingerprint)
  }

  @Test(arguments: CosmosRouteRow.all)
  func `a restored account gives the same responses`(_ row: CosmosRouteRow) throws {
    var account = CosmosAccount.shop()
    account.send(row.request)
    var copy = CosmosAccount()
    try copy.backend.restore(account.backend.snapshot)
    #expect(copy.fingerprint == account.fingerprint)
    #expect(copy.send(.init(.get, "/dbs")) == account.send(.init(.get, "/dbs")))
  }

  /// Sets the number of writes in a snapshot, from which writes after a restore continue.
  @Test(arguments: [.max, 1 << 53 + 1, -1] as [Int64])
  func `a snapshot with a number of writes that can overflow is refused`(_ lsn: Int64) throws {
    let account = CosmosAccount.shop()
    let snapshot = account.backend.snapshot
    var root = try #require(snapshot.object)
    var database = try #require(snapshot["databases"]?[0]?.object)
    var container = try #require(database["containers"]?[0]?.object)
    container["lsn"] = .integer(lsn)
    database["containers"] = [.object(container)]
    root["databases"] = [.object(database)]
    var copy = CosmosAccount()
    let refusal = #expect(throws: SnapshotError.self) {
      try copy.backend.restore(.object(root))
    }
    #expect(
      refusal?.description
        == "$.databases[0].containers[0].lsn must be from 0 to 9007199254740992; "
        + "the snapshot was not written by this emulator")
  }
}
