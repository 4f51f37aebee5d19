public import Foundation
import GhostlightCore
import HTTPTypes

/// An error of the EGF2 module.
///
/// The domain is `"EGF2"` and the code is the raw value of an ``EGF2ErrorCode``. If the server
/// refused a request, the user info also has `"status_code"` (Int) and, if the response has a code,
/// `"error_code"` (String). `localizedFailureReason` is then the response's message. Network errors
/// are not instances of this class: their domain is `NSURLErrorDomain`.
///
/// ```swift
/// import EGF2
/// import Foundation
///
/// func isMissing(_ error: any Error) -> Bool {
///   guard let error = error as? EGF2Error, error.kind == .serverError else { return false }
///   return error.userInfo["status_code"] as? Int == 404
/// }
/// ```
///
/// `NSError` is unchecked `Sendable`, and Swift requires subclasses to repeat the conformance. This
/// class adds no stored property.
///
/// - Source: protocol reference B3.
public final class EGF2Error: NSError, @unchecked Sendable {
  /// The kind of this error; `nil` only for an archived error with an unknown code.
  public var kind: EGF2ErrorCode? { EGF2ErrorCode(rawValue: code) }

  init(_ kind: EGF2ErrorCode, reason: String? = nil, userInfo: [String: Any] = [:]) {
    var info = userInfo
    info[NSLocalizedDescriptionKey] = kind.words
    info[NSLocalizedFailureReasonErrorKey] = reason
    super.init(domain: "EGF2", code: kind.rawValue, userInfo: info)
  }

  /// Creates an error from an archive.
  public required init?(coder: NSCoder) { super.init(coder: coder) }
}

/// The kind of an ``EGF2Error``, which is also the error's code.
///
/// Two cases exist only for compatibility with the original SDK and are never used:
/// ``networkError`` and ``invalidDataInCoreData``.
///
/// - Source: protocol reference B3.
public enum EGF2ErrorCode: Int, Sendable, CaseIterable {
  /// The server responded with a status other than 200 and 204.
  ///
  /// The user info has the details in `"status_code"` and `"error_code"`, and the failure reason.
  case serverError = 1
  /// Never used.
  ///
  /// Network errors have the domain `NSURLErrorDomain`.
  case networkError = 2
  /// A response does not have the expected form.
  case wrongResponse = 3
  /// An object in a response has no id.
  case wrongJSONObject = 4
  /// No class is registered for the last part of an object's id.
  case unknownObjectType = 5
  /// The object that should be sent is not an instance of a generated model.
  case invalidGraphObject = 6
  /// Never used.
  ///
  /// Invalid stored data is treated as missing.
  case invalidDataInCoreData = 7
  /// A parameter cannot be sent, or a required setting is missing.
  ///
  /// The failure reason names the parameter.
  case wrongMethodParameter = 8

  /// The localized description, with the wording of the original SDK.
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
  /// Creates the error for a response that refuses a request.
  static func refusal(_ response: Response) -> NSError {
    let answer = response.json
    var info: [String: Any] = ["status_code": response.status.code]
    if let code = answer?["code"]?.string { info["error_code"] = code }
    return EGF2Error(
      .serverError, reason: answer?["message"]?.string ?? "Unknown error", userInfo: info)
  }

  /// Creates the error for a response that does not have the expected form.
  static func wrongResponse(_ reason: String) -> NSError {
    EGF2Error(.wrongResponse, reason: reason)
  }

  static func wrongParameter(_ reason: String) -> NSError {
    EGF2Error(.wrongMethodParameter, reason: reason)
  }

  /// Creates the error for an object whose class is not registered or has no `graphFields`.
  static func unknownType(_ reason: String) -> NSError {
    EGF2Error(.unknownObjectType, reason: reason)
  }
}
