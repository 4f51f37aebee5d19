package import Foundation

extension TransportError {
  /// The URL loading system's error for this.
  package func urlLoadingError() -> NSError {
    NSError(
      domain: NSURLErrorDomain, code: urlLoadingCode.rawValue,
      userInfo: [NSLocalizedDescriptionKey: description])
  }

  private var urlLoadingCode: URLError.Code {
    switch self {
    case .notConnectedToInternet: .notConnectedToInternet
    case .cannotFindHost: .cannotFindHost
    case .cannotConnect: .cannotConnectToHost
    case .connectionReset, .truncatedBody: .networkConnectionLost
    case .emptyReply: .zeroByteResource
    case .malformedResponse: .cannotParseResponse
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    case .malformedRequest: .badURL
    case .other: .unknown
    }
  }
}
