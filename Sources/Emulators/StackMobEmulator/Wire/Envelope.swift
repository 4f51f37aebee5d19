import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What all responses have in common (A3).
enum Envelope {
  /// `{"error": …}` with the fault's details.
  static func print(_ fault: Fault) -> Response {
    var body: JSONObject = ["error": .string(fault.message)]
    for member in fault.details { body[member.key] = member.value }
    var response = Response.json(fault.status, .object(body))
    for field in fault.headers { response.headers[field.name] = field.value }
    if let reason = fault.reason { response.headers[.ghostlightReason] = HeaderText.print(reason) }
    return response
  }

  /// Adds the two clocks that clients read: `Date` and `X-StackMob-Time-MS`.
  static func stamp(_ response: inout Response, at moment: Moment, _ date: inout ResponseDate) {
    response.headers.reserveCapacity(response.headers.count + 3)
    response.headers[.date] = date.text(at: moment)
    response.headers[.stackMobTime] = String(moment.milliseconds)
  }
}
