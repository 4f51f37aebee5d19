@testable import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Deferred exchanges` {
  private let long = LongExchanges()

  @Test func `an exchange that needs little work gets its response at once`() throws {
    let read = try long.send(.get, "/values?cost=1999")
    #expect(!read.isDeferred)
    #expect(read.text == "200 []")
    let change = try long.send(.post, "/values?cost=1999", "a")
    #expect(!change.isDeferred)
    #expect(try long.values() == ["a"])
    #expect(long.work.count == 0)
  }

  @Test func `a long read sees the state at its admission and has that place in the journal`()
    throws
  {
    _ = try long.send(.post, "/values", "a")
    let read = try long.send(.get, "/values?cost=5000")
    #expect(read.isDeferred)
    _ = try long.send(.post, "/values", "b")
    #expect(read.response == nil)
    long.work.run()
    #expect(read.text == #"200 ["a"]"#)
    #expect(
      try long.journal() == [
        "1 changed /values", "2 read /values?cost=5000", "3 changed /values",
      ])
  }

  @Test func `a large body is not read while the namespace is locked`() throws {
    let body = String(repeating: "x", count: 64 << 10 + 1)
    let change = try long.send(.post, "/values", body)
    #expect(change.isDeferred)
    long.work.run()
    #expect(change.code == 201)
    #expect(try long.values() == [body])
  }

  @Test func `changes wait for a writer in order, and reads continue`() throws {
    let first = try long.send(.post, "/values?cost=5000", "a")
    let second = try long.send(.post, "/values", "b")
    let third = try long.send(.post, "/values?cost=9000", "c")
    let fourth = try long.send(.post, "/values", "d")
    #expect([first, second, third, fourth].map(\.isDeferred) == [true, true, true, true])
    #expect(try long.values() == [])
    #expect(long.work.count == 1)
    long.work.run()
    #expect([first, second, third, fourth].map(\.code) == [201, 201, 201, 201])
    #expect(try long.values() == ["a", "b", "c", "d"])
    #expect(try long.send(.post, "/values", "e").isDeferred == false)
  }

  @Test(
    arguments: [
      nil, .latency(milliseconds: 1), .deliver(.dribble(bytes: 1, pauseMilliseconds: 1)),
    ] as [FaultAction?])
  func `a body that breaks off in memory is a 502, with or without a fault plan`(
    _ action: FaultAction?
  ) throws {
    if let action { try long.stage.namespace().addFault(FaultPlan(action)) }
    let response = long.stage.respond(to: Request(.get, "/torn"), by: "long")
    #expect(response.status == .badGateway)
    #expect(response.json == ["error": "the rest is lost"])
  }

  @Test func `a writer of one emulator does not delay another emulator`() throws {
    _ = try long.send(.post, "/values?cost=5000", "a")
    let request = Request(.post, "/values", body: Array("b".utf8))
    let attempt = try long.stage.namespace().attempt(request, emulator: 1)
    guard case .answered(let response) = attempt else {
      Issue.record("the other emulator waits")
      return
    }
    #expect(response.status == .created)
  }

  @Test func `a change on a reading route becomes a writer`() throws {
    let sneaky = try long.send(.get, "/sneaky?cost=5000", "a")
    #expect(sneaky.isDeferred)
    long.work.run()
    #expect(sneaky.code == 201)
    #expect(try long.values() == ["a"])
    _ = try long.send(.post, "/values?cost=5000", "b")
    let quick = try long.send(.get, "/sneaky", "c")
    #expect(quick.isDeferred)
    long.work.run()
    #expect(try long.values() == ["a", "b", "c"])
    #expect(
      try long.journal().filter { $0.contains("changed") } == [
        "1 changed /sneaky?cost=5000", "3 changed /values?cost=5000", "4 changed /sneaky",
      ])
  }

  @Test(arguments: [HTTPRequest.Method.get, .post])
  func `an exchange beyond the work limit is refused and changes nothing`(
    _ method: HTTPRequest.Method
  ) throws {
    let long = LongExchanges { $0.maxWork = 10_000 }
    _ = try long.send(.post, "/values", "a")
    let hostile = try long.send(method, "/values?cost=10001", "b")
    long.work.run()
    #expect(hostile.text == #"400 {"error":"workLimit"}"#)
    #expect(try long.values() == ["a"])
    #expect(try long.journal()[1] == "2 refused /values?cost=10001")
    let honest = try long.send(method, "/values?cost=10000", "c")
    long.work.run()
    #expect(honest.response?.status.kind == .successful)
  }

  @Test func `a work limit below the quick budget applies`() throws {
    let long = LongExchanges { $0.maxWork = 100 }
    let read = try long.send(.get, "/values?cost=101")
    long.work.run()
    #expect(read.text == #"400 {"error":"workLimit"}"#)
  }

  @Test func `a fault plan applies once to a repeated exchange, and so does its latency`() throws {
    let space = try long.stage.namespace()
    try space.addFault(FaultPlan(.latency(milliseconds: 1000)))
    let change = try long.send(.post, "/values?cost=5000", "a")
    long.hook.once { try? space.reset(emulator: "long") }
    long.work.run()
    #expect(change.code == 201)
    #expect(long.hook.runs == 2)
    #expect(space.faults.map(\.hitCount) == [1])
    #expect(space.clock.milliseconds == Stage.opening + 1000)
  }

  @Test func `a real latency delays the response of a long exchange too`() throws {
    try long.stage.namespace().addFault(FaultPlan(.latency(milliseconds: 70, isReal: true)))
    let read = try long.send(.get, "/values?cost=5000")
    long.work.run()
    #expect(read.response?.delayMilliseconds == 70)
  }

  @Test func `identifiers do not depend on whether an exchange was deferred`() throws {
    func identifiers(quickWork: Int) -> [Response] {
      let stage = LongExchanges { $0.quickWork = quickWork }.stage
      return ["/values", "/values?cost=500", "/sneaky", "/values?cost=1"].map { target in
        let method: HTTPRequest.Method = target == "/sneaky" ? .get : .post
        return stage.respond(to: Request(method, RequestTarget(target)), by: "long")
      }
    }
    #expect(identifiers(quickWork: 0) == identifiers(quickWork: 2000))
  }

  @Test func `if the executor is full, a long exchange gets 503 and changes nothing`() throws {
    long.work.close()
    for method in [HTTPRequest.Method.get, .post] {
      #expect(try long.send(method, "/values?cost=5000").code == 503)
    }
    #expect(try long.values() == [])
    #expect(try long.send(.post, "/values", "a").code == 201)
  }

  @Test func `if the executor is full, thousands of waiting exchanges are refused`() throws {
    let first = try long.send(.post, "/values?cost=5000", "a")
    let waiting = try (1...20_000).map { _ in try long.send(.post, "/values", "b") }
    long.work.close()
    long.work.run()
    #expect(first.code == 201)
    #expect(waiting.allSatisfy { $0.code == 503 })
    #expect(try long.values() == ["a"])
  }
}
