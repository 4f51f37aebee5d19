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
    body["error"] = fault.details["error"] ?? .string(fault.status.reasonPhrase)
    body["message"] = .string(fault.message)
    return .json(fault.status, .object(body))
  }

  /// A number alone.
  static func count(_ number: Int) -> Response { .json(.ok, .integer(Int64(number))) }
}
