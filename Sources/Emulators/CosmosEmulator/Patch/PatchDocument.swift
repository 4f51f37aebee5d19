import GhostlightCore
import GhostlightEmulation

/// The handler of `PATCH …/docs/{id}` (B16).
extension CosmosBackend {
  static func patchDocument(
    _ call: Call, _ state: inout CosmosState, _ moment: inout Moment
  ) throws(Fault) -> Response {
    try write(call, &state, moment) { container, _, partition, stamp throws(Fault) in
      let body = try RequestJSON.object(call.request, within: call.budget)
      return try container.patch(
        call["id"], body, in: partition, Preconditions(call.request), stamp, at: moment,
        within: call.budget)
    }
  }
}

extension Container {
  /// Applies all operations of a patch; if it throws, no operation is applied.
  ///
  /// The checks are made in this order: the document exists, its entity tag matches, the condition
  /// holds, the operations are valid.
  mutating func patch(
    _ name: String, _ body: JSONObject, in partition: PartitionKey,
    _ preconditions: Preconditions, _ stamp: WriteStamp, at moment: Moment,
    within budget: WorkBudget
  ) throws(Fault) -> DocumentWrite {
    let (key, old) = try stored(name, in: partition, preconditions, at: moment, within: budget)
    if let condition = try DocumentPatch.condition(of: body, within: budget) {
      do throws(SQLError) {
        guard try condition.accepts(old, at: SQLInstant(moment), within: budget) else {
          throw SQLError.unmet
        }
      } catch {
        throw error == .unmet ? .precondition : ResourceQuery.fault(error)
      }
    }
    let patch = try DocumentPatch(body)
    try patch.check(settings)
    // Each operation may copy all members of the objects on its path, so each is charged as if it
    // printed the document.
    for _ in patch.operations { try JSON.object(old).pay(printing: budget) }
    var patched = PatchedValue(old)
    for operation in patch.operations { try patched.apply(operation) }
    guard case .object(let document) = patched.value else { throw .badPayload }
    try RequestJSON.checkSize(document)
    try checkUnique(document, in: partition, except: key, at: moment, within: budget)
    try pay(storing: document, over: old, budget)
    return DocumentWrite(
      status: 200, document: overwrite(key, with: document, old, stamp), charge: "11.42")
  }
}

extension SQLError {
  /// The error that is thrown if a patch condition does not hold; it is not an error of the query.
  fileprivate static let unmet = SQLError(nil, "the condition does not hold")
}

/// The operations of a patch, one to ten (B16).
struct DocumentPatch: Sendable {
  let operations: [PatchOperation]

  /// Creates a patch from the operations in a body.
  init(_ body: JSONObject) throws(Fault) {
    guard let list = body["operations"]?.array, (1...10).contains(list.count) else {
      throw PatchOperation.error("'operations' must have 1 to 10 elements")
    }
    var operations: [PatchOperation] = []
    for element in list { operations.append(try PatchOperation(element)) }
    self.operations = operations
  }

  /// Returns the condition in a body, which is checked before the operations.
  static func condition(
    of body: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> SQLStatement? {
    guard let text = body["condition"] else { return nil }
    do throws(SQLError) {
      return try SQLStatement(condition: text.string ?? "", within: budget)
    } catch {
      throw ResourceQuery.fault(error)
    }
  }

  private func isSame(_ left: String, _ right: String) -> Bool {
    BytewiseString(left) == BytewiseString(right)
  }

  /// Rejects operations on system properties and on the partition key.
  func check(_ settings: ContainerSettings) throws(Fault) {
    for operation in operations {
      for path in [operation.path, operation.source] where !path.isEmpty {
        let isOwn = ["id"] + Container.systemProperties
        guard !isOwn.contains(where: { BytewiseString($0) == BytewiseString(path[0]) }) else {
          throw PatchOperation.error("/\(path[0]) cannot be patched")
        }
        for key in settings.partitionPaths
        where path.starts(with: key, by: isSame) || key.starts(with: path, by: isSame) {
          throw PatchOperation.error("the partition key cannot be patched")
        }
      }
    }
  }
}
