import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

/// The refusals of StackMob, in the order of the protocol reference's error catalogue (A28).
extension Fault {
  static let duplicateKey = Fault(
    "duplicate id on create", .conflict, "Duplicate key for schema {schema}: \"{id}\"",
    source: "A28, guide")
  static let objectMissing = Fault(
    "read or update of a missing object", .notFound, "object instance does not exist",
    reason: "the schema has no object with this identifier",
    source: "A28, JS suite")
  static let objectMissingOnDelete = Fault(
    "delete of a missing object", .notFound, "This object does not exist",
    reason: "the schema has no object with this identifier",
    source: "A28, JS suite")
  static let notAuthorized = Fault(
    "not logged in or not entitled", .unauthorized, "Insufficient authorization",
    reason: "the request needs a user: log in, and sign it with the session's MAC key",
    source: "A28, JS suite")
  static let verbNotAllowed = Fault(
    "verb not allowed on the schema", .methodNotAllowed, "Invalid HTTP method",
    source: "A28, A23, JS suite")
  static let wrongTypeOnCreate = Fault(
    "wrong type on create", .badRequest,
    "Field {field} has an incompatible type, please check your schema",
    source: "A28, JS suite (from \"an incompatible type\")")
  static let wrongTypeOnUpdate = Fault(
    "wrong type on update", .badRequest,
    "Field {field} has invalid type, please check your schema",
    source: "A28, JS suite (from \"has invalid type\")")
  static let primaryKeyChange = Fault(
    "primary key change", .badRequest, "unable to update primary key {field}",
    source: "A28, JS suite (up to \"key\")")
  static let nullForUnknownField = Fault(
    "null for an unknown field", .badRequest,
    "Field {field} was sent with a null value and its type cannot be inferred",
    source: "A28, iOS changelog 1.1.2; exact words an assumption")
  static let badRequest = Fault(
    "malformed request", .badRequest, "Bad Request", reason: "the request is malformed",
    source: "A28, JS suite")
  static let loginFailed = Fault(
    "login failed", .unauthorized, "access_denied",
    details: ["error_description": "Invalid username or password."],
    reason: "there is no such user, or the form has no user name or no password",
    source: "A28, D1")
  static let temporaryPassword = Fault(
    "temporary password used plainly", .unauthorized, "Temporary password reset required.",
    details: ["error_description": "Temporary password reset required."],
    reason: "this is a temporary password: send new_password with it",
    source: "A28, D4")
  static let refreshRefused = Fault(
    "refresh refused", .unauthorized, "invalid_grant",
    details: ["error_description": "Invalid refresh token."],
    reason: "the refresh token is unknown or was used before: log in again",
    source: "A28, A19.3, D19")
  static let forgotPasswordRefused = Fault(
    "forgot password refused", .unauthorized, "Unable to send a temporary password to {user}",
    source: "A28, A19.8; words an assumption")
  static let resetPasswordRefused = Fault(
    "reset password refused", .unauthorized, "Invalid old password",
    reason: "the user has another password",
    source: "A28, A19.7; words an assumption")
  static let unknownSchema = Fault(
    "unknown schema or method", .notFound, "Schema or method {name} does not exist",
    reason:
      "there is no such schema or method: store an object in it, or add it to ghostlight.json",
    source: "A28, A6.1; words an assumption")
  static let unknownQueryField = Fault(
    "query on an unknown field", .badRequest, "Field {field} does not exist in schema {schema}",
    source: "A28, A6.1; words an assumption")
  static let badGeoQuery = Fault(
    "malformed geo query", .badRequest, "Malformed geo value for field {field}",
    source: "A28, A18; words an assumption")

  static let customCodeStarting = customCodeStarting(in: 1)

  /// Returns the refusal of a call to custom code that will be ready in some seconds.
  static func customCodeStarting(in seconds: Int64) -> Fault {
    Fault(
      "custom code starting", .serviceUnavailable,
      "Your custom code instance has been scheduled for start, and should be ready shortly",
      headers: [.retryAfter: String(seconds)], source: "A28, A21, custom code tutorial")
  }

  // The refusals below are not in the error catalogue, but elsewhere in the protocol reference.

