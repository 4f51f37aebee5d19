public import GhostlightCore

/// How a client's requests reach a backend: over a network, or in process.
public struct Transport: Sendable {
  /// Sends one request and waits for its response.
  public var send: @Sendable (Request) async throws(TransportError) -> Response
  /// The same as far as it goes without waiting, where nothing on the way waits for others.
  public var attempt: (@Sendable (Request) throws(TransportError) -> TransportAttempt)?

  /// Whether targets have to be valid URLs, in which `[` and `]` are sent as `%5B` and `%5D`.
  public var needsValidURLs = false

  /// Makes a transport that may wait.
  public init(send: @escaping @Sendable (Request) async throws(TransportError) -> Response) {
    self.send = send
  }
}

/// What a transport has to say at once about a request.
public enum TransportAttempt: Sendable {
  /// The response.
  case answered(Response)
  /// That it is on its way: the wait that is left.
  case waiting(@Sendable () async throws(TransportError) -> Response)
}
