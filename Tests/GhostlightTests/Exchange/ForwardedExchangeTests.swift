@testable import Ghostlight
import Foundation
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Forwarded exchanges` {
  private let upstream = HeldUpstream()
  private let log = ChangeMemory()
  private let stage: Stage
  private let work = QueuedWork()

  init() {
    let upstream = upstream.responder
    var configuration = StageConfiguration(services: [
      Service(name: "notes", title: "Notes", port: 1, seed: NoteBackend(), upstream: upstream),
      Service(name: "costly", title: "Costly", port: 2, seed: CostlyBackend(), upstream: upstream),
      Service(
        name: "legacy", title: "Legacy", port: 3, seed: RecordingBackend(Recording([])),
        upstream: upstream),
    ])
    configuration.clock = .frozen(at: Stage.opening)
    stage = Stage(configuration, log: log)
  }

  private func begin(
    _ request: Request, _ rest: BodyStream? = nil, by emulator: String = "notes"
  ) throws -> LongExchanges.Begun {
    let responder = try #require(stage.responder(for: emulator))
    let begun = LongExchanges.Begun(responder.ask(request, rest))
    begun.begin(work)
    return begun
  }

  private func journal(of name: String = Stage.defaultNamespace) throws -> [String] {
    try stage.namespace(name).journal.map {
      "\($0.number) \($0.answer.effect) \($0.request.target.raw) \($0.answer.response.status.code)"
    }
  }

  private static let live = Response(.ok, body: Array("live".utf8))

  @Test func `an unserved request is forwarded while other exchanges continue`() throws {
    var request = Request.note(.post, "/none?a=1", "body", in: "mine")
    request.headers[try #require(HTTPField.Name("X-Ghostlight-State"))] = "a state"
    request.headers[.accept] = "text/plain"
    let forwarded = try begin(request)
    #expect(forwarded.text == "none")
    #expect(stage.add("first", in: "mine").status == .created)
    #expect(stage.add("other").status == .created)
    var expected = Request.note(.post, "/none?a=1", "body")
    expected.headers[.accept] = "text/plain"
    #expect(upstream.requests == [expected])
    upstream.send(Self.live)
    #expect(forwarded.text == "200 live")
    #expect(try journal(of: "mine") == ["1 forwarded /none?a=1 200", "2 changed /note 201"])
    #expect(try journal() == ["1 changed /note 201"])
    let entry = try #require(try stage.namespace("mine").journal.first)
    #expect(entry.answer.route == nil)
    #expect(entry.request == request)
  }

  @Test func `a request that the backend serves or refuses is not forwarded`() throws {
    #expect(try begin(.note(.get, "/note")).text == "200 []")
    #expect(try begin(.note(.delete, "/note")).code == 409)
    #expect(upstream.requests == [])
  }

  @Test func `the log does not contain forwarded exchanges`() throws {
    let forwarded = try begin(.note(.post, "/none"))
    upstream.send(Self.live)
    stage.add("kept")
    #expect(forwarded.code == 200)
    #expect(log.changes.count == 1)
    let again = Stage(stage.configuration)
    try log.replay(into: again)
    #expect(again.texts() == ["kept"])
    #expect(upstream.requests.count == 1)
  }

  @Test(
    arguments: [
      .answer(Response(.serviceUnavailable)), .deliver(.reset), .deliver(.empty),
      .fail(ServiceFailure(.serviceUnavailable)),
    ] as [FaultAction])
  func `a fault plan that replaces the response applies before the upstream is called`(
    _ action: FaultAction
  ) throws {
    try stage.namespace().addFault(FaultPlan(action))
    #expect(try begin(.note(.get, "/none")).code == 503)
    #expect(upstream.requests == [])
    #expect(try journal() == ["1 injected /none 503"])
  }

  @Test func `damage and latency apply to the response of the upstream`() throws {
    let space = try stage.namespace()
    var action = FaultAction.latency(milliseconds: 70, isReal: true)
    action.delivery = .truncated(bytes: 2)
    try space.addFault(FaultPlan(action))
    let forwarded = try begin(.note(.get, "/none"))
    upstream.send(Self.live)
    #expect(forwarded.response?.delayMilliseconds == 70)
    #expect(forwarded.response?.delivery == .truncated(bytes: 2))
    #expect(space.journal.map(\.fault) == [1])
    #expect(space.journal.map(\.answer.effect) == [.forwarded])
  }

  @Test func `a virtual latency moves the clock before the upstream is called`() throws {
    let space = try stage.namespace()
    try space.addFault(FaultPlan(.latency(milliseconds: 1000)))
    let forwarded = try begin(.note(.get, "/none"))
    #expect(space.clock.milliseconds == Stage.opening + 1000)
    upstream.send(Self.live)
    #expect(forwarded.code == 200)
    #expect(space.journal.map(\.milliseconds) == [Stage.opening + 1000])
    // The move of the clock is the only change.
    #expect(log.durable == 1)
  }

  @Test(
    arguments: [
      nil, .latency(milliseconds: 1, isReal: true), .deliver(.truncated(bytes: 3)),
      .deliver(.malformedChunk), .deliver(.dribble(bytes: 1, pauseMilliseconds: 1)),
    ] as [FaultAction?])
  func `a streamed response is passed on as a stream, and the journal has its head`(
    _ action: FaultAction?
  ) throws {
    let space = try stage.namespace()
    if let action { try space.addFault(FaultPlan(action)) }
    let forwarded = try begin(.note(.get, "/none"))
    var events = Response(.ok, headers: [.contentType: "text/event-stream"])
    events.stream = BodyStream(Pieces(["data: 1\n\n"]))
    upstream.send(events)
    #expect(forwarded.response?.stream == events.stream)
    #expect(forwarded.response?.delivery == action?.delivery ?? .whole)
    let entry = try #require(space.journal.first)
    #expect(entry.isStreamed)
    if action?.latencyMilliseconds == 1 { events.headers[.ghostlightLatency] = "1ms" }
    #expect(entry.answer.response.headers == events.headers)
  }

  @Test func `a truncation beyond the announced length of a stream has no effect`() throws {
    let space = try stage.namespace()
    try space.addFault(FaultPlan(.deliver(.truncated(bytes: 4))))
    let forwarded = try begin(.note(.get, "/none"))
    var streamed = Response(.ok, headers: [.contentLength: "4"])
    streamed.stream = BodyStream(Pieces(["live"]))
    upstream.send(streamed)
    #expect(forwarded.response?.delivery == .whole)
    #expect(
      space.journal.map(\.idleFaultReason)
        == ["nothing was truncated: the body ends after 4 bytes, before 4"])
  }

  @Test func `an emulator that only forwards accepts uploads of any length`() throws {
    #expect(stage.responder(for: "legacy")?.streamsBodies == true)
    #expect(stage.responder(for: "notes")?.streamsBodies == false)
    let rest = BodyStream(Pieces(["rest"]))
    let forwarded = try begin(.note(.post, "/files", "start "), rest, by: "legacy")
    #expect(upstream.uploads == [rest])
    #expect(upstream.requests.map(\.body) == [Array("start ".utf8)])
    upstream.send(Self.live)
    #expect(forwarded.text == "200 live")
    #expect(try stage.namespace().journal.map(\.request) == [.note(.post, "/files")])
  }

  @Test func `a fault plan may respond before an upload is read`() throws {
    try stage.namespace().addFault(FaultPlan(.answer(Response(.serviceUnavailable))))
    let rest = BodyStream(Pieces(["rest"]))
    #expect(try begin(.note(.post, "/files", "start "), rest, by: "legacy").code == 503)
    #expect(upstream.requests == [])
    #expect(try rest.next() == Array("rest".utf8))
  }

  @Test(arguments: [("costly", 0), ("legacy", 64 << 10 + 1)])
  func `a request that needs much work is forwarded after the backend has not served it`(
    _ emulator: String, _ bytes: Int
  ) throws {
    let body = String(repeating: "x", count: bytes)
    let forwarded = try begin(.note(.get, "/none", body), by: emulator)
    #expect(upstream.requests == [])
    work.run()
    #expect(upstream.requests.map(\.body.count) == [bytes])
    upstream.send(Self.live)
    #expect(forwarded.text == "200 live")
    #expect(try journal() == ["1 forwarded /none 200"])
    // The queue of writers is free again.
    let next = try begin(.note(.post, "/note", "a"), by: "costly")
    work.run()
    #expect(next.code == 201)
  }

  @Test func `the client gets the response of the upstream after a reset`() throws {
    let forwarded = try begin(.note(.get, "/none"))
    try stage.namespace().reset()
    upstream.send(Self.live)
    #expect(forwarded.text == "200 live")
    #expect(try journal() == [])
  }

  @Test(arguments: ["notes", "costly", "legacy"])
  func `cancelling an exchange cancels the request to the upstream`(_ emulator: String) throws {
    let body = emulator == "legacy" ? String(repeating: "x", count: 64 << 10 + 1) : ""
    let forwarded = try begin(.note(.get, "/none", body), by: emulator)
    work.run()
    forwarded.cancel()
    #expect(upstream.cancellations == 1)
    upstream.send(Self.live)
    #expect(forwarded.response?.status != .ok)
    #expect(try journal() == [])
  }

  @Test func `an exchange that is cancelled before it begins does not call the upstream`() throws {
    let responder = try #require(stage.responder(for: "notes"))
    let forwarded = LongExchanges.Begun(responder.ask(.note(.get, "/none"), nil))
    forwarded.cancel()
    forwarded.begin(work)
    #expect(upstream.requests == [])
    #expect(forwarded.response?.status != .ok)
  }

  @Test func `a blocking call waits for the upstream and its whole body`() async {
    let emulator = Service(
      name: "live", title: "Live", port: 1, seed: RecordingBackend(Recording([])),
      upstream: Responder(name: "live") { request in
        var response = Response(.ok, body: Array("\(request.target) ".utf8))
        response.stream = BodyStream(awaiting: AwaitedPieces(["and ", "more"]))
        return response
      })
    let stage = Stage(StageConfiguration(services: [emulator]))
    // The upstream needs a thread of the tasks, so the call must not block one of them.
    let response = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        continuation.resume(returning: stage.respond(to: Request(.get, "/a"), by: "live"))
      }
    }
    #expect(response.text == "/a and more")
  }
}

/// A source that computes its pieces.
private struct Pieces: BodySource {
  private var rest: [String]

  init(_ pieces: [String]) { rest = pieces }

  mutating func next() -> [UInt8]? { rest.isEmpty ? nil : Array(rest.removeFirst().utf8) }
}

/// A source that provides its pieces on another thread.
private final class AwaitedPieces: AwaitedBodySource {
  private let pieces: BodyStream

  init(_ pieces: [String]) { self.pieces = BodyStream(Pieces(pieces)) }

  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
    Task { [pieces] in
      completion(Result { () throws(BodyInterruption) in try pieces.next() })
    }
  }

  func cancel() {}
}
