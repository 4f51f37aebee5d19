import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Adds to each response the header fields that all responses have in common (B3, B20).
struct CosmosEnvelope {
  let request: Request
  /// The activity id that the request contains, or a new one.
  let activityID: String

  init(_ request: Request, _ moment: inout Moment) {
    self.request = request
    activityID = request.value(of: .msActivityID) ?? moment.draw(.uuid, named: "activity")
  }

  /// Returns the response to a refused request.
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
    response.headers[.ghostlightReason] = HeaderText.print(fault.explanation(in: "Cosmos"))
    return response
  }

  /// Returns the charge of a refusal in request units, as recorded from the service (B21).
  private func charge(of fault: Fault) -> String {
    switch fault.status {
    case .conflict: "1.48"
    case .notFound where request.method == .delete: "1.24"
    case .preconditionFailed: "1.24"
    default: "1"
    }
  }

  /// Adds the header fields that all responses have in common.
  ///
  /// `containerFields` is the cache of the fields that describe a container.
  func complete(
    _ response: inout Response, _ captures: Captures?, _ state: CosmosState, date: HTTPField,
    _ containerFields: inout ContainerFields
  ) {
    add(to: &response, captures, state, date: date, &containerFields)
    guard let version = request.value(of: .msVersion), version < Self.vectorTokens,
      let token = response.headers.value(of: .msSessionToken)
    else { return }
    response.headers.set(.msSessionToken, to: token.replacing(":-1#", with: ":"))
  }

  /// The first API version whose session tokens are vectors: `0:-1#3` instead of `0:3` (B5).
  private static let vectorTokens = "2018-06-18"

  private func add(
    to response: inout Response, _ captures: Captures?, _ state: CosmosState, date: HTTPField,
    _ containerFields: inout ContainerFields
  ) {
    response.headers.reserveCapacity(32)
    response.headers.set(Self.jsonField)
    response.headers.append(HTTPField(name: .msActivityID, value: activityID))
    if response.headers.value(of: .msCharge) == nil { response.headers.append(Self.chargeField) }
    response.headers.append(all: Self.versionFields)
    response.headers.append(date)
    if request.scheme == "https" {
      response.headers.append(
        HTTPField(name: .strictTransportSecurity, value: "max-age=31536000"))
    }
    if response.status.code < 300 {
      response.headers.append(all: Self.cacheFields)
      if request.method != .post {
        var location = request.scheme
        location.reserveCapacity(64 + request.target.raw.utf8.count)
        location += "://"
        location += request.authority
        location += request.target.raw
        response.headers.append(HTTPField(name: .contentLocation, value: location))
      }
    }
    guard let captures else { return }
    let path = ResourcePath(request.target)
    guard path.isOfDocuments, response.status.code < 400,
      containerFields.add(to: &response, captures, state)
    else { return addPlace(&response, path, captures, state) }
  }

  private static let jsonField = HTTPField(name: .contentType, value: "application/json")
  private static let chargeField = HTTPField(name: .msCharge, value: "1")
  private static let versionFields = [
    HTTPField(name: .msGatewayVersion, value: "version=2.14.0"),
    HTTPField(name: .msServiceVersion, value: "version=2.14.0.0"),
    HTTPField(name: .msSchemaVersion, value: "1.21"),
    HTTPField(name: .server, value: "Microsoft-HTTPAPI/2.0"),
  ]
  private static let cacheFields = [
    HTTPField(name: .cacheControl, value: "no-store, no-cache"),
    HTTPField(name: .pragma, value: "no-cache"),
  ]
}

/// Methods that add header fields with a resource's path, version and quota (B3).
extension CosmosEnvelope {
  private func addPlace(
    _ response: inout Response, _ path: ResourcePath, _ captures: Captures, _ state: CosmosState
  ) {
    guard path.count > 0 else { return }
    let database = captures["db"].flatMap(state.position(ofDatabase:)).map { state.databases[$0] }
    let container = captures["coll"].flatMap { name in
      database?.position(ofContainer: name).flatMap { database?.containers[$0] }
    }
    // If a response about documents, even a refusal, does not contain the key range, clients
    // discard all ranges that they know.
    if let container, path.isOfDocuments, response.headers.value(of: .msRangeID) == nil {
      let key = request.value(of: .msPartitionKey).flatMap { PartitionKey(header: $0) }
      response.headers[.msRangeID] =
        key.map(container.rangeID) ?? String(container.ranges.elements[0].id)
    }
    if response.headers.value(of: .msSessionToken) == nil {
      CosmosReply.setLSN(container?.lsn ?? Int64(clamping: state.writes), in: &response)
    }
    switch path.count {
    case 1, 2:
      guard path.isBelowDatabases else { return }
      add(&response, of: "databases", 1000, state.databases.count)
    case 3, 4:
      guard let database else { return }
      guard path.isBelowContainers else {
        return add(&response, of: "users", 500_000, database.users.count)
      }
      addPath(&response, to: database)
      add(&response, of: "collections", 5000, database.containers.count)
    default:
      guard let database, let container else { return }
      guard path.isOfDocuments else {
        return addPath(&response, to: database)
      }
      response.headers.append(all: ContainerFields.paths(to: container, in: database))
      response.headers.set(.msContentPath, to: container.rid.text)
      guard response.status.code < 400 else { return }
      response.headers.append(all: ContainerFields.quota(of: container))
    }
  }

