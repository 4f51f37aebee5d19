import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Functions that build refusals and simple responses of the CRUD service (A4, A13).
enum CRUDEnvelope {
  /// Returns the response to a refused request.
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

  /// Returns a response whose body is a number.
  static func count(_ number: Int) -> Response { .json(.ok, .integer(Int64(number))) }
}

/// Functions that read a request's body as the service's web framework does (A13).
enum CRUDBody {
  /// Returns the body as JSON, or null if it is empty.
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

  /// Returns the body, validated and converted with a schema.
  static func json(_ call: Call, _ schema: ValueSchema) throws(Fault) -> JSON {
    let body = try json(call)
    // A missing body is refused here, because null could be converted to the schema's type.
    if body.isNull, !schema.kinds.isEmpty {
      throw .validation("body must be \(schema.kinds[0].rawValue)")
    }
    return try schema.validated(body, at: "body", within: call.budget)
  }

  /// Rejects a body on a route that does not accept one, as the service's web framework does.
  static func refuse(_ call: Call) throws(Fault) {
    let request = call.request
    guard request.value(of: .contentType) != nil || !request.body.isEmpty else { return }
    _ = try json(call)
  }
}

/// The names of the header fields that the CRUD service trusts, because its gateway sets them
/// (A11).
extension HTTPField.Name {
  static let userID = known("userid")
  static let aclRows = known("acl_rows")
  static let aclReadColumns = known("acl_read_columns")
  static let aclWriteColumns = known("acl_write_columns")
  static let queryEncoding = known("json-query-params-encoding")
  static let oldQueryEncoding = known("json_query_params_encoding")
}

/// Lists of field names separated by commas, in headers and parameters (A7, A11).
enum NameList {
  /// Returns the names in a list, without spaces around them.
  static func names(_ text: String) -> [String] {
    text.split(separator: ",").map { String($0.trimmed) }.filter { !$0.isEmpty }
  }

  /// Returns the field names in the access header field `name`; `nil`, which means all fields, if
  /// the request does not have it, or if it has no names.
  ///
  /// - Source: crud-service 7.2.5, lib/projectionUtils.js, `intoArray`.
  static func columns(_ name: HTTPField.Name, of request: Request) -> Set<BytewiseString>? {
    guard let text = request.value(of: name) else { return nil }
    let names = names(text)
    return names.isEmpty ? nil : Set(names.map(BytewiseString.init))
  }
}
