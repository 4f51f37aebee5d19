import GhostlightCore
import GhostlightEmulation
import Synchronization
import Testing

@testable import Ghostlight

/// The events that a subscriber got, as short texts.
private final class EventNote: Sendable {
  private let all = Mutex<[String]>([])

  /// The events since the last call.
  var new: [String] {
    all.withLock { all in
      defer { all = [] }
      return all
    }
  }

  var subscriber: StageSubscriber {
    StageSubscriber(
      receive: { event in
        self.all.withLock { all in
          switch event {
          case .exchange(let summary): all.append("\(summary.number) \(summary.path)")
          case .change(let subject, let emulator):
            all.append(subject.rawValue + (emulator.map { " " + $0 } ?? ""))
          }
        }
      }, end: { self.all.withLock { $0.append("end") } })
  }
}

@Suite struct `Events of a stage` {
  private let stage = Stage.notes()
  private let here = EventNote()
  private let there = EventNote()

  private func watch() throws {
    _ = try stage.watch(Stage.defaultNamespace, here.subscriber)
    _ = try stage.watch("two", there.subscriber)
  }

  @Test func `each change is sent to the subscribers of its namespace only`() throws {
    try watch()
    #expect(stage.watcherCount == 2)
    let space = try stage.namespace()
    let steps: [(expected: [String], run: () throws -> Void)] = [
      (["1 /note"], { stage.add("a") }),
      (["2 /mail", "outbox other"], { send(.put, "/mail", "other") }),
      // Only a change can have sent the message, even at the same time.
      (["3 /note"], { send(.get, "/note", "other") }),
      (["clock"], { try space.changeClock(.advance(milliseconds: 1)) }),
      (["faults"], { try space.addFault(FaultPlan(.latency(milliseconds: 1))) }),
      (["clock", "4 /note"], { send(.get, "/note", "notes") }),
      (["faults"], { space.removeFault() }),
      (["faults"], { space.removeFault(9) }),
      (["data notes"], { _ = try space.setUp("note exists", in: "notes") }),
      (["snapshot"], { try space.restore(space.snapshot()) }),
      (["reset other"], { try space.reset(emulator: "other") }),
      (["reset"], { try space.reset() }),
      (["1 /note"], { stage.add("a") }),
    ]
    for step in steps {
      try step.run()
      #expect(here.new == step.expected)
      #expect(there.new == [])
    }
  }

  private func send(_ method: HTTPRequest.Method, _ target: RequestTarget, _ emulator: String) {
    _ = stage.respond(to: .note(method, target, "x"), by: emulator)
  }

  @Test func `new, forked and dropped namespaces are sent to all, and a dropped one ends`() throws {
    try watch()
    _ = try stage.namespace("two")
    #expect([here.new, there.new] == [["namespaces"], ["namespaces"]])
    _ = try stage.namespace("two")
    #expect([here.new, there.new] == [[], []])
    _ = try stage.fork("two", as: "three")
    #expect([here.new, there.new] == [["namespaces"], ["namespaces"]])
    #expect(try !stage.drop("none"))
    #expect([here.new, there.new] == [[], []])
    #expect(try stage.drop("two"))
    #expect([here.new, there.new] == [["namespaces"], ["namespaces", "end"]])
    #expect(stage.watcherCount == 1)
    stage.add("a", in: "two")
    #expect([here.new, there.new] == [["namespaces"], []])
    stage.endWatching()
    #expect([here.new, there.new] == [["end"], []])
    #expect(stage.watcherCount == 0 && !stage.isWatched)
    let late = EventNote()
    _ = try stage.watch(Stage.defaultNamespace, late.subscriber)
    #expect(late.new == ["end"])
    stage.add("a")
    #expect(late.new == [])
  }

  @Test(
    arguments: [
      (nil, 9, [], 0), (0, 9, [1, 2, 3], 0), (1, 9, [2, 3], 0), (3, 9, [], 0),
      (4, 9, [1, 2, 3], 0),
      (-1, 9, [1, 2, 3], 0), (0, 2, [2, 3], 1), (0, 0, [], 3), (1, 1, [3], 1),
    ] as [(Int?, Int, [Int], Int)])
  func `a subscriber gets what it missed since a number, up to a limit`(
    _ number: Int?, _ most: Int, _ missed: [Int], _ lost: Int
  ) throws {
    for text in ["a", "b", "c"] { stage.add(text) }
    let found = try stage.watch(
      Stage.defaultNamespace, after: number, atMost: most, here.subscriber)
    #expect(found.latest == 3)
    #expect(found.missed.map(\.number) == missed)
    #expect(found.lost == lost)
    #expect(stage.watcherCount == 1)
    found.stop()
    #expect(stage.watcherCount == 0)
    stage.add("d")
    #expect(here.new == [])
  }

  @Test func `an invalid name is not watched`() {
    #expect(throws: NamespaceError.badName("a b")) { try stage.watch("a b", here.subscriber) }
    #expect(stage.watcherCount == 0)
  }

  @Test func `a summary has every field of its entry`() throws {
    var plan = FaultPlan(.deliver(.truncated(bytes: 99)))
    plan.method = .get
    try stage.namespace().addFault(plan)
    stage.add("a", by: "other")
    _ = stage.respond(to: .note(.get, "/note?x=1"), by: "notes")
    let entries = try stage.namespace().journal
    let summaries = entries.map { ExchangeSummary($0) }
    #expect(summaries.map(\.number) == [1, 2])
    #expect(summaries.map(\.milliseconds) == [Stage.opening, Stage.opening])
    #expect(summaries.map(\.emulator) == ["other", "notes"])
    #expect(summaries.map(\.method) == ["POST", "GET"])
    #expect(summaries.map(\.path) == ["/note", "/note?x=1"])
    #expect(summaries.map(\.status) == [201, 200])
    #expect(summaries.map(\.route) == ["Add", "List"])
    #expect(summaries.map(\.effect) == [.changed, .read])
    #expect(summaries.map(\.nanoseconds) == entries.map(\.nanoseconds))
    #expect(summaries.map(\.fault) == [nil, 1])
    #expect(
      summaries.map(\.reason)
        == [nil, "nothing was truncated: the body ends after 2 bytes, before 99"])
    #expect(
      Mirror(reflecting: summaries[0]).children.map(\.label) == [
        "number", "milliseconds", "emulator", "method", "path", "status", "route", "effect",
        "nanoseconds", "bytes", "fault", "reason",
      ])
  }
}
