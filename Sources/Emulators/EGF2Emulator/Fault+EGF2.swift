import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// The refusals of all services (A17).
extension Fault {
  /// All refusals of EGF2.
  public static let egf2: [Fault] =
    egf2General + egf2Auth + egf2Graph + egf2Validation + egf2Expand + egf2Files

  /// Creates a refusal with the vendor's error code.
  ///
  /// `what` distinguishes refusals that have the same code.
  static func egf2(
    _ status: HTTPResponse.Status, _ code: String, _ message: String, _ what: String? = nil,
    reason: String? = nil, source: String = "A17"
  ) -> Fault {
    Fault(
      "egf2: " + code + (what.map { ": " + $0 } ?? ""), status, message,
      details: ["code": .string(code)], reason: reason, source: source)
  }

  static let resourceNotFound = egf2(
    .notFound, "ResourceNotFound", "{path} does not exist", source: "A2")
  static let methodNotAllowed = egf2(
    .methodNotAllowed, "MethodNotAllowedError", "{method} is not allowed", source: "A2")
  static let invalidContent = egf2(
    .badRequest, "InvalidContent", "Invalid JSON: {problem}", source: "A2")
  static let unauthorized = egf2(
    .unauthorized, "UnauthorizedError", "Bearer token doesn't exist",
    reason: "send Authorization: Bearer TOKEN with the token of a login",
    source: "A4")
  static let tokenNotFound = egf2(
    .notFound, "TokenNotFound", "token not found",
    reason: "there is no such token, or it was used before: log in again",
    source: "A4")
  static let sessionExpired = egf2(
    HTTPResponse.Status(code: 419, reasonPhrase: "Session Expired"), "SessionExpired",
    "session is expired", reason: "the session is older than session_lifetime: log in again",
    source: "A4")
  static let accessForbidden = egf2(
    .forbidden, "AccessForbidden", "Access forbidden",
    reason: "no rule of the graph's configuration allows this to the user",
    source: "A6")

  static let egf2General: [Fault] = [
    resourceNotFound, methodNotAllowed, invalidContent, unauthorized, tokenNotFound,
    sessionExpired, accessForbidden,
  ]
}

/// The refusals of objects and edges (A7 to A10).
extension Fault {
  static let emptyBody = egf2(.badRequest, "EmptyBody", "Empty body", source: "A7")
  static let incorrectObjectType = egf2(
    .badRequest, "IncorrectObjectType", "Incorrect object type '{type}'", source: "A8")
  static let unknownObjectType = egf2(
    .badRequest, "UnknownObjectType", "Unknown object type", source: "A8, A13")
  static let incorrectObjectID = egf2(
    .badRequest, "IncorrectObjectID", "Incorrect object ID '{id}'", source: "A9")
  static let unsupportedDestination = egf2(
    .badRequest, "UnsupportedDestinationObject",
    "Unsupported destination object for edge '{edge}'", source: "A9")
  static let incorrectCount = egf2(
    .badRequest, "IncorrectCountParameter",
    "Incorrect count parameter. Count parameter must be between 0 and {maximum}", source: "A10")
  static let incorrectAfter = egf2(
    .badRequest, "IncorrectAfterParameter", "Incorrect after parameter", source: "A10, A13")
  static let incorrectRange = egf2(
    .badRequest, "IncorrectRangeParameter",
    "Incorrect range parameter. '{piece}' must be {form}", source: "A13, E25")
  static let notEditableField = egf2(
    .forbidden, "NotEditableField",
    "'{field}' field is not editable or contains incorrect value", source: "A8")
  static let objectNotExists = egf2(
    .notFound, "ObjectNotExists", "Object '{id}' doesn't exist", "object", source: "A7")
  static let destinationNotExists = egf2(
    .notFound, "ObjectNotExists", "Destination object doesn't exist for edge '{edge}'",
    "destination", source: "A9")
  static let objectWasDeleted = egf2(
    .notFound, "ObjectWasDeleted", "Object was deleted", source: "A7")
  static let edgeNotExists = egf2(
    .notFound, "EdgeNotExists", "Edge '{edge}' doesn't exist", source: "A9")
  static let uniqueConstraintViolated = egf2(
    .conflict, "UniqueConstraintViolated", "Unique constraint violated for '{key}'", source: "A8")
  static let edgeAlreadyExists = egf2(
    .conflict, "EdgeAlreadyExists", "Edge '{edge}' already exists", source: "A9")
  static let objectDeleted = egf2(
    .conflict, "ObjectDeleted", "Couldn't change deleted object", source: "A7")
  static let incorrectDefaultValue = egf2(
    .internalServerError, "IncorrectDefaultValue", "Incorrect default value", source: "A8")

