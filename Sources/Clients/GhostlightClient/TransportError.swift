public import Foundation

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
