import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

/// A request that the CRUD service refuses, with the expected status and body.
struct MiaRefusalRow: Sendable, CustomTestStringConvertible {
  let fault: Fault
  let request: Request
  let answer: String
  let isSeven: Bool
  /// The parameters of a state `document exists` before the request.
  let seed: JSONObject?

  init(
    _ fault: Fault, _ request: Request, _ answer: String, isSeven: Bool = false,
    given seed: JSONObject? = nil
  ) {
    self.seed = seed
    self.fault = fault
    self.request = request
    self.answer = answer
    self.isSeven = isSeven
  }

  var testDescription: String { fault.name }

  private static func body(
    _ status: Int, _ error: String, _ message: String, code: String? = nil
  ) -> String {
    let code = code.map { #""code":"\#($0)","# } ?? ""
    let text = JSON.string(message).text()
    return #"\#(status) {"statusCode":\#(status),\#(code)"error":"\#(error)","message":\#(text)}"#
  }

  private static func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON? = nil,
    _ headers: HTTPFields = [:]
  ) -> Request { MiaProject.request(method, target, body, headers) }

  private static func raw(_ type: String, _ text: String) -> Request {
    Request(.post, "/v2/author/", headers: [.contentType: type], body: Array(text.utf8))
  }

  private static let lid: RequestTarget = RequestTarget("/v2/plates/\(MiaDefinitions.lid)")

  private static let duplicate =
    #"E11000 duplicate key error collection: crud.books index: isbn_1 dup key: { isbn: "1" }"#