  private func addPath(_ response: inout Response, to database: Database) {
    response.headers[.msAltContentPath] = HeaderText.print("dbs/\(database.id)")
    response.headers[.msContentPath] = database.rid.text
  }

  private func add(
    _ response: inout Response, of name: String, _ most: Int, _ count: Int
  ) {
    guard response.status.code < 400 else { return }
    response.headers[.msQuota] = "\(name)=\(most);"
    response.headers[.msUsage] = "\(name)=\(count);"
  }
}

/// Functions that build the kinds of responses that many routes send.
enum CosmosReply {
  /// Returns a response with a single resource and its entity tag.
  static func resource(
    _ status: HTTPResponse.Status, _ object: JSONObject, charge: String = "1"
  ) -> Response {
    resource(status, JSON.object(object).bytes, tag: object["_etag"]?.string, charge: charge)
  }

  /// Returns a response with a single resource that is already serialized.
  static func resource(
    _ status: HTTPResponse.Status, _ body: [UInt8], tag: String?, charge: String = "1"
  ) -> Response {
    var headers: HTTPFields = [.msCharge: charge]
    headers.reserveCapacity(32)
    if let tag { headers.set(.msETag, to: tag) }
    return Response(status, headers: headers, body: body)
  }

  /// Returns the response to a delete, which has no body.
  static func deleted(charge: String = "4.95") -> Response {
    var response = Response(.noContent)
    response.headers[.msCharge] = charge
    return response
  }

  /// Adds a session token and header fields with `lsn`, the number of the last write that the
  /// response includes (B5).
  static func setLSN(_ lsn: Int64, in response: inout Response) {
    let text = String(lsn)
    let range = response.headers.value(of: .msRangeID) ?? "0"
    response.headers.set(.msSessionToken, to: range + ":-1#" + text)
    response.headers.append(all: [
      HTTPField(name: .msLSN, value: text), HTTPField(name: .msLocalLSN, value: text),
      HTTPField(name: .msCommittedLSN, value: text),
    ])
  }

  /// Returns a response with a list of resources.
  ///
  /// The list is charged to the budget before it is serialized. The response has no entity tag,
  /// because some clients would use it as a continuation token.
  /// The closure `charge` gets the number of elements and the size of the body.
  static func feed(
    _ name: String, _ elements: [JSON], rid: String,
    charge: (_ rows: Int, _ bytes: Int) -> String = { _, _ in "2" }, within budget: WorkBudget
  ) throws(Fault) -> Response {
    for element in elements { try element.pay(printing: budget) }
    var body: JSONObject = ["_rid": .string(rid)]
    body[name] = .array(elements)
    body["_count"] = .integer(Int64(elements.count))
    var response = Response(.ok, body: JSON.object(body).bytes)
    response.headers[.msCharge] = charge(elements.count, response.body.count)
    response.headers[.msItemCount] = String(elements.count)
    return response
  }
}

/// Functions that parse a request's body as JSON.
enum RequestJSON {
  /// The maximum size of a document in bytes: 2 MB (B11).
  static let largestDocument = 2_097_152

  static func object(_ request: Request, within budget: WorkBudget) throws(Fault) -> JSONObject {
    guard case .object(let object) = try value(request, within: budget) else { throw .badPayload }
    return object
  }

  static func value(_ request: Request, within budget: WorkBudget) throws(Fault) -> JSON {
    // An array element is at least two bytes long as JSON, and uses about as much memory as one
    // unit of work covers.
    try budget.spend(request.body.count >> 2)
    do throws(JSONError) {
      return try JSON.parse(request.body)
    } catch {
      throw .badPayload.withReason(error.description)
    }
  }

  /// Rejects a document whose compact JSON is too long.
  static func checkSize(_ document: JSONObject) throws(Fault) {
    let document = JSON.object(document)
    // Most documents are so small that they need not be serialized to check this.
    guard mostBytes(of: document) > largestDocument else { return }
    guard document.bytes.count <= largestDocument else { throw .tooLarge }
  }

