public import GhostlightEmulation
import GhostlightCore
import HTTPTypes

/// The refusals of all services (A17).
extension Fault {
  /// Every refusal of EGF2; the tests walk this list.
  public static let egf2: [Fault] =
    egf2General + egf2Auth + egf2Graph + egf2Validation + egf2Expand + egf2Files

  /// A row with its code in the envelope; codes with several texts are told apart by `what`.
  static func egf2(
    _ status: HTTPResponse.Status, _ code: String, _ message: String, _ what: String? = nil,
    source: String = "A17"
  ) -> Fault {
    Fault(
      "egf2: " + code + (what.map { ": " + $0 } ?? ""), status, message,
      details: ["code": .string(code)], source: source)
  }

  static let resourceNotFound = egf2(
    .notFound, "ResourceNotFound", "{path} does not exist", source: "A2")
  static let methodNotAllowed = egf2(
    .methodNotAllowed, "MethodNotAllowedError", "{method} is not allowed", source: "A2")
  static let invalidContent = egf2(
    .badRequest, "InvalidContent", "Invalid JSON: {problem}", source: "A2")
  static let unauthorized = egf2(
    .unauthorized, "UnauthorizedError", "Bearer token doesn't exist", source: "A4")
  static let tokenNotFound = egf2(.notFound, "TokenNotFound", "token not found", source: "A4")
  static let sessionExpired = egf2(
    HTTPResponse.Status(code: 419, reasonPhrase: "Session Expired"), "SessionExpired",
    "session is expired", source: "A4")
  static let accessForbidden = egf2(
    .forbidden, "AccessForbidden", "Access forbidden", source: "A6")

  static let egf2General: [Fault] = [
    resourceNotFound, methodNotAllowed, invalidContent, unauthorized, tokenNotFound,
    sessionExpired, accessForbidden,
  ]
}
