import GhostlightCore
import Testing

@testable import Ghostlight

@Suite struct `Virtual clocks` {
  private static let least: Int64 = -62_167_219_200_000
  private static let most: Int64 = 253_402_300_799_999

  /// Changes at the system time 1000, and what the clock then shows at the system times 1000 and
  /// 1500.
  @Test(
    arguments: [
      ([], 1000, 1500), ([.advance(milliseconds: 50)], 1050, 1550),
      ([.advance(milliseconds: -50)], 950, 1450), ([.set(milliseconds: 7)], 7, 507),
      ([.freeze], 1000, 1000), ([.freeze, .advance(milliseconds: 50)], 1050, 1050),
      ([.freeze, .set(milliseconds: 7)], 7, 7), ([.set(milliseconds: 7), .freeze], 7, 7),
      ([.freeze, .set(milliseconds: 7), .run], 7, 507), ([.run], 1000, 1500),
      ([.set(milliseconds: 7), .run], 7, 507), ([.set(milliseconds: .max)], most, most),
      ([.set(milliseconds: .min)], least, least + 500), ([.freeze, .freeze], 1000, 1000),
      ([.advance(milliseconds: .max)], most, most),
      ([.advance(milliseconds: .min)], least, least + 500),
      ([.set(milliseconds: most), .freeze, .advance(milliseconds: 1)], most, most),
      ([.set(milliseconds: most - 1), .freeze, .advance(milliseconds: 1)], most, most),
      ([.set(milliseconds: least + 1), .freeze, .advance(milliseconds: -2)], least, least),
    ] as [([ClockChange], Int64, Int64)])
  func `each change moves a clock or stops it`(
    _ changes: [ClockChange], _ now: Int64, _ later: Int64
  ) throws {
    var clock = VirtualClock.system
    for change in changes { clock.apply(change, system: 1000) }
    #expect(clock.now(system: 1000) == now)
    #expect(clock.now(system: 1500) == later)
    #expect(
      clock.isFrozen
        == (now == later && !(changes.last == .set(milliseconds: .max))
          && !(changes.last == .advance(milliseconds: .max))))
    let copy = try #require(VirtualClock(json: clock.json))
    #expect(copy == clock)
    #expect(copy.now(system: 1500) == later)
  }

  @Test(
    arguments: [
      (["offset": 5], false, 105), (["frozen": 5], true, 5),
      (["offset": 5, "frozen": 6], false, 105),
      (["frozen": .integer(.max)], true, most), (["frozen": .integer(.min)], true, least),
      ([:], nil, 0), (["offset": "5"], nil, 0), (["frozen": 5.5], nil, 0), ([], nil, 0),
    ] as [(JSON, Bool?, Int64)])
  func `a clock is read from JSON`(_ json: JSON, _ isFrozen: Bool?, _ now: Int64) {
    let clock = VirtualClock(json: json)
    #expect(clock?.isFrozen == isFrozen)
    if let clock { #expect(clock.now(system: 100) == now) }
  }

  @Test(arguments: [false, true])
  func `a clock that is set for a while continues as before`(_ isFrozen: Bool) async throws {
    let stage = Stage.notes { $0.clock = isFrozen ? .frozen(at: 5000) : .system }
    let space = try stage.namespace()
    let before = space.clock
    let inside = await space.settingClock { set in
      set(77)
      return space.clock
    }
    #expect(inside == ClockReading(milliseconds: 77, isFrozen: true))
    let after = space.clock
    #expect(after.isFrozen == isFrozen)
    #expect((0..<60_000).contains(after.milliseconds - before.milliseconds))
    if isFrozen { #expect(after == before) }
  }

  @Test(
    arguments: [
      ("1ms", 1), ("1s", 1000), ("1m", 60_000), ("1h", 3_600_000), ("1d", 86_400_000),
      ("366000d", 31_622_400_000_000), ("366000d1ms", nil),
      ("31622400000000ms", 31_622_400_000_000),
      ("31622400000001ms", nil), ("-366000d", -31_622_400_000_000), ("1", nil), ("ms", nil),
      ("--1s", nil), ("-", nil), ("1w", nil), ("1h1h", 7_200_000), ("1.5h", nil),
    ] as [(String, Int64?)])
  func `a duration has units, and at most a thousand years`(_ text: String, _ time: Int64?) {
    #expect(Duration.milliseconds(parsing: text) == time)
  }
}
