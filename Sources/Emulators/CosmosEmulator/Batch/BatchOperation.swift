import GhostlightCore
import GhostlightEmulation

/// One operation of a transactional batch (B17).
struct BatchOperation {
  /// What an operation does.
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

  /// Reads an element of the batch.
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

  /// Applies the operation to a container.
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