  static let all: [MiaRefusalRow] = [
    .init(.crudNotFound, request(.get, "/v2/nope/"), #"404 {"error":"not found"}"#),
    .init(
      .crudUnauthorized, request(.get, "/v2/author/", nil, [.secret: "other"]),
      body(401, "Unauthorized", "Unauthorized")),
    .init(
      .crudValidation, request(.post, "/v2/books/", ["title": "x"]),
      body(
        400, "Bad Request", "body must have required property 'isbn'", code: "FST_ERR_VALIDATION")),
    .init(
      .crudUnknownProperty, request(.post, "/v2/author/", ["name": "x", "x": 1]),
      body(
        400, "Bad Request",
        "body must NOT have additional properties. Property \"x\" is not defined in validation "
          + "schema")),
    .init(
      .crudMalformedBody, raw("application/json", "{"),
      body(400, "Bad Request", "Body is not valid JSON: unexpected end at byte 1")),
    .init(
      .crudEmptyBody, raw("application/json", ""),
      body(
        400, "Bad Request", "Body cannot be empty when content-type is set to 'application/json'",
        code: "FST_ERR_CTP_EMPTY_JSON_BODY")),
    .init(
      .crudMediaType, raw("text/plain", "x"),
      body(
        415, "Unsupported Media Type", "Unsupported Media Type: text/plain",
        code: "FST_ERR_CTP_INVALID_MEDIA_TYPE")),
    .init(
      .crudFilterSix, request(.get, MiaProject.query("author", #"{"x":1}"#)),
      body(500, "Internal Server Error", "Unknown field: x")),
    .init(
      .crudFilter, request(.get, MiaProject.query("author", #"{"x":1}"#)),
      body(400, "Bad Request", "Unknown field: x"), isSeven: true),
    .init(
      .crudText, request(.get, MiaProject.query("author", "{")),
      body(500, "Internal Server Error", "unexpected end at byte 1")),
    .init(
      .crudDatabase, request(.get, MiaProject.query("author", #"{"$or":[]}"#)),
      body(500, "Internal Server Error", "$or must be a nonempty array")),
    .init(
      .crudNoPosition, request(.patch, lid, ["$set": ["tags.$.replace": "x"]]),
      body(
        500, "Internal Server Error",
        "The positional operator did not find the match needed from the query.")),
    .init(
      .crudNullElement, request(.patch, lid, ["$set": ["tags.$.replace": .null]]),
      body(500, "Internal Server Error", "Invalid value for array operation")),
    .init(
      .crudDuplicate, request(.post, "/v2/books/", ["isbn": "1"]),
      body(422, "Unprocessable Entity", duplicate)),
    .init(
      .crudConflict, request(.post, "/v2/books/", ["isbn": "1"]), body(409, "Conflict", duplicate),
      isSeven: true),
    .init(
      .crudDuplicateUpdate, request(.patch, "/v2/books/b2", ["$set": ["isbn": "1"]]),
      body(500, "Internal Server Error", duplicate)),
    .init(
      .crudTransition, request(.post, RequestTarget(lid.raw + "/state"), ["stateTo": "DELETED"]),
      body(400, "Bad Request", "transition from PUBLIC to DELETED not allowed."), isSeven: true),
    .init(
      .crudColumn, request(.patch, lid, ["$set": ["age": 1]], [.aclWriteColumns: "name,kind"]),
      body(500, "Internal Server Error", "You cannot edit \"age\" field")),
    .init(
      .crudNotAcceptable, request(.get, "/v2/author/export", nil, [.accept: "image/jpeg"]),
      body(406, "Not Acceptable", "unsupported file type image/jpeg")),
    .init(
      .crudBothProjections, request(.get, "/v2/author/?_p=name&_rawp=%7B%22name%22%3A1%7D"),
      body(400, "Bad Request", "Use of both _rawp and _p parameter is not allowed")),
    .init(
      .crudProjectionOfColumn,
      request(.get, "/v2/author/?_rawp=%7B%22name%22%3A0%7D", nil, [.aclReadColumns: "name"]),
      body(
        400, "Bad Request",
        "_rawp exclusive projection is overriding at least one acl_read_column value")),
    .init(
      .crudProjectionText, request(.get, "/v2/author/?_rawp=%7B"),
      body(400, "Bad Request", "unexpected end at byte 1")),
    .init(
      .crudProjectionOperator,
      request(.get, "/v2/author/?_rawp=%7B%22x%22%3A%7B%22%24where%22%3A1%7D%7D"),
      body(400, "Bad Request", "Operator $where is not allowed in raw projection")),
    .init(
      .crudMissingMember, request(.get, "/v2/plates/5e8ae13bb74dbf0011444ed8"),
      body(500, "Internal Server Error", "\"n\" is required!"),
      given: [
        "collection": "plates", "asStored": true,
        "document": [
          "_id": "5e8ae13bb74dbf0011444ed8", "__STATE__": "PUBLIC", "meta": ["s": "x"],
        ],
      ]),
    .init(
      .crudMismatch, request(.get, "/v2/plates/5e8ae13bb74dbf0011444ed8"),
      body(
        500, "Internal Server Error",
        "The value of '#/properties/nums' does not match schema definition."),
      given: [
        "collection": "plates", "asStored": true,
        "document": [
          "_id": "5e8ae13bb74dbf0011444ed8", "__STATE__": "PUBLIC", "nums": ["1"],
        ],
      ]),
    .init(
      .crudSerialization, request(.get, "/v2/plates/5e8ae13bb74dbf0011444ed8"),
      body(500, "Internal Server Error", "The value \"old\" cannot be converted to a number."),
      given: [
        "collection": "plates", "asStored": true,
        "document": [
          "_id": "5e8ae13bb74dbf0011444ed8", "__STATE__": "PUBLIC", "age": "old",
        ],
      ]),
    .init(
      .crudNoElements, request(.post, "/v2/author/bulk", []),
      body(500, "Internal Server Error", "At least one element is required")),
    .init(
      .crudMultipart,
      Request(
        .post, "/v2/books/import", headers: [.contentType: "multipart/form-data; boundary=x"],
        body: Array("nothing".utf8)),
      body(400, "Bad Request", "Multipart: Boundary not found or part malformed")),
    .init(
      .crudImportForm, request(.post, "/v2/books/import", [["isbn": "7"]]),
      body(400, "Bad Request", "Request is not multipart")),
    .init(
      .crudImportType, MiaRouteRow.upload(.post, "/v2/books/import", "x", type: "image/png"),
      body(415, "Unsupported Media Type", "Unsupported file type image/png")),
    .init(
      .crudImport, MiaRouteRow.upload(.post, "/v2/books/import", "{\"isbn\":\"7\"}\n{}"),
      body(400, "Bad Request", "(index: 1) must have required property 'isbn'")),
  ]
}
