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
    response.headers[.msCharge] = Self.charge(of: fault)
    if let reason = fault.reason { response.headers[.ghostlightReason] = HeaderText.print(reason) }
    return response
  }

  /// What was recorded for refusals (B21).
  private static func charge(of fault: Fault) -> String {
    switch fault.status {
    case .conflict: "1.48"
    case .preconditionFailed: "1.24"
    default: "1"
    }
  }

  /// Adds what every response has.
  func complete(
    _ response: inout Response, _ captures: Captures, _ state: CosmosState, date: String
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
    guard let name = captures["db"], let database = state.position(ofDatabase: name) else { return }
    addPaths(&response, captures, state.databases[database])
  }

  private func addPaths(
    _ response: inout Response, _ captures: Captures, _ database: Database
  ) {
    guard let name = captures["coll"], let position = database.position(ofContainer: name) else {
      return
    }
    let container = database.containers[position]
    let lsn = String(container.lsn)
    response.headers[.msSessionToken] = "0:-1#\(lsn)"
    response.headers[.msLSN] = lsn
    response.headers[.msLocalLSN] = lsn
    response.headers[.msCommittedLSN] = lsn
    guard response.headers[.msRangeID] != nil else {
      response.headers[.msAltContentPath] = HeaderText.print("dbs/\(database.id)")
      response.headers[.msContentPath] = database.rid.text
      return
    }
    response.headers[.msAltContentPath] = HeaderText.print(
      "dbs/\(database.id)/colls/\(container.id)")
    response.headers[.msContentPath] = container.rid.text
    response.headers[.msQuota] =
      "documentSize=10240;documentsSize=10485760;documentsCount=-1;collectionSize=10485760;"
    let count = container.documents.count
    response.headers[.msUsage] =
      "documentSize=0;documentsSize=\(count);documentsCount=\(count);collectionSize=\(count);"
  }
}
