@testable import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Effects of fault plans` {
  /// A fault action, the expected response to a request that adds a note, and whether the note is
  /// added.
  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let action: FaultAction
    let response: Response
    var reaches = false
  }

  /// The response to the request that adds a note without a fault.
  private static let plain = Stage.notes().add("x")

  private static func damaged(_ delivery: Delivery) -> Response {
    var response = plain
    response.delivery = delivery
    return response
  }

  private static func lost(_ delivery: Delivery) -> Response {
    var response = Response(.serviceUnavailable)
    response.delivery = delivery
    return response
  }

  private static func late(_ response: Response, by milliseconds: Int) -> Response {
    var response = named(response, "\(milliseconds)ms")
    response.delayMilliseconds = milliseconds
    return response
  }

  /// Returns a response whose header field states its latency.
  private static func named(_ response: Response, _ latency: String) -> Response {
    var response = response
    response.headers[.ghostlightLatency] = latency
    return response
  }

  private static let teapot = Response(
    .init(code: 418), headers: [.contentType: "text/plain", .retryAfter: "7"], body: [1, 0, 255])

  private static let slowTeapot: FaultAction = {
    var action = FaultAction.answer(teapot)
    action.latencyMilliseconds = 20
    action.isLatencyReal = true
    action.delivery = .truncated(bytes: 1)
    return action
  }()

  private static let slowCutTeapot: Response = {
    var response = late(teapot, by: 20)
    response.delivery = .truncated(bytes: 1)
    return response
  }()

  private static let rows: [Row] = [
    Row(testDescription: "answer", action: .answer(teapot), response: teapot),
    Row(testDescription: "reset", action: .deliver(.reset), response: lost(.reset)),
    Row(testDescription: "empty", action: .deliver(.empty), response: lost(.empty)),
    Row(
      testDescription: "truncated", action: .deliver(.truncated(bytes: 3)),
      response: damaged(.truncated(bytes: 3)), reaches: true),
    Row(
      testDescription: "malformed chunk", action: .deliver(.malformedChunk),
      response: damaged(.malformedChunk), reaches: true),
    Row(
      testDescription: "dribble", action: .deliver(.dribble(bytes: 2, pauseMilliseconds: 9)),
      response: damaged(.dribble(bytes: 2, pauseMilliseconds: 9)), reaches: true),
    Row(
      testDescription: "latency of the clock", action: .latency(milliseconds: 250),
      response: named(plain, "250ms; clock"), reaches: true),
    Row(
      testDescription: "real latency", action: .latency(milliseconds: 250, isReal: true),
      response: late(plain, by: 250), reaches: true),
    Row(
      testDescription: "real latency beyond all numbers",
      action: .latency(milliseconds: .max, isReal: true), response: late(plain, by: .max),
      reaches: true),
    Row(testDescription: "all at once", action: slowTeapot, response: slowCutTeapot),
  ]

  @Test(arguments: rows)
  func `a fault reaches the client and the journal, and a replaced response changes nothing`(
    _ row: Row
  ) throws {
    let stage = Stage.notes()
    let space = try stage.namespace()
    #expect(try space.addFault(FaultPlan(row.action)) == 1)
    #expect(stage.add("x") == row.response)
    let entry = try #require(space.journal.first)
    #expect(entry.fault == 1)
    #expect(entry.answer.effect == (row.reaches ? .changed : .injected))
    #expect(entry.answer.route == "Add")
    #expect(entry.answer.response == row.response)
    #expect(space.faults.map(\.hitCount) == [1])
    space.removeFault()
    #expect(stage.texts() == (row.reaches ? ["x"] : []))
    #expect(space.journal.last?.fault == nil)
  }

  @Test(
    arguments: [
      (250, false, 250), (250, true, 0), (3_600_000, false, 3_600_000), (-5, false, -5),
    ] as [(Int64, Bool, Int64)])
  func `latency advances the clock before the exchange, unless the client waits in real time`(
    milliseconds: Int64, isReal: Bool, step: Int64
  ) throws {
    let stage = Stage.notes()
    let space = try stage.namespace("one")
    try space.addFault(FaultPlan(.latency(milliseconds: milliseconds, isReal: isReal)))
    #expect(stage.time(in: "one") == Stage.opening + step)
    #expect(stage.time(in: "one") == Stage.opening + 2 * step)
    #expect(space.clock == ClockReading(milliseconds: Stage.opening + 2 * step, isFrozen: true))
    #expect(space.journal.map(\.milliseconds) == [1, 2].map { Stage.opening + $0 * step })
    #expect(stage.time() == Stage.opening)
  }

  @Test(arguments: [(.get, false), (.get, true), (.head, true)] as [(HTTPRequest.Method, Bool)])
  func `a body that is too short to be truncated is sent whole, with a reason`(
    _ method: HTTPRequest.Method, _ isBeyond: Bool
  ) throws {
    let stage = Stage.notes()
    let request = Request.note(method, "/note")
    let plain = stage.respond(to: request, by: "notes")
    let bytes = isBeyond && method == .get ? plain.body.count : 0
    try stage.namespace().addFault(FaultPlan(.deliver(.truncated(bytes: bytes))))
    let response = stage.respond(to: request, by: "notes")
    #expect(response.delivery == (isBeyond ? .whole : .truncated(bytes: bytes)))
    let sent = method == .get ? plain.body.count : 0
    #expect(
      response.headers[.ghostlightReason]
        == (isBeyond
          ? "nothing was truncated: the body ends after \(sent) bytes, before \(bytes)" : nil))
    #expect(try stage.namespace().journal.last?.answer.response == response)
  }

  @Test func `latency keeps a running clock running`() throws {
    let stage = Stage.notes { $0.clock = .system }
    let space = try stage.namespace()
    let before = space.clock.milliseconds
    try space.addFault(FaultPlan(.latency(milliseconds: 86_400_000)))
    stage.add("x")
    let after = space.clock
    #expect(!after.isFrozen)
    #expect((86_400_000..<87_000_000).contains(after.milliseconds - before))
  }

  @Test func `a replaced response does not change the identifiers of later exchanges`() throws {
    let troubled = Stage.notes()
    try troubled.namespace().addFault(once(.deliver(.reset)))
    let plain = Stage.notes()
    let pairs = (0..<3).map { _ in (troubled.add("x"), plain.add("x")) }
    #expect(pairs[0].0 != pairs[0].1)
    #expect(pairs[1].0 == pairs[1].1)
    #expect(pairs[2].0 == pairs[2].1)
  }

  private func once(_ action: FaultAction) -> FaultPlan {
    var plan = FaultPlan(action)
    plan.times = 1
    return plan
  }

  @Test func `a damaged response of a reading route keeps its effect`() throws {
    let stage = Stage.notes()
    try stage.namespace().addFault(FaultPlan(.deliver(.truncated(bytes: 0))))
    _ = stage.respond(to: .note(.get, "/note"), by: "notes")
    _ = stage.respond(to: .note(.get, "/none"), by: "notes")
    let entries = try stage.namespace().journal
    #expect(entries.map(\.answer.effect) == [.read, .unmatched])
    #expect(entries.map(\.fault) == [1, 1])
  }
}
