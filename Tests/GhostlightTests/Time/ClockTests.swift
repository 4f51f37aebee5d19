@testable import Ghostlight
import GhostlightCore
import HTTPTypes
import Testing

@Suite struct `Clocks` {
  @Test(
    arguments: [
      ([.advance(milliseconds: 90_000)], Stage.opening + 90_000),
      ([.advance(milliseconds: -90_000)], Stage.opening - 90_000),
      ([.set(milliseconds: 0)], 0),
      ([.set(milliseconds: -5), .advance(milliseconds: 3)], -2),
      ([.freeze, .advance(milliseconds: 1), .freeze], Stage.opening + 1),
      ([.set(milliseconds: .max)], 253_402_300_799_999),
      ([.set(milliseconds: .min)], -62_167_219_200_000),
      ([.advance(milliseconds: .max), .advance(milliseconds: .max)], 253_402_300_799_999),
      ([.advance(milliseconds: .min), .advance(milliseconds: .min)], -62_167_219_200_000),
      ([.set(milliseconds: .max), .advance(milliseconds: -1)], 253_402_300_799_998),
    ] as [([ClockChange], Int64)])
  func `a frozen clock shows its time, within the years 0 to 9999`(
    changes: [ClockChange], milliseconds: Int64
  ) throws {
    let stage = Stage.notes()
    let space = try stage.namespace("one")
    for change in changes { try space.changeClock(change) }
    #expect(space.clock == ClockReading(milliseconds: milliseconds, isFrozen: true))
    #expect(stage.time(in: "one") == milliseconds)
    #expect(stage.time() == Stage.opening)
  }

  @Test func `changing the clock returns its new reading`() throws {
    let space = try Stage.notes().namespace()
    try #expect(
      space.changeClock(.set(milliseconds: 7)) == ClockReading(milliseconds: 7, isFrozen: true))
  }

  @Test func `a running clock continues from its new time, and stops when it is frozen`() throws {
    let space = try Stage.notes().namespace()
    let running = try space.changeClock(.run)
    #expect(!running.isFrozen)
    #expect(running.milliseconds >= Stage.opening)
    #expect(running.milliseconds < Stage.opening + 600_000)
    #expect(space.clock.milliseconds >= running.milliseconds)
    let moved = try space.changeClock(.advance(milliseconds: 3_600_000))
    #expect(moved.milliseconds >= running.milliseconds + 3_600_000)
    #expect(moved.milliseconds < running.milliseconds + 4_200_000)
    let set = try space.changeClock(.set(milliseconds: 0))
    #expect((0..<600_000).contains(set.milliseconds))
    #expect(!set.isFrozen)
    let frozen = try space.changeClock(.freeze)
    #expect(frozen.isFrozen)
    #expect(space.clock == frozen)
    try #expect(space.changeClock(.freeze) == frozen)
  }

  @Test func `running a running clock changes nothing`() throws {
    let space = try Stage.notes().namespace()
    let first = try space.changeClock(.run)
    let second = try space.changeClock(.run)
    #expect(second.milliseconds - first.milliseconds < 600_000)
    #expect(second.milliseconds >= first.milliseconds)
  }

  @Test(arguments: [.min, .max, 0] as [Int64])
  func `a running clock can be read and moved at any time`(milliseconds: Int64) throws {
    let space = try Stage.notes { $0.clock = .system }.namespace()
    try space.changeClock(.set(milliseconds: milliseconds))
    try space.changeClock(.advance(milliseconds: milliseconds))
    let shown = space.clock.milliseconds
    #expect((-62_167_219_200_000...253_402_300_799_999).contains(shown))
    #expect(VirtualClock.frozen(at: milliseconds).isFrozen)
  }

  @Test func `a StackMob token expires after an hour, and only in its namespace`() throws {
    let stage = Stage.stackMob()
    var here = StackMobCaller(stage, in: "here")
    var there = StackMobCaller(stage, in: "there")
    try here.signIn("ada")
    try there.signIn("ada")
    let space = try stage.namespace("here")
    let outcomes = try [0, 3_599_999, 1, 10_000_000].map { step in
      try space.changeClock(.advance(milliseconds: Int64(step)))
      return here.send(.get, "/user/loggedInUser").status.code
    }
    #expect(outcomes == [200, 200, 401, 401])
    #expect(there.send(.get, "/user/loggedInUser").status == .ok)
    try space.changeClock(.set(milliseconds: Stage.opening))
    #expect(here.send(.get, "/user/loggedInUser").status == .ok)
  }

  @Test(arguments: [.min, .max] as [Int64])
  func `StackMob works at any time`(milliseconds: Int64) throws {
    let stage = Stage.stackMob()
    var caller = StackMobCaller(stage)
    try stage.namespace().changeClock(.set(milliseconds: milliseconds))
    try caller.signIn("ada")
    #expect(caller.send(.get, "/user/loggedInUser").status == .ok)
    #expect(caller.send(.post, "/todo", ["title": "x"]).status == .created)
  }
}
