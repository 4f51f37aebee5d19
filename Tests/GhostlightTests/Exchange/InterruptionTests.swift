@testable import Ghostlight
import Dispatch
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Synchronization
import Testing

@Suite struct `Interruption of long exchanges` {
  private let long = LongExchanges { $0.maxWork = 50_000 }

  @Test(arguments: ["/values?cost=5000", "/sneaky?cost=5000"])
  func `an exchange cancelled before it begins changes nothing`(_ target: String) throws {
    for method in [HTTPRequest.Method.get, .post] {
      let exchange = try long.send(method, RequestTarget(target), "a", isBegun: false)
      exchange.cancel()
      exchange.begin(long.work)
      long.work.run()
      #expect(exchange.text == #"400 {"error":"the client cancelled the request"}"#)
    }
    #expect(long.hook.runs == 0)
    #expect(try long.values() == [])
    #expect(try long.journal() == ["3 read /values"])
  }

  @Test func `a waiting exchange that is cancelled is skipped`() throws {
    let first = try long.send(.post, "/values?cost=5000", "a")
    let second = try long.send(.post, "/values?cost=5000", "b")
    let third = try long.send(.post, "/values?cost=5000", "c")
    second.cancel()
    long.work.run()
    #expect([first, second, third].map(\.code) == [201, 400, 201])
    #expect(long.hook.runs == 2)
    #expect(try long.values() == ["a", "c"])
  }

  @Test(
    arguments: [
      (.post, "/values?cost=5000"), (.get, "/sneaky?cost=5000"), (.get, "/values?cost=5000"),
    ] as [(HTTPRequest.Method, RequestTarget)])
  func `an exchange cancelled during its work changes nothing`(
    _ method: HTTPRequest.Method, _ target: RequestTarget
  ) throws {
    let exchange = try long.send(method, target, "a")
    long.hook.once { exchange.cancel() }
    let next = try long.send(.post, "/values?cost=5000", "b")
    long.work.run()
    #expect(exchange.text == #"400 {"error":"the client cancelled the request"}"#)
    #expect(next.code == 201)
    #expect(long.hook.completedRuns == 1)
    #expect(try long.values() == ["b"])
    #expect(try long.journal() == ["2 changed /values?cost=5000", "3 read /values"])
  }

  @Test func `cancelling a finished exchange has no effect`() throws {
    let exchange = try long.send(.post, "/values?cost=5000", "a")
    long.work.run()
    exchange.cancel()
    #expect(exchange.code == 201)
    #expect(try long.values() == ["a"])
  }

  /// An operation that replaces the state that a writer has copied, and the expected state of the
  /// backend at the end.
  struct Disturbance: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let runs: Int
    let code: Int
    let values: [String]
    let numbers: [Int]
    let happens: @Sendable (Stage, Snapshot) throws -> Void
  }

  static let disturbances = [
    Disturbance(
      testDescription: "reset", runs: 2, code: 201, values: ["new"], numbers: [1, 2]
    ) { stage, _ in try stage.namespace().reset() },
    Disturbance(
      testDescription: "reset of it", runs: 2, code: 201, values: ["new"], numbers: [1, 2, 4, 5]
    ) { stage, _ in try stage.namespace().reset(emulator: "long") },
    Disturbance(
      testDescription: "reset of another", runs: 1, code: 201, values: ["a", "b", "new"],
      numbers: [1, 2, 3, 4]
    ) { stage, _ in try stage.namespace().reset(emulator: "other") },
    Disturbance(
      testDescription: "restore", runs: 2, code: 201, values: ["a", "new"], numbers: [1, 2, 4, 5]
    ) { stage, snapshot in try stage.namespace().restore(snapshot) },
    Disturbance(testDescription: "drop", runs: 1, code: 400, values: [], numbers: [1]) { stage, _ in
      try stage.drop("default")
    },
    Disturbance(
      testDescription: "fork over it", runs: 1, code: 400, values: ["x"], numbers: [1]
    ) { stage, _ in
      try stage.namespace("source").restore(try stage.namespace("x").snapshot())
      try stage.fork("source", as: "default")
    },
    Disturbance(
      testDescription: "fork of it", runs: 1, code: 201, values: ["a", "b", "new"],
      numbers: [1, 2, 3, 4]
    ) { stage, _ in try stage.fork(as: "copy") },
  ]

  @Test(arguments: disturbances)
  func `a writer whose state is replaced starts again, or ends with its namespace`(
    _ disturbance: Disturbance
  ) throws {
    _ = try long.send(.post, "/values", "x", in: "x")
    _ = try long.send(.post, "/values", "a")
    let stage = long.stage
    let snapshot = try stage.namespace().snapshot()
    _ = try long.send(.post, "/values", "b")
    let exchange = try long.send(.post, "/values?cost=5000", "new")
    let failure = Mutex<(any Error)?>(nil)
    long.hook.once {
      do { try disturbance.happens(stage, snapshot) } catch { failure.withLock { $0 = error } }
    }
    long.work.run()
    if let failure = failure.withLock({ $0 }) { throw failure }
    #expect(long.hook.runs == disturbance.runs)
    #expect(exchange.code == disturbance.code, "\(exchange.text)")
    #expect(try long.values() == disturbance.values)
    #expect(try stage.namespace().journal.map(\.number) == disturbance.numbers)
  }

  @Test func `changes that wait during a reset are made to the new state`() throws {
    let exchanges = try ["a", "b", "c"].map { try long.send(.post, "/values?cost=5000", $0) }
    let space = try long.stage.namespace()
    long.hook.once { try? space.reset() }
    long.work.run()
    #expect(exchanges.map(\.code) == [201, 201, 201])
    #expect(try long.values() == ["a", "b", "c"])
    #expect(space.journal.prefix(3).map(\.number) == [1, 2, 3])
  }

  @Test func `a dropped namespace keeps working for its owner`() throws {
    let space = try long.stage.namespace("held")
    try long.stage.drop("held")
    let request = Request(.post, "/values?cost=5000", body: Array("a".utf8))
    #expect(space.attempt(request, emulator: 0).finish().status == .created)
    #expect(try long.values(in: "held") == [])
  }

  @Test func `frequent resets never make a change fail`() {
    let stage = long.stage
    let codes = Mutex<Set<Int>>([])
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for _ in 0..<500 {
        if thread % 2 == 0 {
          try? stage.namespace().reset()
        } else {
          let response = stage.respond(
            to: Request(.post, "/values?cost=5000", body: Array("a".utf8)), by: "long")
          codes.withLock { _ = $0.insert(response.status.code) }
        }
      }
    }
    #expect(codes.withLock { $0 } == [201])
  }
}