  static let unknownPublicKey = Fault(
    "missing or unknown public key", .unauthorized, "Invalid API key",
    source: "A25; words an assumption")
  static let versionNotDeployed = Fault(
    "API version not deployed", .notFound, "API version {version} is not deployed",
    source: "D44; words an assumption")
  static let oauth1LoginFailed = Fault(
    "OAuth1 login failed", .unauthorized, "Invalid username or password",
    reason: "there is no user with this name and password",
    source: "A19.6, Java suite (\"Invalid\")")
  static let badQueryValue = Fault(
    "query value of the wrong type", .badRequest,
    "Value for field {field} does not match its type {type}", source: "A10.2; words an assumption")
  static let orWithSort = Fault(
    "OR with order or near", .badRequest, "OR cannot be combined with {what}",
    source: "A10.3, D8; words an assumption")
  static let badRange = Fault(
    "malformed Range", .badRequest, "Malformed Range header", source: "A10.6; words an assumption")
  static let badOrder = Fault(
    "malformed order", .badRequest, "Malformed X-StackMob-OrderBy header",
    source: "A10.5; words an assumption")
  static let selectTooDeep = Fault(
    "select inside a relationship not expanded", .badRequest,
    "Cannot select {field} without expanding", source: "A10.7; words an assumption")
  static let deleteWithoutCondition = Fault(
    "delete of a whole schema", .badRequest, "Delete without conditions is not supported",
    source: "A12; words an assumption")
  static let embeddedObject = Fault(
    "sub-object without a relations header", .badRequest,
    "Field {field} holds an object and no relationship was given",
    source: "A6.1, A7; words an assumption")
  static let unknownFieldInProduction = Fault(
    "unknown field outside development", .badRequest,
    "Field {field} does not exist in schema {schema}",
    source: "A1; words an assumption")
  static let badName = Fault(
    "malformed schema or field name", .badRequest,
    "{name} is not a name: use lower-case letters, digits and underscore",
    source: "A6; words an assumption")

  static let badRelations = Fault(
    "malformed relations header", .badRequest, "Malformed X-StackMob-Relations header",
    source: "A16; words an assumption")
  static let badFieldTypes = Fault(
    "malformed field types header", .badRequest, "Malformed X-StackMob-FieldTypes header",
    source: "A16.4; words an assumption")
  static let badBinary = Fault(
    "malformed file", .badRequest, "Field {field} holds a malformed binary value",
    source: "A17; status and words an assumption")
  static let fileMissing = Fault(
    "missing file", .notFound, "This file does not exist",
    source: "A17; the store was another service; words an assumption")
  static let socialTokenRefused = Fault(
    "social token refused on create or link", .badRequest, "{network} does not accept the token",
    source: "A20; words an assumption")
  static let gigyaRefused = Fault(
    "Gigya signature refused on link", .unauthorized, "{network} does not accept the signature",
    source: "A20; words an assumption")
  static let alreadyLinked = Fault(
    "social account linked already", .badRequest,
    "This {network} account is already linked to a user", source: "A20; words an assumption")
  static let userNameTaken = Fault(
    "name taken on social create", .badRequest, "User {user} already exists",
    source: "A20; words an assumption")
  static let socialLoginFailed = Fault(
    "social login failed", .unauthorized, "access_denied",
    details: ["error_description": "The account is not accepted, or linked to no user."],
    source: "A20, D1; words of the description an assumption")
  static let notLinked = Fault(
    "unlink of what is not linked", .notFound, "User {user} is not linked with {network}",
    source: "A20; words an assumption")
  static let badPushToken = Fault(
    "bad push token", .badRequest, "Invalid push token", source: "A22, D24; words an assumption")
  static let pushTokenTaken = Fault(
    "push token registered already", .conflict, "This push token is already registered",
    source: "A22, D24; words an assumption")
  static let customCodeFailed = Fault(
    "custom code failed", .internalServerError, "Custom code {method} failed",
    reason: "only a stage calls the program of a method: send the request to one",
    source: "A21, D69; status and words an assumption")
  static let pagesNotServed = Fault(
    "page without a folder", .notFound,
    "HTML5 apps are not served: add \"static\": \"FOLDER\" to \"stackmob\" in ghostlight.json",
    source: "D70; words an assumption")

  /// The refusals that a fault plan can inject; they do not depend on the request.
  static let stackMobFailures = [badRequest, notAuthorized, objectMissing, verbNotAllowed]

  /// All refusals of StackMob.
  public static let stackMob: [Fault] = [
    duplicateKey, objectMissing, objectMissingOnDelete, notAuthorized, verbNotAllowed,
    wrongTypeOnCreate, wrongTypeOnUpdate, primaryKeyChange, nullForUnknownField, badRequest,
    loginFailed, temporaryPassword, refreshRefused, forgotPasswordRefused, resetPasswordRefused,
    unknownSchema, unknownQueryField, badGeoQuery, customCodeStarting, unknownPublicKey,
    versionNotDeployed, oauth1LoginFailed, badQueryValue, orWithSort, badRange, badOrder,
    selectTooDeep, deleteWithoutCondition, embeddedObject, unknownFieldInProduction, badName,
    badRelations, badFieldTypes, badBinary, fileMissing, socialTokenRefused, gigyaRefused,
    alreadyLinked, userNameTaken, socialLoginFailed, notLinked, badPushToken, pushTokenTaken,
    customCodeFailed, pagesNotServed,
  ]
}
