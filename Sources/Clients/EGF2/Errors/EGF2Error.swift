public import Foundation

/// Why the module could not do what it was asked.
///
/// The domain is `"EGF2"`, the code that of an ``EGF2ErrorCode``. A server's refusal also has
/// `"status_code"` (Int) and, where the answer names one, `"error_code"` (String) in its user info,
/// and the answer's message as `localizedFailureReason`.
///
/// It adds nothing that is stored; `NSError` is unchecked, and subclasses have to say so again.
///
/// - Source: protocol reference B3.
public final class EGF2Error: NSError, @unchecked Sendable {
  /// What kind of error this is.
  public var kind: EGF2ErrorCode? { EGF2ErrorCode(rawValue: code) }

  init(_ kind: EGF2ErrorCode, reason: String? = nil, userInfo: [String: Any] = [:]) {
    var info = userInfo
    info[NSLocalizedDescriptionKey] = kind.words
    info[NSLocalizedFailureReasonErrorKey] = reason
    super.init(domain: "EGF2", code: kind.rawValue, userInfo: info)
  }

  /// Reads an archived error.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}
