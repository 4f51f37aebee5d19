import Foundation

/// A code of an error: of StackMob's own domain below 0, of HTTP above.
///
/// In a `catch` or `case` pattern a code matches errors of its domain.
///
/// - Source: protocol reference B1.
public struct SMErrorCode: RawRepresentable, Sendable, Hashable {
  /// The code as it stands in an `NSError`.
  public let rawValue: Int32

  /// A code of a number.
  public init(rawValue: Int32) {
    self.rawValue = rawValue
  }

  /// The domain of the code's errors: `SMError` or `HTTP`.
  public var domain: String { rawValue < 0 ? SMErrorDomain : HTTPErrorDomain }

  /// Whether an error has the code in its domain.
  public static func ~= (code: SMErrorCode, error: any Error) -> Bool {
    let error = error as NSError
    return error.domain == code.domain && error.code == Int(code.rawValue)
  }
}
