import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What responses have in common.
enum AppCenterEnvelope {
  /// A refusal: `{"error": {"code": …, "message": …}}`.
  static func print(_ fault: Fault) -> Response {
    let body: JSON = [
      "error": [
        "code": fault.details["code"] ?? "BadRequest", "message": .string(fault.message),
      ]
    ]
    var response = Response(fault.status, body: body.bytes)
    if let reason = fault.reason { response.headers[.ghostlightReason] = HeaderText.print(reason) }
    return response
  }

  /// Adds what every response has.
  static func complete(_ response: inout Response, date: String) {
    response.headers[.contentType] = "application/json"
    response.headers[.date] = date
  }
}
