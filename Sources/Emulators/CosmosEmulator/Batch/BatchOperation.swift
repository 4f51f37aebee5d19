import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// One operation of a transactional batch or of bulk (B17).
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
  /// The operation's own partition key as a string of JSON, which bulk needs.
  let partitionKey: String?
  /// Whether the result of a write is sent without the document.
  let isMinimal: Bool

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
    partitionKey = json["partitionKey"].map { $0.string ?? $0.text() }
    isMinimal = json["minimalReturnPreference"] == true && kind != .read
    let needsID = kind != .create && kind != .upsert
    if needsID, id.isEmpty { throw .badBatch.filled(["problem": "\(kind.rawValue) needs an id"]) }
  }

  /// Returns the operations in the body of a request.
  ///
  /// - Throws: A refusal if the body is not a list of 1 to 100 operations, or is not JSON.
  static func all(_ call: Call) throws(Fault) -> [BatchOperation] {
    guard call.request.body.count <= RequestJSON.largestDocument else { throw .tooLarge }
    guard call.request.body.first != hybridRow else { throw NotEmulated.hybridRow }
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

  /// The first byte of a body in HybridRow, version 1.
  ///
  /// - Source: Azure/azure-cosmos-dotnet-v3 at 8c53d35, TransactionalBatchResponse.cs.
  private static let hybridRow: UInt8 = 0x81

  /// Applies the operation to a container in memory; the caller discards the container if the whole
  /// batch fails.
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
      let isUnchanged =
        preconditions.isUnchanged(document) || preconditions.ifMatch == document["_etag"]?.string
      return DocumentWrite(
        status: isUnchanged ? 304 : 200, document: isUnchanged ? nil : document, charge: "1")
    }
  }
}

/// The operations of a batch as requests of their own, by which fault plans select them.
extension BatchOperation {
  /// Returns the request that would run this operation alone.
  private func request(from batch: Request) -> Request {
    let home = String(batch.target.rawPath)
    let path = home + "/" + PercentEncoding.encode(id)
    var request =
      switch kind {
      case .create, .upsert: Request(.post, RequestTarget(home))
      case .replace: Request(.put, RequestTarget(path))
      case .read: Request(.get, RequestTarget(path))
      case .delete: Request(.delete, RequestTarget(path))
      case .patch: Request(.patch, RequestTarget(path))
      }
    if kind == .upsert { request.set(.msIsUpsert, to: "True") }
    return request
  }

  /// Returns the requests that would run the operations of a batch one by one; empty if the batch
  /// is not valid.
  static func requests(in batch: Request) -> [Request] {
    do throws(Fault) {
      return try all(Call(request: batch)).map { $0.request(from: batch) }
    } catch { return [] }
  }
}

extension HTTPField.Name {
  static let msBatchAtomic = known("x-ms-cosmos-batch-atomic")
  static let msBatchContinues = known("x-ms-cosmos-batch-continue-on-error")
}
