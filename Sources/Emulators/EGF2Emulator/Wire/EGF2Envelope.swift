import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What all responses have in common (A2).
enum EGF2Envelope {
  private static let jsonFields: HTTPFields = [.contentType: "application/json"]

  /// A success without a result.
  static let empty = Response(.ok)

  /// A success with an object.
  static func json(_ object: JSONObject) -> Response {
    .json(.ok, .object(object), headers: jsonFields)
  }

  /// A refusal: its code and message.
  static func print(_ fault: Fault) -> Response {
    var body = fault.details
    // The refusal of too much work is no vendor's own.
    if body["code"] == nil { body["code"] = "BadRequestError" }
    body["message"] = .string(fault.message)
    var response = Response.json(fault.status, .object(body), headers: jsonFields)
    if let reason = fault.reason { response.headers[.ghostlightReason] = HeaderText.print(reason) }
    return response
  }
}
