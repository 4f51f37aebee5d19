/// A named function from a request to a response: an emulator, a recording, a remote server or a
/// closure.
///
/// A responder cannot throw; a failure is a response. Its only function, ``ask``, never waits: it
/// returns the response, or the work that is left. ``respond(_:bodyBytes:)`` waits for that work,
/// and ``respondNow(_:)`` does without. Both return whole bodies.
///
/// To change the behavior of a responder, wrap it with ``unless(_:)``, ``before(_:)`` or
/// ``after(_:)``, or create one whose `ask` calls the `ask` of another. A responder is a value. Its
/// closures may be called from any thread, for any number of requests at once.
///
/// ```swift
/// import Ghostlight
///
/// let teapot = Responder(name: "teapot", immediate: { request in
///   Response(.init(code: 418), body: Array(request.target.rawPath.utf8))
/// })
/// let guarded = teapot.unless { request in
///   request.method == .get ? nil : Response(.methodNotAllowed)
/// }
/// let response = guarded.respondNow(Request(.get, "/coffee"))
/// ```
public struct Responder: Sendable {
  /// Begins to respond to a request.
  ///
  /// The stream has the bytes that follow the request's `body`. Without a stream, `body` is
  /// complete.
  public typealias Ask = @Sendable (Request, BodyStream?) -> ResponseAttempt

  /// The default maximum number of bytes of a streamed body that is collected in memory: 64 MiB.
  public static let bodyBytes = 64 << 20

  /// The responder's name in reports.
  public var name: String
  /// Whether ``ask`` accepts the rest of a request's body as a stream.
  ///
  /// If it is `false`, as for most responders, callers pass `nil` and a complete body. Bodies may
  /// be larger than memory only if it is `true`.
  public let streamsBodies: Bool
  /// Returns the response to a request if little work is needed, otherwise the work that is left.
  ///
  /// It returns quickly and never waits. The response's body may be a stream. The caller must begin
  /// or cancel deferred work.
  public let ask: Ask

  /// Creates a responder from its function.
  public init(name: String, streamsBodies: Bool = false, ask: @escaping Ask) {
    (self.name, self.streamsBodies, self.ask) = (name, streamsBodies, ask)
  }

  /// Creates a responder from a closure that may wait, and runs in a task for each request.
  public init(name: String, respond: @escaping @Sendable (Request) async -> Response) {
    self.init(name: name) { request, _ in .deferred(.task { await respond(request) }) }
  }

  /// Creates a responder from a closure that never waits.
  public init(name: String, immediate: @escaping @Sendable (Request) -> Response) {
    self.init(name: name) { request, _ in .answered(immediate(request)) }
  }
}

/// Whole responses, for callers that are not servers.
extension Responder {
  /// Returns the response to a request with its whole body, and waits for it if necessary.
  ///
  /// If a streamed body ends early or has more than `bodyBytes` bytes, the response is a 502 with
  /// the reason in its body and in `X-Ghostlight-Reason`. Cancelling the calling task cancels the
  /// exchange.
  public func respond(
    _ request: Request, bodyBytes: Int = Responder.bodyBytes
  ) async -> Response {
    await ask(request, nil).response(bodyBytes: bodyBytes)
  }

  /// Returns the response to a request with its whole body, if the calling thread need not wait.
  ///
  /// It returns `nil` if the responder needs much work, or has to wait for a disk, another exchange
  /// or another server. That work is cancelled.
  public func respondNow(_ request: Request) -> Response? {
    let attempt = ask(request, nil)
    if let response = attempt.immediate() { return response }
    if case .deferred(let rest) = attempt { rest.cancel() }
    return nil
  }
}

/// Responders that wrap other ones.
extension Responder {
  /// Returns a responder that calls this one only if `response` returns `nil`.
  ///
  /// Use it to reject requests, or to serve some of them. `response` is called on any thread and
  /// must return quickly. If the body is streamed, it gets only the beginning of the body.
  public func unless(_ response: @escaping @Sendable (Request) -> Response?) -> Responder {
    Responder(name: name, streamsBodies: streamsBodies) { [ask] request, rest in
      if let response = response(request) { return .answered(response) }
      return ask(request, rest)
    }
  }

  /// Returns a responder that passes each request to this one as `change` returns it.
  ///
  /// If the body is streamed, `change` gets only its beginning.
  public func before(_ change: @escaping @Sendable (Request) -> Request) -> Responder {
    Responder(name: name, streamsBodies: streamsBodies) { [ask] request, rest in
      ask(change(request), rest)
    }
  }

  /// Returns a responder that returns each response of this one as `change` returns it.
  ///
  /// `change` is called on any thread, as soon as the response's head is known. If the body is
  /// streamed, `body` has only its beginning; see ``collecting(bodyBytes:)``.
  public func after(
    _ change: @escaping @Sendable (Response, Request) -> Response
  ) -> Responder {
    Responder(name: name, streamsBodies: streamsBodies) { [ask] request, rest in
      ask(request, rest).map { change($0, request) }
    }
  }

  /// Returns a responder whose responses have whole bodies, as ``respond(_:bodyBytes:)`` returns
  /// them.
  ///
  /// It also needs complete requests, even if this responder streams bodies.
  public func collecting(bodyBytes: Int = Responder.bodyBytes) -> Responder {
    Responder(name: name) { [ask] request, _ in
      let attempt = ask(request, nil)
      if let response = attempt.immediate(bodyBytes: bodyBytes) { return .answered(response) }
      return .deferred(.task { await attempt.response(bodyBytes: bodyBytes) })
    }
  }
}

/// The result of an attempt to respond without delay.
///
/// ``Responder/ask`` returns it. The caller sends a finished response at once. Deferred work must be
/// begun or cancelled by the caller; otherwise the client never receives a response.
public enum ResponseAttempt: Sendable {
  /// The response is ready to be sent.
  case answered(Response)
  /// The response needs more work, which the caller must begin or cancel.
  case deferred(DeferredResponse)

  /// Returns the attempt with its response, now or later, as `change` returns it.
  public func map(
    _ change: @escaping @Sendable (Response) -> Response
  ) -> ResponseAttempt {
    switch self {
    case .answered(let response): .answered(change(response))
    case .deferred(let deferred): .deferred(deferred.map(change))
    }
  }
}

extension ResponseAttempt {
  /// Returns the response with its whole body, or `nil` if work is left or the body has to be
  /// waited for.
  package func immediate(bodyBytes: Int = Responder.bodyBytes) -> Response? {
    guard case .answered(let response) = self, response.stream?.isAwaited != true else {
      return nil
    }
    return response.collected(bodyBytes: bodyBytes)
  }

  /// Begins the work that is left, and waits for the response with its whole body.
  package func response(bodyBytes: Int = Responder.bodyBytes) async -> Response {
    switch self {
    case .answered(let response): await response.whole(bodyBytes: bodyBytes)
    case .deferred(let deferred): await deferred.response().whole(bodyBytes: bodyBytes)
    }
  }
}
