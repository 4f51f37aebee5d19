package import Foundation

extension TransportError {
  /// The URL loading system's error for this, in the case's own words or others.
  package func urlLoadingError(saying text: String? = nil) -> NSError {
    NSError(
      domain: NSURLErrorDomain, code: urlLoadingCode.rawValue,
      userInfo: [NSLocalizedDescriptionKey: text ?? String(describing: self)])
  }

  private var urlLoadingCode: URLError.Code {
    switch self {
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
