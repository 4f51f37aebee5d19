import GhostlightClient
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite struct `In-process transport` {
  private static let body = Array("0123456789".utf8)

  /// Creates a responder that sends ten bytes, with the given delivery and delay.
  private static func responder(
    _ delivery: Delivery = .whole, delayMilliseconds: Int = 0
  ) -> Responder {
    Responder(name: "ten") { request in
      var response = Response(
        .ok, headers: [.contentType: "text/plain", .eTag: request.target.raw], body: body)
      response.delivery = delivery
      response.delayMilliseconds = delayMilliseconds
      return response
    }
  }

  /// Returns the outcome of a request.
  ///
  /// It requires that `send` and `attempt` have the same outcome.
  private func outcome(
    _ transport: Transport, _ request: Request = Request(.get, "/x")
  ) async throws -> Result<Response, TransportError> {
    let attempt = try #require(transport.attempt)
    let waited: Result<Response, TransportError>
    do throws(TransportError) {
      waited = .success(try await transport.send(request))
    } catch {
      waited = .failure(error)
    }
    let immediate: Result<Response, TransportError>
    do throws(TransportError) {
      switch try attempt(request) {
      case .answered(let response): immediate = .success(response)
      case .waiting(let rest): immediate = .success(try await rest())
      }
    } catch {
      immediate = .failure(error)
    }
    #expect(waited == immediate)
    return waited
  }

  @Test func `an in-process response arrives unchanged`() async throws {
    let response = try await outcome(.inProcess(Self.responder())).get()
    #expect(
      response
        == Response(
          .ok, headers: [.contentType: "text/plain", .eTag: "/x"], body: Self.body))
  }

  @Test func `an in-process responder gets the request unchanged`() async throws {
    let echo = Responder(name: "echo") { request in
      Response(.ok, headers: request.headers, body: Array("\(request)".utf8))
    }
    let request = Request(
      .post, "/a%20b?c[d]=+", scheme: "https", authority: "h:1", headers: [.accept: "x"],
      body: [0, 255])
    let response = try await outcome(.inProcess(echo), request).get()
    #expect(response.text == "\(request)")
  }

  @Test(
    arguments: [
      (.reset, .connectionReset),
      (.empty, .emptyReply),
      (.truncated(bytes: 0), .truncatedBody(received: 0, of: 10)),
      (.truncated(bytes: 4), .truncatedBody(received: 4, of: 10)),
      (.truncated(bytes: 9), .truncatedBody(received: 9, of: 10)),
      (.truncated(bytes: -1), .truncatedBody(received: 0, of: 10)),
      (.malformedChunk, .malformedResponse),
    ] as [(Delivery, TransportError)])
  func `a fault of the delivery is the error that a client would get`(
    delivery: Delivery, error: TransportError
  ) async throws {
    #expect(try await outcome(.inProcess(Self.responder(delivery))) == .failure(error))
  }

  @Test(arguments: [10, 99])
  func `a body shorter than its truncation arrives whole with a reason`(
    bytes: Int
  ) async throws {
    let response = try await outcome(.inProcess(Self.responder(.truncated(bytes: bytes)))).get()
    #expect(response.body == Self.body)
    #expect(response.delivery == .whole)
    #expect(
      response.headers[.ghostlightReason]
        == "nothing was truncated: the body ends after 10 bytes, before \(bytes)")
  }

  /// The delivery, the delay, the expected waits in milliseconds, and the expected error.
  ///
  /// A client times out after 60 s without a byte.
  private static let late: [(Delivery, Int, [Int], TransportError?)] = [
    (.whole, 0, [], nil),
    (.whole, -5, [], nil),
    (.whole, 59_999, [59_999], nil),
    (.whole, 60_000, [60_000], .timedOut),
    (.whole, .max, [60_000], .timedOut),
    (.reset, 5, [5], .connectionReset),
    (.truncated(bytes: 1), 5, [5], .truncatedBody(received: 1, of: 10)),
    (.dribble(bytes: 1, pauseMilliseconds: 20), 7, [7, 180], nil),
    (.dribble(bytes: 3, pauseMilliseconds: 20_000), 0, [60_000], nil),
    (.dribble(bytes: 5, pauseMilliseconds: 20), 0, [20], nil),
    (.dribble(bytes: 10, pauseMilliseconds: 20), 0, [], nil),
    (.dribble(bytes: 0, pauseMilliseconds: 0), 0, [], nil),
    (.dribble(bytes: 9, pauseMilliseconds: 60_000), 9, [9, 60_000], .timedOut),
  ]

  @Test(arguments: late)
  func `a late response is waited for with the clock until a client's timeout`(
    delivery: Delivery, delay: Int, waits: [Int], error: TransportError?
  ) async throws {
    let clock = Metronome()
    let outcome = try await outcome(
      .inProcess(Self.responder(delivery, delayMilliseconds: delay), waitingBy: clock))
    // `outcome` sends the request twice, so every wait occurs twice.
    #expect(clock.durations == (waits + waits).map { .milliseconds($0) })
    switch outcome {
    case .success(let response):
      #expect(error == nil)
      #expect(response.body == Self.body)
    case .failure(let failure): #expect(failure == error)
    }
  }

  @Test func `HEAD does not wait for the body, and no wait exceeds the timeout`() async throws {
    let clock = Metronome()
    let responder = Self.responder(
      .dribble(bytes: 1, pauseMilliseconds: 500), delayMilliseconds: 900)
    let patient = Transport.inProcess(responder, waitingBy: clock)
    #expect(try await patient.send(Request(.head, "/x")).body == [])
    #expect(clock.durations == [.milliseconds(900)])
    let hasty = Transport.inProcess(responder, waitingBy: clock, timeout: .milliseconds(300))
    await #expect(throws: TransportError.timedOut) { try await hasty.send(Request(.get, "/x")) }
    #expect(clock.durations == [.milliseconds(900), .milliseconds(300)])
  }

  @Test func `a cancelled in-process request stops waiting`() async throws {
    let transport = Transport.inProcess(Self.responder(delayMilliseconds: 50_000))
    let task = Task { () throws(TransportError) in try await transport.send(Request(.get, "/x")) }
    task.cancel()
    await #expect(throws: TransportError.cancelled) { try await task.value }
  }

  @Test(arguments: [(.get, body), (.post, body), (.head, [])] as [(HTTPRequest.Method, [UInt8])])
  func `HEAD gets the header fields without the body`(
    method: HTTPRequest.Method, body: [UInt8]
  ) async throws {
    let response = try await outcome(.inProcess(Self.responder()), Request(method, "/x")).get()
    #expect(response.headers == [.contentType: "text/plain", .eTag: "/x"])
    #expect(response.body == body)
  }

  @Test func `a responder that suspends is waited for`() async throws {
    let waiting = Responder(name: "waiting") { (request: Request) async in
      await Task.yield()
      return Response(.accepted)
    }
    #expect(try await outcome(.inProcess(waiting)) == .success(Response(.accepted)))
    guard case .waiting? = try Transport.inProcess(waiting).attempt?(Request(.get, "/")) else {
      Issue.record("the transport has a response before the responder has one")
      return
    }
  }

  @Test func `a request that is cancelled while its responder waits has no response`() async {
    let (began, begin) = AsyncStream<Void>.makeStream()
    let (end, hold) = AsyncStream<Void>.makeStream()
    let patient = Responder(name: "patient") { (request: Request) async in
      begin.finish()
      for await _ in end {}
      return Response(.ok)
    }
    let task = Task { () throws(TransportError) in
      try await Transport.inProcess(patient).send(Request(.get, "/"))
    }
    for await _ in began {}
    task.cancel()
    await #expect(throws: TransportError.cancelled) { try await task.value }
    hold.finish()
  }

  @Test func `a custom transport has no attempt by default`() async {
    let transport = Transport { request throws(TransportError) in throw .timedOut }
    #expect(transport.attempt == nil)
    await #expect(throws: TransportError.timedOut) { try await transport.send(Request(.get, "/")) }
  }
}
