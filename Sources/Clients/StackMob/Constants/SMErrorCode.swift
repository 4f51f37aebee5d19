import Foundation

/// An error code: negative in the domain `SMError`, an HTTP status in the domain `HTTP`.
///
/// A code in a `catch` or `case` pattern matches errors with this code and its domain.
///
/// ```swift
/// import StackMob
///
/// func isMissing(_ error: any Error) -> Bool {
///   if case SMErrorNotFound = error { return true }
///   return false
/// }
/// ```
///
/// - Source: protocol reference B1.
public struct SMErrorCode: RawRepresentable, Sendable, Hashable {
  /// The number, as in the `code` of an `NSError`.
  public let rawValue: Int32

  /// Creates a code from its number, such as 404 or -100.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The domain of the code's errors: `SMError` or `HTTP`.
  public var domain: String { rawValue < 0 ? SMErrorDomain : HTTPErrorDomain }

  /// Returns whether an error has this code and the code's domain.
  public static func ~= (code: SMErrorCode, error: any Error) -> Bool {
    let error = error as NSError
    return error.domain == code.domain && error.code == Int(code.rawValue)
  }
}
