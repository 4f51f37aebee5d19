import GhostlightEmulation
import HTTPTypes

/// The refusals of the auth service (A5).
extension Fault {
  static let missingParameter = egf2(
    .badRequest, "MissingParameter", "required parameter \"{name}\" is missed", source: "A5")
  static let wrongCredentials = egf2(
    .unauthorized, "WrongCredentials", "wrong email or password", source: "A5")
  static let wrongOldPassword = egf2(
    .unauthorized, "WrongOldPassword", "wrong old password", source: "A5")
  static let invalidAccessToken = egf2(
    .unauthorized, "InvalidAccessToken", "invalid access token", source: "A5")
  static let unauthorizedDenied = egf2(
    .forbidden, "UnauthorizedDenied", "unauthorized access denied", source: "A5")
  static let emailNotFound = egf2(.notFound, "EmailNotFound", "email not found", source: "A5")
  static let emailAlreadyVerified = egf2(
    .conflict, "EmailAlreadyVerified", "email already verified", source: "A5")
  static let sendEmailError = egf2(
    .serviceUnavailable, "SendEmailError", "send email error: {problem}", source: "A5")
  static let sendInstructionEmailError = egf2(
    .serviceUnavailable, "SendInstructionEmailError",
    "send instruction email error: {problem}", source: "A5")

  static let egf2Auth: [Fault] = [
    missingParameter, wrongCredentials, wrongOldPassword, invalidAccessToken, unauthorizedDenied,
    emailNotFound, emailAlreadyVerified, sendEmailError, sendInstructionEmailError,
  ]
}
