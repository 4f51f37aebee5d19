import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

/// The ways in which a responder can respond.
enum ResponseWay: CaseIterable, Sendable {
  case immediate
  case deferred
  case task

  /// Returns a responder whose response has the request's target as its body.
  var responder: Responder {
    let respond = { @Sendable (request: Request) in
      Response(.ok, body: Array(request.target.raw.utf8))
    }
    return switch self {
    case .immediate: Responder(name: "echo", immediate: respond)
    case .deferred:
      Responder(name: "echo") { request, _ in
        .deferred(
          DeferredResponse { executor, completion in
            _ = executor.execute(for: "echo") { completion(respond(request)) }
          })
      }
    case .task:
      Responder(
        name: "echo",
        respond: { request in
          await Task.yield()
          return respond(request)
        })
    }
  }
}

@Suite struct `Responders` {
  @Test(arguments: ResponseWay.allCases)
  func `a wrapper applies whether the response is immediate, deferred or from a task`(
    _ way: ResponseWay
  ) async {
    let wrapped = way.responder
      .after { response, request in
        var response = response
        response.body += Array(" for \(request.target.raw)".utf8)
        return response
      }
      .before { request in
        var request = request
        request.target = RequestTarget("/changed" + request.target.raw)
        return request
      }
      .unless { $0.target == "/own" ? Response(.forbidden) : nil }
    #expect(wrapped.name == "echo")
    #expect(await wrapped.respond(Request(.get, "/a")).text == "/changed/a for /changed/a")
    #expect(await wrapped.respond(Request(.get, "/own")) == Response(.forbidden))
    #expect(wrapped.respondNow(Request(.get, "/own")) == Response(.forbidden))
    let response = wrapped.respondNow(Request(.get, "/a"))
    #expect(response?.text == (way == .immediate ? "/changed/a for /changed/a" : nil))
  }

  @Test(arguments: [true, false])
  func `a wrapper streams bodies and waits as its responder does`(_ isStreaming: Bool) {
    let rests = Mutex<[BodyStream?]>([])
    let responder = Responder(name: "streams", streamsBodies: isStreaming) { _, rest in
      rests.withLock { $0.append(rest) }
      return .deferred(DeferredResponse(waits: isStreaming, begin: { _, _ in }))
    }
    let rest = BodyStream(Pieces([], isTorn: false))
    let wrappers = [
      responder.unless { _ in nil }, responder.before { $0 },
      responder.after { response, _ in response },
    ]
    for wrapped in wrappers {
      #expect(wrapped.streamsBodies == isStreaming)
      guard case .deferred(let deferred) = wrapped.ask(Request(.get, "/"), rest) else {
        Issue.record("the response is not deferred")
        return
      }
      #expect(deferred.waits == isStreaming)
    }
    #expect(rests.withLock { $0 } == [rest, rest, rest])
    #expect(!responder.collecting().streamsBodies)
  }

  @Test func `work that is left is cancelled if the caller does not wait`() {
    let cancelled = Mutex(0)
    let responder = Responder(name: "long") { _, _ in
      .deferred(
        DeferredResponse(
          begin: { _, _ in Issue.record("the work begins") },
          cancel: { cancelled.withLock { $0 += 1 } }))
    }
    #expect(responder.after { response, _ in response }.respondNow(Request(.get, "/")) == nil)
    #expect(cancelled.withLock { $0 } == 1)
  }

  @Test(arguments: [true, false])
  func `a cancelled task ends the work, even before it begins`(_ isEarly: Bool) async {
    let (end, hold) = AsyncStream<Void>.makeStream()
    let response = DeferredResponse.task {
      for await _ in end {}
      return Response(Task.isCancelled ? .gone : .ok)
    }
    if isEarly { response.cancel() }
    let caller = Task { await response.response() }
    if !isEarly { caller.cancel() }
    #expect(await caller.value == Response(.gone))
    hold.finish()
  }
}

