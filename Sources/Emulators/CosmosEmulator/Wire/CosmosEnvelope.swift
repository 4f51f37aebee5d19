import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// What all responses have in common (B3, B20).
struct CosmosEnvelope {
  let request: Request
  /// The request's activity id, or a new one.
  let activityID: String

  init(_ request: Request, _ moment: inout Moment) {
    self.request = request
    activityID = request.headers[.msActivityID] ?? moment.draw(.uuid, named: "activity")
  }

  /// A refusal in the service's words.
  func print(_ fault: Fault) -> Response {
    let sdk = "Microsoft.Azure.Documents.Common/2.14.0"
    let trailer = "\r\nActivityId: \(activityID), \(sdk)"
    let message =
      switch fault.details["form"]?.string.flatMap(Fault.CosmosForm.init) {
      case .backend:
        "Message: {\"Errors\":[\(JSON.string(fault.message).text())]}" + trailer
      case .query: "Message: {\"errors\":[\(fault.message)]}" + trailer
      default: fault.message + trailer
      }
    var body: JSONObject = [
      "code": fault.details["code"] ?? "BadRequest", "message": .string(message),
    ]
    if let plan = fault.details["additionalErrorInfo"] { body["additionalErrorInfo"] = plan }
    var response = Response(fault.status, body: JSON.object(body).bytes)
    for field in fault.headers { response.headers[field.name] = field.value }
    if let substatus = fault.details["substatus"]?.integer {
      response.headers[.msSubstatus] = String(substatus)
    }
    response.headers[.msCharge] = charge(of: fault)
    if let reason = fault.reason { response.headers[.ghostlightReason] = HeaderText.print(reason) }
    return response
  }

  /// What was recorded for refusals (B21).
  private func charge(of fault: Fault) -> String {
    switch fault.status {
    case .conflict: "1.48"
    case .notFound where request.method == .delete: "1.24"
    case .preconditionFailed: "1.24"
    default: "1"
    }
  }

  /// Adds what every response has.
  func complete(
    _ response: inout Response, _ captures: Captures?, _ state: CosmosState, date: String
  ) {
    response.headers.reserveCapacity(24)
    response.headers[.contentType] = "application/json"
    response.headers[.msActivityID] = activityID
    if response.headers[.msCharge] == nil { response.headers[.msCharge] = "1" }
    response.headers[.msGatewayVersion] = "version=2.14.0"
    response.headers[.msServiceVersion] = "version=2.14.0.0"
    response.headers[.msSchemaVersion] = "1.21"
    response.headers[.server] = "Microsoft-HTTPAPI/2.0"
    response.headers[.date] = date
    if request.scheme == "https" {
      response.headers[.strictTransportSecurity] = "max-age=31536000"
    }
    if response.status.code < 300 {
      response.headers[.cacheControl] = "no-store, no-cache"
      response.headers[.pragma] = "no-cache"
      if request.method != .post {
        response.headers[.contentLocation] =
          "\(request.scheme)://\(request.authority)\(request.target.raw)"
      }
    }
    if let captures { addPlace(&response, captures, state) }
  }
}
