import GhostlightEmulation
import HTTPTypes

/// What can be wrong with an object (A8, "Validation").
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
