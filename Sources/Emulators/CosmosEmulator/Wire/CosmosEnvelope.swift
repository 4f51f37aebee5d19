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
    if let reason = fault.explanation(in: "Cosmos") {
      response.headers[.ghostlightReason] = HeaderText.print(reason)
    }
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

/// Where a resource is, how new it is, and how many there may be of it (B3).
extension CosmosEnvelope {
  func addPlace(_ response: inout Response, _ captures: Captures, _ state: CosmosState) {
    let words = request.target.rawPath.utf8.split(separator: UInt8(ascii: "/"))
    guard !words.isEmpty else { return }
    let database = captures["db"].flatMap(state.position(ofDatabase:)).map { state.databases[$0] }
    let container = captures["coll"].flatMap { name in
      database?.position(ofContainer: name).flatMap { database?.containers[$0] }
    }
    if response.headers[.msSessionToken] == nil {
      CosmosReply.note(container?.lsn ?? Int64(clamping: state.writes), in: &response)
    }
    switch words.count {
    case 1, 2:
      guard words[0].elementsEqual("dbs".utf8) else { return }
      add(&response, of: "databases", 1000, state.databases.count)
    case 3, 4:
      guard let database else { return }
      guard words[2].elementsEqual("colls".utf8) else {
        return add(&response, of: "users", 500_000, database.users.count)
      }
      addPath(&response, to: database)
      add(&response, of: "collections", 5000, database.containers.count)
    default:
      guard let database, let container else { return }
      guard words[4].elementsEqual("docs".utf8) else {
        return addPath(&response, to: database)
      }
      addPath(&response, to: container, in: database)
    }
  }

  private func addPath(_ response: inout Response, to database: Database) {
    response.headers[.msAltContentPath] = HeaderText.print("dbs/\(database.id)")
    response.headers[.msContentPath] = database.rid.text
  }

  private func addPath(
    _ response: inout Response, to container: Container, in database: Database
  ) {
    response.headers[.msAltContentPath] = HeaderText.print(
      "dbs/\(database.id)/colls/\(container.id)")
    response.headers[.msContentPath] = container.rid.text
    guard response.status.code < 400 else { return }
    response.headers[.msQuota] =
      "documentSize=10240;documentsSize=10485760;documentsCount=-1;collectionSize=10485760;"
    let count = container.documents.count
    response.headers[.msUsage] =
      "documentSize=0;documentsSize=\(count);documentsCount=\(count);collectionSize=\(count);"
  }

  private func add(
    _ response: inout Response, of name: String, _ most: Int, _ count: Int
  ) {
    guard response.status.code < 400 else { return }
    response.headers[.msQuota] = "\(name)=\(most);"
    response.headers[.msUsage] = "\(name)=\(count);"
  }
}

/// Responses of the shapes that many routes have.
enum CosmosReply {
  /// A single resource with its entity tag.
  static func resource(
    _ status: HTTPResponse.Status, _ object: JSONObject, charge: String = "1"
  ) -> Response {
    var response = Response(status, body: JSON.object(object).bytes)
    response.headers[.msCharge] = charge
    if let tag = object["_etag"]?.string { response.headers[.eTag] = tag }
    return response
  }

  /// Nothing, after a delete.
  static func deleted(charge: String = "4.95") -> Response {
    var response = Response(.noContent)
    response.headers[.msCharge] = charge
    return response
  }

  /// Says which write an answer is as new as (B5).
  static func note(_ lsn: Int64, in response: inout Response) {
    let text = String(lsn)
    response.headers[.msSessionToken] = "0:-1#\(text)"
    response.headers[.msLSN] = text
    response.headers[.msLocalLSN] = text
    response.headers[.msCommittedLSN] = text
  }

  /// A list of resources, paid for before it is printed; without an entity tag, which pagers would take for a continuation.
  static func feed(
    _ name: String, _ elements: [JSON], rid: String, charge: String = "2",
    within budget: WorkBudget
  ) throws(Fault) -> Response {
    for element in elements { try element.pay(printing: budget) }
    var body: JSONObject = ["_rid": .string(rid)]
    body[name] = .array(elements)
    body["_count"] = .integer(Int64(elements.count))
    var response = Response(.ok, body: JSON.object(body).bytes)
    response.headers[.msCharge] = charge
    response.headers[.msItemCount] = String(elements.count)
    return response
  }
}
