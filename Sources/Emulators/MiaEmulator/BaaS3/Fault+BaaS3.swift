import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The refusals of the first generation (B10).
extension Fault {
  static let baasNotFound = Fault(
    "baas: not found", .notFound, "Resource not found", source: "B1, B10")
  static let baasWrongSecret = Fault(
    "baas: wrong secret", .unauthorized, "Unauthorized, use secret", source: "B1, B12")
  static let baasUnauthorized = Fault(
    "baas: login needed", .unauthorized, "Unauthorized", source: "B5, B10")
  static let baasForbidden = Fault(
    "baas: forbidden", .forbidden, "Forbidden", source: "B5, B10")
  static let baasBadBody = Fault(
    "baas: malformed body", .badRequest, "Malformed body",
    source: "B10; assumption: the words")
  static let baasBadQuery = Fault(
    "baas: malformed query", .badRequest, "Failed to parse querystring: {problem}",
    source: "B4; assumption: the words after the colon")
  static let baasBadFilter = Fault(
    "baas: query not understood", .badRequest, "{problem}", source: "B4; assumption: the words")
  static let baasBadFields = Fault(
    "baas: mixed fields", .badRequest,
    "$fields has to be an object of field names, either all with 1 or all with 0",
    source: "B4; assumption: the words")
  static let baasBadIncrement = Fault(
    "baas: increment of no number", .badRequest, "$inc needs a number and a field that is one",
    source: "B3; assumption: status and words")
  static let baasUpdateWithoutID = Fault(
    "baas: update without id", .badRequest, "must provide id to update an object", source: "B3")
  static let baasDeleteWithoutID = Fault(
    "baas: delete without id", .badRequest,
    "You must include a query with an id when deleting an object from a collection.",
    source: "B3")
  static let baasBadEmail = Fault(
    "baas: malformed email", .badRequest, "Malformed email", source: "B6")
  static let baasNoPassword = Fault(
    "baas: no password", .badRequest, "password is required", source: "B6")
  static let baasNameTaken = Fault(
    "baas: name in use", .notAcceptable, "username already used", source: "B6")
  static let baasEmailTaken = Fault(
    "baas: email in use", .proxyAuthenticationRequired, "email already used", source: "B6")
  static let baasNoUser = Fault("baas: no user", .notFound, "no such user", source: "B6, E-10")
  static let baasBadCredential = Fault(
    "baas: wrong password", HTTPResponse.Status(code: 402, reasonPhrase: "Payment Required"),
    "bad credential", source: "B6, E-10")
  static let baasNoFile = Fault(
    "baas: no file", .badRequest, "The part \"file\" is missing",
    source: "B7; assumption: the words"
  )
  static let baasBadPlace = Fault(
    "baas: no place asked for", .badRequest, "address, or lat and lng, are required",
    source: "B9; assumption: the words")

  /// Every refusal of the first generation.
  static let baas3: [Fault] = [
    baasNotFound, baasWrongSecret, baasUnauthorized, baasForbidden, baasBadBody, baasBadQuery,
    baasBadFilter, baasBadFields, baasBadIncrement, baasUpdateWithoutID, baasDeleteWithoutID,
    baasBadEmail, baasNoPassword, baasNameTaken, baasEmailTaken, baasNoUser, baasBadCredential,
    baasNoFile, baasBadPlace,
  ]
}
