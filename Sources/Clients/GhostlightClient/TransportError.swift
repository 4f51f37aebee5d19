/// Why a request got no response.
public enum TransportError: Error, Sendable, Hashable {
  /// Nothing listens at the address, or there is no way to it.
  case cannotConnect(String)
  /// The connection was reset before a response.
  case connectionReset
  /// The connection was closed before a response.
  case emptyReply
  /// The response's body ended early.
  case truncatedBody(received: Int, of: Int)
  /// What came is no HTTP response.
  case malformedResponse
  /// The response took too long.
  case timedOut
  /// The caller was cancelled.
  case cancelled
  /// The request has no URL: its scheme, authority or target is malformed.
  case malformedRequest(String)
  /// Anything else, in the system's words.
  case other(String)
}
