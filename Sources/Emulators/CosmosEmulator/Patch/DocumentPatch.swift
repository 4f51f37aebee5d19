import GhostlightCore
import GhostlightEmulation

/// The operations of a patch, one to ten (B16).
struct DocumentPatch: Sendable {
  let operations: [PatchOperation]

  /// Reads the operations of a body.
  init(_ body: JSONObject) throws(Fault) {
    guard let list = body["operations"]?.array, (1...10).contains(list.count) else {
      throw PatchOperation.problem("'operations' must have 1 to 10 elements")
    }
    var operations: [PatchOperation] = []
    for element in list { operations.append(try PatchOperation(element)) }
    self.operations = operations
  }

  /// Reads the condition of a body, which counts before the operations do.
  static func condition(
    of body: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> SQLStatement? {
    guard let text = body["condition"] else { return nil }
    do throws(SQLProblem) {
      return try SQLStatement(condition: text.string ?? "", within: budget)
    } catch {
      throw ResourceQuery.fault(error)
    }
  }

  private func isSame(_ left: String, _ right: String) -> Bool {
    ExactText(left) == ExactText(right)
  }

  /// Refuses operations on what the system keeps or partitions by.
  func check(_ settings: ContainerSettings) throws(Fault) {
    for operation in operations {
      for path in [operation.path, operation.source] where !path.isEmpty {
        let isOwn = ["id"] + Container.systemProperties
        guard !isOwn.contains(where: { ExactText($0) == ExactText(path[0]) }) else {
          throw PatchOperation.problem("/\(path[0]) cannot be patched")
        }
        for key in settings.partitionPaths
        where path.starts(with: key, by: isSame) || key.starts(with: path, by: isSame) {
          throw PatchOperation.problem("the partition key cannot be patched")
        }
      }
    }
  }
}
