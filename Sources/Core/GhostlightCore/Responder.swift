/// Something that answers requests.
///
/// It cannot fail: a failure is a response. Behaviour is added by functions from responder to
/// responder.
public struct Responder: Sendable {
  /// What reports call it.
  public var name: String
  /// Answers one request.
  public var respond: @Sendable (Request) async -> Response
  /// The same answer without waiting, where no part ever waits; servers prefer it.
  public var respondNow: (@Sendable (Request) -> Response)?
  /// The same answer where it is quickly found, else the work that is left.
  ///
  /// Servers prefer it to ``respondNow``, since it never takes long and never waits.
  public var attempt: (@Sendable (Request) -> ResponseAttempt)?

  /// Makes a responder that may wait.
  public init(name: String, respond: @escaping @Sendable (Request) async -> Response) {
    self.name = name
    self.respond = respond
    respondNow = nil
  }

  /// Makes a responder that never waits.
  public init(name: String, immediate: @escaping @Sendable (Request) -> Response) {
    self.name = name
    respond = { request in immediate(request) }
    respondNow = immediate
  }
}