  /// Returns an upper bound for the size of a value's compact JSON in bytes.
  ///
  /// It counts six bytes for each byte of a string, because of escapes such as `\u001f`, and 32 for
  /// a number.
  private static func mostBytes(of value: JSON) -> Int {
    switch value {
    case .null, .bool, .integer, .double: 32
    case .decimal(let number): number.digits.utf8.count
    case .string(let text): 6 * text.utf8.count + 2
    case .array(let elements): elements.reduce(2) { $0 + mostBytes(of: $1) + 1 }
    case .object(let object):
      object.reduce(2) { $0 + 6 * $1.key.utf8.count + 4 + mostBytes(of: $1.value) }
    }
  }
}

extension JSON {
  /// Charges the work of serializing a value.
  ///
  /// A value that occurs several times is stored only once, but serialized each time.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func pay(printing budget: WorkBudget) throws(Fault) {
    switch self {
    case .string(let text): try budget.spend(1 + (text.utf8.count >> 4))
    case .array(let elements):
      if elements.isEmpty { try budget.spend() }
      for element in elements { try element.pay(printing: budget) }
    case .object(let object):
      if object.isEmpty { try budget.spend() }
      for member in object.members {
        if member.key.utf8.count > 32 { try budget.spend(member.key.utf8.count >> 4) }
        try member.value.pay(printing: budget)
      }
    default: try budget.spend()
    }
  }
}

/// The names of the header fields of Cosmos DB (B2, B3).
extension HTTPField.Name {
  static let msActivityID = known("x-ms-activity-id")
  static let msAltContentPath = known("x-ms-alt-content-path")
  static let msAutopilot = known("x-ms-cosmos-offer-autopilot-settings")
  static let msBatchRequest = known("x-ms-cosmos-is-batch-request")
  static let msCharge = known("x-ms-request-charge")
  static let msCommittedLSN = known("x-ms-global-committed-lsn")
  static let msConsistency = known("x-ms-consistency-level")
  static let msContentPath = known("x-ms-content-path")
  static let msContinuation = known("x-ms-continuation")
  static let msCrossPartition = known("x-ms-documentdb-query-enablecrosspartition")
  static let msEndEPK = known("x-ms-end-epk")
  /// In lower case, because some clients compare header names with case and expect this spelling
  /// (B11).
  static let msETag = known("etag")
  static let msExpirySeconds = known("x-ms-documentdb-expiry-seconds")
  static let msGatewayVersion = known("x-ms-gatewayversion")
  static let msIntendedRID = known("x-ms-cosmos-intended-collection-rid")
  static let msIsQuery = known("x-ms-documentdb-isquery")
  static let msIsUpsert = known("x-ms-documentdb-is-upsert")
  static let msItemCount = known("x-ms-item-count")
  static let msLocalLSN = known("x-ms-cosmos-llsn")
  static let msLSN = known("lsn")
  static let msMaxContentLength = known("x-ms-cosmos-max-content-length")
  static let msMaxItems = known("x-ms-max-item-count")
  static let msIndexProgress = known(
    "x-ms-documentdb-collection-index-transformation-progress")
  static let msLazyIndexProgress = known("x-ms-documentdb-collection-lazy-indexing-progress")
  static let msOfferType = known("x-ms-offer-type")
  static let msPopulateStatistics = known("x-ms-documentdb-populatepartitionstatistics")
  static let msPartitionKey = known("x-ms-documentdb-partitionkey")
  static let msVersion = known("x-ms-version")
  static let msQueryFeatures = known("x-ms-cosmos-supported-query-features")
  static let msPlanRequest = known("x-ms-cosmos-is-query-plan-request")
  static let msIndexUtilization = known("x-ms-cosmos-index-utilization")
  static let msPopulateIndexMetrics = known("x-ms-cosmos-populateindexmetrics")
  static let msPopulateQueryMetrics = known("x-ms-documentdb-populatequerymetrics")
  static let msQueryMetrics = known("x-ms-documentdb-query-metrics")
  static let msQuota = known("x-ms-resource-quota")
  static let msRangeID = known("x-ms-documentdb-partitionkeyrangeid")
  /// The number of milliseconds after which a client may retry.
  static let msRetryAfter = known("x-ms-retry-after-ms")
  static let msSchemaVersion = known("x-ms-schemaversion")
  static let msServiceVersion = known("x-ms-serviceversion")
  static let msSessionToken = known("x-ms-session-token")
  static let msStartEPK = known("x-ms-start-epk")
  static let msSubstatus = known("x-ms-substatus")
  static let msThroughput = known("x-ms-offer-throughput")
  static let msUsage = known("x-ms-resource-usage")
  static let aIM = known("A-IM")
  static let prefer = known("Prefer")
  static let pragma = known("Pragma")
}

extension HTTPFields {
  /// Returns whether a header field has the value `true`, in any case.
  func isTrue(_ name: HTTPField.Name) -> Bool { value(of: name)?.lowercased() == "true" }
}
