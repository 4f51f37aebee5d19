public import Foundation
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

/// Why a request got no response.
public enum TransportError: Error, Sendable, Hashable {
  /// The device has no network.
  case notConnectedToInternet(String)
  /// Nobody knows the host's address.
  case cannotFindHost(String)
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

extension TransportError: CustomStringConvertible, LocalizedError {
  /// What happened, in a sentence; the system's own where it has said one.
  public var description: String {
    switch self {
    case .notConnectedToInternet(let reason), .cannotFindHost(let reason),
      .cannotConnect(let reason), .other(let reason):
      reason
    case .connectionReset: "The network connection was lost."
    case .emptyReply: "The server closed the connection without a response."
    case .truncatedBody(let received, let total):
      "The network connection was lost after \(received) of \(total) bytes."
    case .malformedResponse: "What came is no HTTP response."
    case .timedOut: "The request timed out."
    case .cancelled: "The request was cancelled."
    case .malformedRequest(let text): "\(text) is no URL."
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}

extension Transport {
  /// Sends a request and answers its response, on the caller's thread as far as nothing waits.
  package nonisolated(nonsending) func exchange(
    _ request: Request
  ) async throws(TransportError) -> Response {
    guard let attempt else { return try await send(request) }
    switch try attempt(request) {
    case .answered(let response): return response
    case .waiting(let rest): return try await rest()
    }
  }
}
