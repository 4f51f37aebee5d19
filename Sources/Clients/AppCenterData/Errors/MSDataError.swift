public import Foundation

/// Why a call of Data failed.
///
/// As `NSError`, it has the same domain, code and user info.
///
/// - Source: protocol reference C3 and C10.
public struct MSDataError: Error, Sendable {
  /// The number of a ``MSDataErrorCode``.
  public let code: Int
  /// What caused the error, where that is known.
  public let innerError: (any Error)?
  private let message: String
  private let status: Int?

  init(
    _ code: MSDataErrorCode, _ message: String, status: Int? = nil, inner: (any Error)? = nil
  ) {
    self.code = code.rawValue
    self.message = message
    self.status = status
    innerError = inner
  }

  /// `kMSACDataErrorDomain`.
  public var domain: String { kMSACDataErrorDomain }

  /// The text in words of the SDK.
  public var localizedDescription: String { message }

  /// The text, the inner error and the HTTP status, by their keys.
  public var userInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: message]
    info[NSUnderlyingErrorKey] = innerError
    info[MSHttpCodeKey] = status
    return info
  }

  /// The HTTP status, where the error knows one.
  var httpStatus: Int? { status }
}

extension MSDataError: CustomNSError, LocalizedError, CustomStringConvertible {
  /// `kMSACDataErrorDomain`.
  public static var errorDomain: String { kMSACDataErrorDomain }

  /// ``code``.
  public var errorCode: Int { code }

  /// ``userInfo``.
  public var errorUserInfo: [String: Any] { userInfo }

  /// ``localizedDescription``.
  public var errorDescription: String? { message }

  /// Code and text in one line.
  public var description: String { "App Center Data \(code): \(message)" }
}
