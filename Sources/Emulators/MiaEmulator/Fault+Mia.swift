import GhostlightCore
public import GhostlightEmulation
import HTTPTypes

extension Fault {
  /// The refusals of both generations: the CRUD service's, then those of BaaS up to 3.
  public static let mia: [Fault] = crud4 + baas3
}

/// The refusals of the CRUD service (A13).
extension Fault {
  private static func crud(
    _ name: String, _ status: HTTPResponse.Status, _ text: String, code: String? = nil,
    error: String? = nil, reason: String? = nil, source: String
  ) -> Fault {
    var details: JSONObject = [:]
    if let code { details["code"] = .string(code) }
    if let error { details["error"] = .string(error) }
    return Fault(name, status, text, details: details, reason: reason, source: source)
  }

  static let crudNotFound = crud(
    "not found", .notFound, "not found",
    reason: "the collection has no such document in the requested states",
    source: "A4, A13")
  static let crudUnauthorized = crud(
    "secret or session", .unauthorized, "Unauthorized",
    reason: "send the API secret in the field secret, or a session that may do this",
    source: "A1")
  static let crudValidation = crud(
    "validation", .badRequest, "{message}", code: "FST_ERR_VALIDATION", source: "A13")
  static let crudUnknownProperty = crud(
    "unknown property", .badRequest,
    "{problem}. Property \"{name}\" is not defined in validation schema", source: "A13")
  static let crudMalformedBody = crud(
    "body is no JSON", .badRequest, "Body is not valid JSON: {message}", source: "A13")
  static let crudEmptyBody = crud(
    "empty body said to be JSON", .badRequest,
    "Body cannot be empty when content-type is set to 'application/json'",
    code: "FST_ERR_CTP_EMPTY_JSON_BODY", source: "A10")
  static let crudMediaType = crud(
    "media type", .unsupportedMediaType, "Unsupported Media Type: {type}",
    code: "FST_ERR_CTP_INVALID_MEDIA_TYPE", source: "A13")
  static let crudFilterSix = crud(
    "filter language, 6.x", .internalServerError, "{message}", source: "A6, A14")
  static let crudFilter = crud(
    "filter language, 7.x", .badRequest, "{message}", source: "A6, A14")
  static let crudText = crud(
    "filter is no JSON", .internalServerError, "{message}", source: "A6, A13")
  static let crudDatabase = crud(
    "refused by the database", .internalServerError, "{message}", source: "A12, A13")
  static let crudNoPosition = crud(
    "no position", .internalServerError,
    "The positional operator did not find the match needed from the query.", source: "A12")
  static let crudNullElement = crud(
    "null as element", .internalServerError, "Invalid value for array operation", source: "A12")
  static let crudDuplicate = crud(
    "unique index, 6.x", .unprocessableContent, "{message}", error: "Unprocessable Entity",
    source: "A10, A14")
  static let crudConflict = crud(
    "unique index, 7.x", .conflict, "{message}", source: "A10, A14")
  static let crudDuplicateUpdate = crud(
    "unique index in an update", .internalServerError, "{message}", source: "A10")
  static let crudTransition = crud(
    "forbidden transition, 7.x", .badRequest, "transition from {from} to {to} not allowed.",
    source: "A13")
  static let crudColumn = crud(
    "column that may not be written", .internalServerError, "You cannot edit \"{name}\" field",
    source: "A11")
  static let crudNotAcceptable = crud(
    "export format", .notAcceptable, "unsupported file type {type}", source: "A13")
  static let crudBothProjections = crud(
    "two projections", .badRequest, "Use of both _rawp and _p parameter is not allowed",
    source: "A7")
  static let crudProjectionOfColumn = crud(
    "projection leaves out a column", .badRequest,
    "_rawp exclusive projection is overriding at least one acl_read_column value", source: "A7")
  static let crudProjectionText = crud(
    "projection is no JSON", .badRequest, "{message}", source: "A7")
  static let crudProjectionOperator = crud(
    "operator in a projection", .badRequest, "Operator {name} is not allowed in raw projection",
    source: "A7")
  static let crudMissingMember = crud(
    "required member missing in the response", .internalServerError, "\"{name}\" is required!",
    reason: "an object of the document does not have a required member; it is stored nevertheless",
    source: "A12")
  static let crudMismatch = crud(
    "array of another form in the response", .internalServerError,
    "The value of '#/properties/{name}' does not match schema definition.",
    reason: "an element of the array differs from the definition; it is stored nevertheless",
    source: "A9, A12")
  static let crudSerialization = crud(
    "value of another type in the response", .internalServerError,
    "The value \"{value}\" cannot be converted to {kind}.",
    reason: "the stored document has a value of another type than its definition", source: "A9")
  static let crudNoElements = crud(
    "empty bulk", .internalServerError, "At least one element is required", source: "A10")
  static let crudMultipart = crud(
    "damaged multipart", .badRequest, "Multipart: {message}",
    source: "assumption: words; the status follows A13")
  static let crudImportForm = crud("form of an import", .badRequest, "{message}", source: "A4")
  static let crudImportType = crud(
    "file type of an import", .unsupportedMediaType, "Unsupported file type {type}", source: "A4")
  static let crudImport = crud(
    "document of an import", .badRequest, "(index: {index}) {message}",
    source: "A4")

