package import Foundation
package import GhostlightClient

/// Why a call got no response.
package enum MSCallFailure: Error, Hashable {
  /// The service was disabled meanwhile.
  case cancelled
  /// There was no way, or it broke.
  case transport(TransportError)

  /// The error as apps see it.
  package var error: NSError {
    switch self {
    case .cancelled:
      NSError(
        domain: kMSACErrorDomain, code: 2,
        userInfo: [NSLocalizedDescriptionKey: "The operation was canceled."])
    case .transport(let error): error.urlLoadingError()
    }
  }
}
