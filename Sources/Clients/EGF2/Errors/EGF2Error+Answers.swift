import Foundation
import GhostlightCore
import HTTPTypes

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

  /// The error for an object whose class is not registered.
  static func unknownType(_ id: String) -> NSError {
    EGF2Error(.unknownObjectType, reason: "Unknown type for object with id: \(id)")
  }
}
