import GhostlightCore
import GhostlightEmulation
import StackMobEmulator
import Testing

@Suite struct `Names that look alike in StackMob` {
  @Test(arguments: IdentityRow.all)
  func `names with different bytes are different`(_ row: IdentityRow) throws {
    var two = try TwoUsers()
    #expect(try row.run(&two) == row.expected)
  }

  @Test func `names that look alike differ in a snapshot and are sorted by bytes`() throws {
    var two = try TwoUsers()
    for name in [IdentityRow.composed, IdentityRow.decomposed] {
      try two.app.given("role exists", ["name": .string(name), "members": [.string(name)]])
      try two.app.given("custom code exists", ["name": .string(name), "json": .string(name)])
    }
    let snapshot = two.app.backend.snapshot
    var other = StackMobBackend()
    try other.restore(snapshot)
    #expect(other.snapshot.description == snapshot.description)
    let roles = snapshot["development"]?["roles"]?.array?.compactMap { $0["name"]?.string } ?? []
    #expect(roles.map { Array($0.utf8) } == [Array("e\u{301}".utf8), Array("\u{E9}".utf8)])
    #expect(snapshot["development"]?["credentials"]?["user"]?.object?.count == 2)
  }
}
