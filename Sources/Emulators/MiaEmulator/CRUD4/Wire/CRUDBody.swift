import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The body of a request, as the service's framework reads it (A13).
enum CRUDBody {
  /// The body as JSON, null where there is none.
  static func json(_ call: Call) throws(Fault) -> JSON {
    let request = call.request
    guard let type = request.headers.value(of: .contentType) else {
      guard request.body.isEmpty else {
        throw .crudMediaType.filled(["type": "undefined"])
      }
      return .null
    }
    let name = type.prefix { $0 != ";" }.lowercased()
    guard name == "application/json" else { throw .crudMediaType.filled(["type": type]) }
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
    guard request.headers.value(of: .contentType) != nil || !request.body.isEmpty else { return }
    _ = try json(call)
  }
}
