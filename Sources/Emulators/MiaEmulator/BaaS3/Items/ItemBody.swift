import GhostlightCore
import GhostlightEmulation

/// The bodies of requests for items (B1).
enum ItemBody {
  /// The body as JSON.
  ///
  /// - Throws: That it is none.
  static func json(_ call: Call) throws(Fault) -> JSON {
    try call.budget.spend(bytes: call.request.body.count)
    do throws(JSONError) {
      return try JSON.parse(call.request.body)
    } catch { throw .baasBadBody.because("the body is no JSON: \(error)") }
  }

  /// The body as an object.
  ///
  /// - Throws: That it is none.
  static func object(_ call: Call) throws(Fault) -> JSONObject {
    guard case .object(let object) = try json(call) else {
      throw .baasBadBody.because("the body has to be an object")
    }
    return object
  }

  /// The id in an object; `nil` where it has none, or an empty one.
  ///
  /// - Throws: That it is no text.
  static func id(in object: JSONObject) throws(Fault) -> String? {
    switch object["id"] {
    case nil, .null?, .string("")?: return nil
    case .string(let id)?: return id
    default: throw .baasBadBody.because("\"id\" has to be a string")
    }
  }
}
