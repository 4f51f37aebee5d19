public import GhostlightCore

/// How a client's requests reach a backend: over a network, or in process.
public struct Transport: Sendable {
  /// Sends one request and waits for its response.
  public var send: @Sendable (Request) async throws(TransportError) -> Response
  /// The same without waiting, where nothing on the way ever waits.
  public var sendNow: (@Sendable (Request) throws(TransportError) -> Response)?

  /// Whether targets have to be valid URLs, in which `[` and `]` are sent as `%5B` and `%5D`.
  public var needsValidURLs = false

  /// Makes a transport that may wait.
  public init(send: @escaping @Sendable (Request) async throws(TransportError) -> Response) {
    self.send = send
  }
}