  /// The refusals of the CRUD service.
  public static let crud4: [Fault] = [
    crudNotFound, crudUnauthorized, crudValidation, crudUnknownProperty, crudMalformedBody,
    crudEmptyBody, crudMediaType, crudFilterSix, crudFilter, crudText, crudDatabase, crudNoPosition,
    crudNullElement, crudDuplicate, crudConflict, crudDuplicateUpdate, crudTransition, crudColumn,
    crudNotAcceptable, crudBothProjections, crudProjectionOfColumn, crudProjectionText,
    crudProjectionOperator, crudMissingMember, crudMismatch, crudSerialization, crudNoElements,
    crudMultipart, crudImportForm, crudImportType, crudImport,
  ]

  static func validation(_ message: String) -> Fault {
    crudValidation.filled(["message": message])
  }

  static func unknownProperty(_ name: String, at place: String) -> Fault {
    crudUnknownProperty.filled([
      "problem": "\(place) must NOT have additional properties", "name": name,
    ])
  }

  static func database(_ message: String) -> Fault { crudDatabase.filled(["message": message]) }

  /// Returns the refusal of an invalid filter, with the message of the service or of its database.
  static func filter(_ problem: FilterError, _ line: CRUDCompatibility) -> Fault {
    if let fault = problem.fault { return fault }
    guard !problem.isOfDatabase else { return database(problem.message) }
    let row = line == .six ? crudFilterSix : crudFilter
    return row.filled(["message": problem.message])
  }
}

/// The refusals of BaaS up to 3 (B10).
extension Fault {
  static let baasNotFound = Fault(
    "baas: not found", .notFound, "Resource not found",
    reason: "there is no such collection or document",
    source: "B1, B10")
  static let baasWrongSecret = Fault(
    "baas: wrong secret", .unauthorized, "Unauthorized, use secret", source: "B1, B12")
  static let baasUnauthorized = Fault(
    "baas: login needed", .unauthorized, "Unauthorized",
    reason: "the request needs a user: log in, and send the session in sid",
    source: "B5, B10")
  static let baasForbidden = Fault(
    "baas: forbidden", .forbidden, "Forbidden",
    reason: "the session's user has no permission for this document",
    source: "B5, B10")
  static let baasBadBody = Fault(
    "baas: malformed body", .badRequest, "Malformed body",
    reason: "the body has another form than this route needs",
    source: "B10; assumption: the words")
  static let baasUnreadableBody = Fault(
    "baas: body not parsed", .badRequest, "{problem}", source: "B1, B10")
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
  static let baasNoUser = Fault("baas: no user", .notFound, "no such user", source: "B6, E10")
  static let baasBadCredential = Fault(
    "baas: wrong password", HTTPResponse.Status(code: 402, reasonPhrase: "Payment Required"),
    "bad credential", reason: "the user has another password",
    source: "B6, E10")
  static let baasNoFile = Fault(
    "baas: no file", .badRequest, "The part \"file\" is missing",
    source: "B7; assumption: the words"
  )
  static let baasBadPlace = Fault(
    "baas: no place asked for", .badRequest, "address, or lat and lng, are required",
    source: "B9; assumption: the words")

  /// The refusals of BaaS up to 3.
  static let baas3: [Fault] = [
    baasNotFound, baasWrongSecret, baasUnauthorized, baasForbidden, baasBadBody,
    baasUnreadableBody, baasBadQuery, baasBadFilter, baasBadFields, baasBadIncrement,
    baasUpdateWithoutID, baasDeleteWithoutID, baasBadEmail, baasNoPassword, baasNameTaken,
    baasEmailTaken, baasNoUser, baasBadCredential, baasNoFile, baasBadPlace,
  ]
}
