public import Foundation
import GhostlightCore
import HTTPTypes

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

/// What kind of thing went wrong, as the code of an ``EGF2Error``.
///
/// - Source: protocol reference B3.
public enum EGF2ErrorCode: Int, Sendable, CaseIterable {
  /// The status is neither 200 nor 204; see `"status_code"`, `"error_code"` and the reason.
  case serverError = 1
  /// Never used: errors of the network come as they are, in `NSURLErrorDomain`.
  case networkError = 2
  /// An answer has not the expected shape.
  case wrongResponse = 3
  /// An object in an answer has no id.
  case wrongJSONObject = 4
  /// No class is registered for the end of an id.
  case unknownObjectType = 5
  /// The object to update with is not one of the generated models.
  case invalidGraphObject = 6
  /// Never used: what was kept and cannot be read counts as missing.
  case invalidDataInCoreData = 7
  /// A parameter cannot be used; the reason says why.
  case wrongMethodParameter = 8

  /// The words of the SDK.
  var words: String {
    switch self {
    case .serverError: "Server has returned an error"
    case .networkError: "A network error"
    case .wrongResponse: "Has got wrong response"
    case .wrongJSONObject: "Has got wrong JSON object"
    case .unknownObjectType: "Unknown object type"
    case .invalidGraphObject: "Invalid graph object"
    case .invalidDataInCoreData: "Core data object has invalid data"
    case .wrongMethodParameter: "Wrong method parameter"
    }
  }
}

extension EGF2Error {
  /// The error for a refusal.
  static func refusal(_ response: Response) -> NSError {
    let answer = response.json
    var info: [String: Any] = ["status_code": response.status.code]
    if let code = answer?["code"]?.string { info["error_code"] = code }
    return EGF2Error(
      .serverError, reason: answer?["message"]?.string ?? "Unknown error", userInfo: info)
  }

  /// The error for an answer of another shape than expected.
  static func wrongResponse(_ reason: String) -> NSError {
    EGF2Error(.wrongResponse, reason: reason)
  }

  /// The error for a parameter that cannot be used.
  static func wrongParameter(_ reason: String) -> NSError {
    EGF2Error(.wrongMethodParameter, reason: reason)
  }

  /// The error for an object without a class that can be filled.
  static func unknownType(_ reason: String) -> NSError {
    EGF2Error(.unknownObjectType, reason: reason)
  }
}
