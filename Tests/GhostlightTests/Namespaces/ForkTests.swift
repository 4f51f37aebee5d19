@testable import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Forks, snapshots and resets` {
  @Test func `a fork starts with the state of its source and then differs`() throws {
    let stage = Stage.notes()
    stage.add("a", in: "source")
    let fork = try stage.fork("source", as: "fork")
    #expect(fork.name == "fork")
    stage.add("b", in: "fork")
    stage.add("c", in: "source")
    #expect(stage.texts(in: "fork").sorted() == ["a", "b"])
    #expect(stage.texts(in: "source").sorted() == ["a", "c"])
  }

  @Test func `a fork has the clock of its source, but not the journal`() throws {
    let stage = Stage.notes()
    try stage.namespace().changeClock(.advance(milliseconds: 5))
    stage.add("a")
    let fork = try stage.fork(as: "fork")
    #expect(fork.clock == ClockReading(milliseconds: Stage.opening + 5, isFrozen: true))
    #expect(fork.journal.isEmpty)
    try stage.namespace().changeClock(.advance(milliseconds: 5))
    #expect(stage.time(in: "fork") == Stage.opening + 5)
  }

  @Test func `a fork draws other identifiers than its source`() throws {
    let stage = Stage.notes()
    try stage.fork(as: "fork")
    #expect(stage.add("x") != stage.add("x", in: "fork"))
  }

  @Test func `forking over a namespace replaces it`() throws {
    let stage = Stage.notes()
    stage.add("old", in: "target")
    stage.add("new", in: "source")
    try stage.fork("source", as: "target")
    #expect(stage.texts(in: "target") == ["new"])
  }

  @Test func `a namespace can be forked onto itself`() throws {
    let stage = Stage.notes()
    stage.add("a")
    try stage.fork(as: Stage.defaultNamespace)
    #expect(stage.texts() == ["a"])
  }

  @Test func `a restored snapshot has state, clock and identifiers, and keeps the journal`() throws
  {
    let stage = Stage.notes()
    let space = try stage.namespace()
    stage.add("a")
    let snapshot = space.snapshot()
    let first = stage.add("b")
    try space.changeClock(.advance(milliseconds: 7))
    _ = stage.respond(to: .note(.put, "/mail", "m"), by: "other")
    try space.restore(snapshot)
    #expect(stage.texts() == ["a"])
    #expect(space.clock.milliseconds == Stage.opening)
    #expect(space.outbox["other"]?.messages == [])
    #expect(space.journal.count == 4)
    try space.restore(snapshot)
    #expect(stage.add("b") == first)
  }

  @Test func `a snapshot survives a reset and a drop, and fits other namespaces`() throws {
    let stage = Stage.notes()
    stage.add("a", in: "one")
    let snapshot = try stage.namespace("one").snapshot()
    try stage.namespace("one").reset()
    try stage.drop("one")
    try stage.namespace("two").restore(snapshot)
    stage.add("b", in: "two")
    #expect(stage.texts(in: "two").sorted() == ["a", "b"])
    try stage.namespace("one").restore(snapshot)
    #expect(stage.texts(in: "one") == ["a"])
  }

  @Test func `a reset restores the seeds, the clock, the journal and the identifiers`() throws {
    let stage = Stage.notes()
    let space = try stage.namespace()
    let script = { [stage.add("a"), stage.add("b", by: "other"), stage.add("c")] }
    let first = script()
    try space.changeClock(.run)
    try space.reset()
    #expect(stage.texts() == [])
    #expect(stage.texts(by: "other") == [])
    #expect(space.clock == ClockReading(milliseconds: Stage.opening, isFrozen: true))
    try space.reset()
    #expect(space.journal.isEmpty)
    #expect(script() == first)
    #expect(space.journal.map(\.number) == [1, 2, 3])
  }

  @Test func `a reset of one emulator changes nothing else`() throws {
    let stage = Stage.notes()
    let space = try stage.namespace()
    stage.add("a")
    stage.add("b", by: "other")
    try space.changeClock(.advance(milliseconds: 3))
    try space.reset(emulator: "notes")
    #expect(stage.texts() == [])
    #expect(stage.texts(by: "other") == ["b"])
    #expect(space.clock.milliseconds == Stage.opening + 3)
    #expect(space.journal.count == 4)
    try space.reset(emulator: "nobody")
    #expect(stage.texts(by: "other") == ["b"])
  }

  @Test func `identifiers do not repeat after the reset of one emulator`() throws {
    let stage = Stage.notes()
    let before = stage.add("a")
    try stage.namespace().reset(emulator: "notes")
    #expect(stage.add("a") != before)
  }

  @Test func `a reset of one namespace does not change another`() throws {
    let stage = Stage.notes()
    stage.add("a", in: "one")
    stage.add("b", in: "two")
    try stage.namespace("two").reset()
    #expect(stage.texts(in: "one") == ["a"])
  }
}