  static let egf2Graph: [Fault] = [
    emptyBody, incorrectObjectType, unknownObjectType, incorrectObjectID, unsupportedDestination,
    incorrectCount, incorrectAfter, incorrectRange, notEditableField, objectNotExists,
    destinationNotExists,
    objectWasDeleted, edgeNotExists, uniqueConstraintViolated, edgeAlreadyExists, objectDeleted,
    incorrectDefaultValue,
  ]
}

/// The refusals of invalid objects (A8, "Validation").
extension Fault {
  private static func invalid(_ message: String, _ what: String) -> Fault {
    egf2(.badRequest, "ObjectIsNotValid", message, what, source: "A8")
  }

  static let extraField = invalid("Unexpected extra field '{field}'", "extra field")
  static let nullField = invalid("'{field}' can not be null", "null")
  static let requiredField = invalid("'{field}' field is required", "required")
  static let mustBe = invalid("'{field}' must be {what}", "kind")
  static let tooShort = invalid("'{field}' must have length more than {limit}", "too short")
  static let tooLong = invalid("'{field}' must have length less than {limit}", "too long")
  static let tooSmall = invalid("'{field}' must be more than {limit}", "too small")
  static let tooGreat = invalid("'{field}' must be less than {limit}", "too great")
  static let invalidEmail = invalid("'{value}' is not valid email", "email")
  static let noValidator = invalid(
    "Can not find custom validator for '{validator}'", "validator")
  static let notAChoice = invalid("'{field}' must be one of: {values}", "choice")
  static let unknownFieldType = invalid("Unknown '{type}' type in config", "unknown type")

  static let egf2Validation: [Fault] = [
    extraField, nullField, requiredField, mustBe, tooShort, tooLong, tooSmall, tooGreat,
    invalidEmail, noValidator, notAChoice, unknownFieldType,
  ]
}

/// The refusals of the auth service (A5).
extension Fault {
  static let missingParameter = egf2(
    .badRequest, "MissingParameter", "required parameter \"{name}\" is missed", source: "A5")
  static let wrongCredentials = egf2(
    .unauthorized, "WrongCredentials", "wrong email or password",
    reason: "there is no user with this email address",
    source: "A5")
  static let wrongOldPassword = egf2(
    .unauthorized, "WrongOldPassword", "wrong old password",
    reason: "the user has another password",
    source: "A5")
  static let invalidAccessToken = egf2(
    .unauthorized, "InvalidAccessToken", "invalid access token",
    reason: "the token is not that of this session: log in again",
    source: "A5")
  static let unauthorizedDenied = egf2(
    .forbidden, "UnauthorizedDenied", "unauthorized access denied",
    reason: "send Authorization: Bearer TOKEN with the token of a login",
    source: "A5")
  static let emailNotFound = egf2(
    .notFound, "EmailNotFound", "email not found",
    reason: "there is no user with this email address",
    source: "A5")
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

/// The refusals of the `expand` grammar (A11).
extension Fault {
  static let unavailableExpandLevel = egf2(
    .badRequest, "UnavailableExpandLevel", "Unavailable expand level",
    reason: "expand has more levels than the service reads",
    source: "A11")
  static let incorrectExpandFormat = egf2(
    .badRequest, "IncorrectExpandFormat", "Incorrect expand format", source: "A11")

  static let egf2Expand: [Fault] = [unavailableExpandLevel, incorrectExpandFormat]
}

/// The refusals of the file service (A12).
extension Fault {
  static let mimeTypeMissing = egf2(
    .badRequest, "BadRequestError", "'mime_type' parameter requered", "no type", source: "A12")
  static let notAnImage = egf2(
    .badRequest, "BadRequestError", "'mime_type' must be image type", "no image", source: "A12")

  static let egf2Files: [Fault] = [mimeTypeMissing, notAnImage]
}
