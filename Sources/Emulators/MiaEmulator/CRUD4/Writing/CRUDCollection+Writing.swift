import GhostlightCore
import GhostlightEmulation

/// Writes, each paid for before it is done.
extension CRUDCollection {
  /// Adds a document.
  ///
  /// - Returns: What stands against it; it is not added then.
  /// - Throws: ``Fault/workLimit(_:)``.
  mutating func insert(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    let id = document["_id"]?.string ?? ""
    if let problem = try problem(with: document, id, within: budget) { return problem }
    guard documents.insert(document, forKey: id) else {
      return DuplicateKey(collection: definition.name, id: id)
    }
    return nil
  }

  /// Puts a document in the place of the one with its id.
  ///
  /// - Returns: What stands against it; the other stays then.
  /// - Throws: ``Fault/workLimit(_:)``.
  mutating func replace(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    if let problem = try problemOfReplacing(document, within: budget) { return problem }
    put(document)
    return nil
  }

  /// Puts a document in the place of the one with its id, once it is paid for and nothing stands
  /// against it.
  mutating func put(_ document: JSONObject) {
    documents.replace(document, forKey: document["_id"]?.string ?? "")
  }

  private func problemOfReplacing(
    _ document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    let id = document["_id"]?.string ?? ""
    if let old = documents[id] { try pay(for: old, within: budget) }
    return try problem(with: document, id, within: budget)
  }

  /// What a unique index has against a document, which is paid for afterwards.
  private func problem(
    with document: JSONObject, _ id: String, within budget: WorkBudget
  ) throws(Fault) -> DuplicateKey? {
    try pay(for: document, within: budget)
    guard let index = try violated(by: document, key: id, within: budget) else { return nil }
    return DuplicateKey(collection: definition.name, index, document)
  }

  /// What it costs to put a document in or to take it out.
  static let write = 40

  /// Pays for a document that is put in or taken out; indexes have an entry for every element of an
  /// array.
  func pay(for document: JSONObject, within budget: WorkBudget) throws(Fault) {
    try budget.spend(Self.write)
    for index in definition.indexes where index.kind == .normal || index.kind == .hash {
      for field in index.fields {
        guard case .array(let elements)? = document[field] else { continue }
        try budget.spend(elements.count, times: Self.write / 2)
      }
    }
  }

  /// What commands make of a document, which ``put(_:)`` may take then.
  ///
  /// - Throws: What stands against it.
  func changed(
    _ document: JSONObject, _ commands: UpdateCommands, foundBy filter: Filter,
    _ stamp: DocumentStamp, within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    var changed = try commands.applied(
      to: document, foundBy: filter, at: stamp.milliseconds, within: budget)
    stamp.renew(&changed)
    if let problem = try problemOfReplacing(changed, within: budget) {
      throw .crudDuplicateUpdate.filled(["message": problem.message])
    }
    return changed
  }
}
