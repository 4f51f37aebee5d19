import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// How the CRUD service prints refusals and results (A4, A13).
enum CRUDEnvelope {
  /// A refusal in the service's words.
  static func print(_ fault: Fault) -> Response {
    guard fault.status != .notFound else {
      return .json(.notFound, ["error": .string(fault.message)])
    }
    var body: JSONObject = ["statusCode": .integer(Int64(fault.status.code))]
    body["code"] = fault.details["code"]
    body["error"] = fault.details["error"] ?? .string(fault.status.title)
    body["message"] = .string(fault.message)
    return .json(fault.status, .object(body))
  }

  /// A number alone.
  static func count(_ number: Int) -> Response { .json(.ok, .integer(Int64(number))) }
}

/// The body of a request, as the service's framework reads it (A13).
enum CRUDBody {
  /// The body as JSON, null where there is none.
  static func json(_ call: Call) throws(Fault) -> JSON {
    let request = call.request
    guard let type = request.value(of: .contentType) else {
      guard request.body.isEmpty else {
        throw .crudMediaType.filled(["type": "undefined"])
      }
      return .null
    }
    guard
      type == "application/json"
        || type.prefix(while: { $0 != ";" }).lowercased() == "application/json"
    else { throw .crudMediaType.filled(["type": type]) }
    guard !request.body.isEmpty else { throw .crudEmptyBody }
    try call.budget.spend(bytes: request.body.count)
    do throws(JSONError) {
      return try JSON.parse(request.body)
    } catch {
      throw .crudMalformedBody.filled(["message": error.description])
    }
  }

  /// The body, checked and converted.
  static func json(_ call: Call, _ schema: ValueSchema) throws(Fault) -> JSON {
    let body = try json(call)
    // What is not there is nothing to convert.
    if body.isNull, !schema.kinds.isEmpty {
      throw .validation("body must be \(schema.kinds[0].rawValue)")
    }
    return try schema.validated(body, at: "body", within: call.budget)
  }

  /// Refuses a body where none may stand, as the framework does of one said to be JSON.
  static func refuse(_ call: Call) throws(Fault) {
    let request = call.request
    guard request.value(of: .contentType) != nil || !request.body.isEmpty else { return }
    _ = try json(call)
  }
}

/// The trust headers (A11).
extension HTTPField.Name {
  static let userID = known("userid")
  static let aclRows = known("acl_rows")
  static let aclReadColumns = known("acl_read_columns")
  static let aclWriteColumns = known("acl_write_columns")
  static let queryEncoding = known("json-query-params-encoding")
  static let oldQueryEncoding = known("json_query_params_encoding")
}

/// Names of fields with commas between them, as headers and parameters have them (A7, A11).
enum NameList {
  /// The names, without the blanks before them.
  static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.drop { $0 == " " }) }
  }

  /// The columns that a trust header allows, or `nil` for all.
  static func columns(_ name: HTTPField.Name, of request: Request) -> Set<BytewiseString>? {
    request.value(of: name).map { Set(names($0).map(BytewiseString.init)) }
  }
}
