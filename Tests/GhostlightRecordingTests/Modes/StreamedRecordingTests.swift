import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

@testable import GhostlightRecording

/// A source of a streamed body, whose pieces are provided by a test.
private final class Tap: AwaitedBodySource {
  private let state = Mutex<(waiter: BodyStream.Completion?, isCancelled: Bool)>((nil, false))

  var isCancelled: Bool { state.withLock { $0.isCancelled } }

  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
    state.withLock { $0.waiter = completion }
  }

  func cancel() { state.withLock { $0 = (nil, true) } }

  func give(_ piece: Result<[UInt8]?, BodyInterruption>) {
    state.withLock { $0.waiter.take() }?(piece)
  }

  func give(_ text: String?) { give(.success(text.map { Array($0.utf8) })) }
}

private struct NoExecutor: WorkExecutor {
  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool { false }
}

@Suite struct `Recording of streamed bodies` {
  private let events = TextList()
  private let recorder: Recorder

  /// Returns a recorder's event as one line.
  private static func line(_ event: RecorderEvent) -> String {
    switch event {
    case .recorded(let request, let status, let sent, let received, _):
      "\(request.target) \(status.code), \(sent) for \(received)"
    case .leftOut(let request, let reason): "\(request.target) left out: \(reason)"
    }
  }

  init() {
    let events = events
    recorder = Recorder(bodyBytes: 4, observer: { events.add(Self.line($0)) }, now: { 7 })
  }

  /// Records an exchange; returns the response that the client receives, and the request body
  /// stream that the server receives.
  private func exchange(
    _ response: Response, upload: Tap? = nil, cancels: Bool = false
  ) -> (response: Response?, upload: BodyStream?) {
    let passed = Mutex<(response: Response?, upload: BodyStream?)>((nil, nil))
    let responder = Responder(name: "streams", streamsBodies: true) { _, body in
      passed.withLock { $0.upload = body }
      return .deferred(
        DeferredResponse(
          waits: true, begin: { _, completion in if !cancels { completion(response) } }))
    }
    let attempt = responder.recorded(into: recorder)
      .ask(Request(.post, "/a"), upload.map { BodyStream(awaiting: $0) })
    if case .deferred(let deferred) = attempt {
      deferred.begin(NoExecutor()) { response in passed.withLock { $0.response = response } }
      if cancels { deferred.cancel() }
    }
    return passed.withLock { $0 }
  }

  private static func streaming(_ tap: Tap, _ fields: HTTPFields = [:]) -> Response {
    var response = Response(.ok, headers: fields)
    response.stream = BodyStream(awaiting: tap)
    return response
  }

  private func pull(_ stream: BodyStream?) -> TextList {
    let copy = TextList()
    stream?.pull(by: NoExecutor()) { piece in
      copy.add(
        (try? piece.get()).flatMap { $0 }.map { String(decoding: $0, as: UTF8.self) } ?? "end")
    }
    return copy
  }

  @Test func `a streamed body is sent complete and recorded up to the limit`() throws {
    let (up, down) = (Tap(), Tap())
    let (response, upload) = exchange(Self.streaming(down), upload: up)
    for text in ["abc", "def", nil] {
      let pulled = pull(upload)
      up.give(text)
      #expect(pulled.all == [text ?? "end"])
    }
    for text in ["12", "345", nil] {
      #expect(recorder.count == 0)
      let pulled = pull(response?.stream)
      down.give(text)
      #expect(pulled.all == [text ?? "end"])
    }
    let exchange = try #require(recorder.recording.exchanges.first)
    #expect(exchange.request.body == Array("abcd".utf8))
    #expect(exchange.response.body == Array("1234".utf8))
    #expect(exchange.notes["_truncated"] == ["request": 6, "response": 5])
    #expect(events.all == ["/a 200, 6 for 5"])
  }

  @Test func `a response of known length is recorded before its client has the end`() {
    let down = Tap()
    let (response, _) = exchange(Self.streaming(down, [.contentLength: "3"]))
    _ = pull(response?.stream)
    down.give("abc")
    #expect(events.all == ["/a 200, 0 for 3"])
  }

  @Test func `an interrupted exchange is omitted and reported`() {
    let down = Tap()
    let (response, _) = exchange(Self.streaming(down))
    _ = pull(response?.stream)
    down.give(.failure(BodyInterruption("the cable was cut")))
    #expect(recorder.recording.exchanges == [])
    #expect(events.all == ["/a left out: the cable was cut"])
  }

  @Test func `a cancelled response is omitted, but a cancelled event stream is complete`() {
    let (plain, stream) = (Tap(), Tap())
    do { _ = exchange(Self.streaming(plain)) }
    do {
      let fields: HTTPFields = [.contentType: "text/event-stream"]
      let (response, _) = exchange(Self.streaming(stream, fields))
      _ = pull(response?.stream)
      stream.give("data")
    }
    #expect(plain.isCancelled && stream.isCancelled)
    #expect(
      events.all == [
        "/a left out: the client disconnected, or stopped reading for too long, before the end of the response",
        "/a 200, 0 for 4",
      ])
  }

  @Test func `a failure of the upstream server is not recorded`() {
    var failure = Response(.badGateway)
    failure.upstreamFailure = "connection refused"
    #expect(exchange(failure).response?.status == .badGateway)
    #expect(events.all == ["/a left out: connection refused"])
    #expect(recorder.count == 0)
  }

  @Test func `a client that cancels before the response is reported`() {
    _ = exchange(Response(.ok), cancels: true)
    #expect(events.all == ["/a left out: the client disconnected before the response"])
  }

  @Test func `a response before the end of its request is recorded at once`() {
    do { _ = exchange(Response(.contentTooLarge), upload: Tap()) }
    #expect(events.all == ["/a 413, 0 for 0"])
  }
}

/// A list of strings to which several threads can append.
private final class TextList: Sendable {
  private let kept = Mutex<[String]>([])

  var all: [String] { kept.withLock { $0 } }

  func add(_ text: String) { kept.withLock { $0.append(text) } }
}