/// A body that is computed, or that is waited for.
private struct Pieces: BodySource {
  private var rest: [String]
  private let isTorn: Bool

  init(_ pieces: [String], isTorn: Bool) { (rest, self.isTorn) = (pieces, isTorn) }

  mutating func next() throws(BodyInterruption) -> [UInt8]? {
    guard rest.isEmpty else { return Array(rest.removeFirst().utf8) }
    if isTorn { throw BodyInterruption("the cable was cut") }
    return nil
  }

  /// A source with the same pieces, which calls completions from a task.
  final class Awaited: AwaitedBodySource {
    private let pieces: Mutex<Pieces>
    private let cancels = Mutex(0)

    init(_ pieces: Pieces) { self.pieces = Mutex(pieces) }

    var isCancelled: Bool { cancels.withLock { $0 > 0 } }

    func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
      Task {
        completion(
          Result { () throws(BodyInterruption) in
            try pieces.withLock { pieces throws(BodyInterruption) in try pieces.next() }
          })
      }
    }

    func cancel() { cancels.withLock { $0 += 1 } }
  }
}

@Suite struct `Bodies in memory` {
  /// Returns a 502 with its reason.
  private static func unavailable(_ reason: String) -> Response {
    var response = Response.json(.badGateway, ["error": .string(reason)])
    HTTPField.Name("X-Ghostlight-Reason").map { response.headers[$0] = reason }
    return response
  }

  /// Returns what is compared of a response: all but its hidden reason.
  private static func visible(_ response: Response?) -> Response? {
    response.map { Response($0.status, headers: $0.headers, body: $0.body) }
  }

  private static let tooLong =
    "the response's body has more than 8 bytes, the limit for a body in memory"

  @Test(
    arguments: [
      ([], false, Response(.ok, body: Array("[".utf8))),
      (["abc", "", "]"], false, Response(.ok, body: Array("[abc]".utf8))),
      (["abcdefg"], false, Response(.ok, body: Array("[abcdefg".utf8))),
      (["abcdefg", "h"], false, unavailable(tooLong)),
      (["abcdefghi"], true, unavailable(tooLong)),
      (["abc"], true, unavailable("the cable was cut")),
      ([], true, unavailable("the cable was cut")),
    ] as [([String], Bool, Response)], [true, false])
  func `a streamed body is whole in memory, or the response is a 502`(
    _ row: (pieces: [String], isTorn: Bool, expected: Response), _ isAwaited: Bool
  ) async {
    let pieces = Pieces(row.pieces, isTorn: row.isTorn)
    let responder = Responder(
      name: "streams",
      immediate: { _ in
        var response = Response(.ok, body: Array("[".utf8))
        response.stream =
          isAwaited ? BodyStream(awaiting: Pieces.Awaited(pieces)) : BodyStream(pieces)
        return response
      })
    let request = Request(.get, "/")
    #expect(Self.visible(await responder.respond(request, bodyBytes: 8)) == row.expected)
    let collecting = responder.collecting(bodyBytes: 8)
    #expect(Self.visible(await collecting.respond(request)) == row.expected)
    let now = Self.visible(responder.after { response, _ in response }.respondNow(request))
    let isTooLong = row.expected == Self.unavailable(Self.tooLong)
    // Without an explicit limit, a body of this size fits into memory.
    if isAwaited { #expect(now == nil) } else if !isTooLong { #expect(now == row.expected) }
  }

  @Test func `a body that is too large for memory is not read further`() async {
    let source = Pieces.Awaited(Pieces(["abc", "def"], isTorn: false))
    var response = Response(.ok)
    response.stream = BodyStream(awaiting: source)
    let responder = Responder(name: "streams", immediate: { [response] _ in response })
    #expect(await responder.respond(Request(.get, "/"), bodyBytes: 2).status == .badGateway)
    #expect(source.isCancelled)
  }
}
