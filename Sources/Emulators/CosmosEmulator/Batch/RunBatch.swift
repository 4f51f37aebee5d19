import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The handler of `POST …/docs` with a transactional batch, which runs all its operations or none
/// (B17).
extension CosmosBackend {
  static func runBatch(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    let place = try state.place(call)
    let partition = try state[place].partition(of: call.request)
    let operations = try operations(call)
    let home = state.link(to: place)
    try state[place].payPurge(call.budget)
    var draft = state[place]
    var results: [JSON] = []
    var number = state.writes
    for (position, operation) in operations.enumerated() {
      number += 1
      // All operations of the batch together count as one write of the container.
      draft.lsn = state[place].lsn
      let stamp = WriteStamp(number: number, seconds: moment.seconds)
      do throws(Fault) {
        let written = try operation.apply(
          to: &draft, in: partition, under: home, stamp, at: moment, within: call.budget)
        if let document = written.document {
          try JSON.object(document).pay(printing: call.budget)
        }
        results.append(result(written))
      } catch {
        if error.isWorkLimit { throw error }
        return batchReply(
          HTTPResponse.Status(code: 207),
          failure(of: error, at: position, among: operations.count),
          rangeID: draft.rangeID(of: partition))
      }
    }
    draft.lsn = state[place].lsn + 1
    state[place] = draft
    state[place].purge(at: moment)
    state.writes = number
    var response = batchReply(.ok, results, rangeID: draft.rangeID(of: partition))
    let charges = results.map { Int((($0["requestCharge"]?.number ?? 0) * 100).rounded()) }
    response.headers[.msCharge] = RequestCharge.text(charges.reduce(0, +))
    return response
  }

  private static func operations(_ call: Call) throws(Fault) -> [BatchOperation] {
    guard call.request.body.count <= RequestJSON.largestDocument else { throw .tooLarge }
    guard case .array(let list) = try RequestJSON.value(call.request, within: call.budget) else {
      throw .badPayload
    }
    guard !list.isEmpty else {
      throw .badBatch.filled(["problem": "Batch request has no operations."])
    }
    guard list.count <= 100 else {
      throw .badBatch.filled([
        "problem": "Batch request has more operations than what is supported."
      ])
    }
    var operations: [BatchOperation] = []
    for element in list { operations.append(try BatchOperation(element)) }
    return operations
  }

  private static func result(_ write: DocumentWrite) -> JSON {
    var object: JSONObject = [
      "statusCode": .integer(Int64(write.status)),
      "requestCharge": .double(Double(write.charge) ?? 1),
    ]
    if let document = write.document {
      let bytes = JSON.object(document).bytes.count
      let charge = RequestCharge.ofDocument(write.charge, bytes: bytes)
      object["requestCharge"] = .double(Double(charge) ?? 1)
      object["eTag"] = document["_etag"]
      object["resourceBody"] = .object(document)
    }
    return .object(object)
  }

  private static func failure(of fault: Fault, at position: Int, among count: Int) -> [JSON] {
    (0..<count).map { slot in
      let code = slot == position ? fault.status.code : 424
      return ["statusCode": .integer(Int64(code)), "requestCharge": slot == position ? 1.57 : 6.28]
    }
  }

  private static func batchReply(
    _ status: HTTPResponse.Status, _ results: [JSON], rangeID: String
  ) -> Response {
    var response = Response(status, body: JSON.array(results).bytes)
    response.headers[.msItemCount] = String(results.count)
    response.headers[.msRangeID] = rangeID
    return response
  }
}

/// One operation of a transactional batch (B17).
struct BatchOperation {
  enum Kind: String {
    case create = "Create"
    case upsert = "Upsert"
    case replace = "Replace"
    case read = "Read"
    case delete = "Delete"
    case patch = "Patch"
  }

  let kind: Kind
  let id: String
  let body: JSONObject
  let preconditions: Preconditions

  /// Creates an operation from an element of the batch.
  init(_ json: JSON) throws(Fault) {
    guard let kind = json["operationType"]?.string.flatMap(Kind.init) else {
      throw .badBatch.filled(["problem": "operationType is missing or unknown"])
    }
    self.kind = kind
    id = json["id"]?.string ?? ""
    body = json["resourceBody"]?.object ?? [:]
    preconditions = Preconditions(
      ifMatch: json["ifMatch"]?.string, ifNoneMatch: json["ifNoneMatch"]?.string)
    let needsID = kind != .create && kind != .upsert
    if needsID, id.isEmpty { throw .badBatch.filled(["problem": "\(kind.rawValue) needs an id"]) }
  }

  /// Applies the operation to a container in memory; the caller discards the container if a later
  /// operation fails.
  func apply(
    to container: inout Container, in partition: PartitionKey, under home: String,
    _ stamp: WriteStamp, at moment: Moment, within budget: WorkBudget
  ) throws(Fault) -> DocumentWrite {
    switch kind {
    case .create:
      return try container.create(
        body, in: partition, under: home, stamp, at: moment, within: budget)
    case .upsert:
      return try container.upsert(
        body, in: partition, under: home, preconditions, stamp, at: moment, within: budget)
    case .replace:
      return try container.replace(
        id, with: body, in: partition, preconditions, stamp, at: moment, within: budget)
    case .delete:
      return try container.delete(id, in: partition, preconditions, at: moment, within: budget)
    case .patch:
      return try container.patch(
        id, body, in: partition, preconditions, stamp, at: moment, within: budget)
    case .read:
      guard let key = try container.find(id, in: partition, at: moment, within: budget),
        let document = container.documents[key]
      else { throw .noDocument }
      let isUnchanged = preconditions.isUnchanged(document)
      return DocumentWrite(
        status: isUnchanged ? 304 : 200, document: isUnchanged ? nil : document, charge: "1")
    }
  }
}
