import GhostlightCore
import GhostlightEmulation

/// The body of a patch: up to ten operations, and perhaps a condition (B16).
struct DocumentPatch: Sendable {
  let operations: [PatchOperation]
  let condition: SQLStatement?

  /// Reads a body.
  init(_ body: JSONObject) throws(Fault) {
    guard let list = body["operations"]?.array, (1...10).contains(list.count) else {
      throw PatchOperation.problem("'operations' must have 1 to 10 elements")
    }
    var operations: [PatchOperation] = []
    for element in list { operations.append(try PatchOperation(element)) }
    self.operations = operations
    guard let text = body["condition"] else {
      condition = nil
      return
    }
    do throws(SQLProblem) {
      condition = try SQLStatement(condition: text.string ?? "")
    } catch {
      throw ResourceQuery.fault(error)
    }
  }

  /// Refuses operations on what the system keeps or partitions by.
  func check(_ settings: ContainerSettings) throws(Fault) {
    for operation in operations {
      for path in [operation.path, operation.source] where !path.isEmpty {
        let isOwn = ["id"] + Container.systemProperties
        guard !isOwn.contains(path[0]) else {
          throw PatchOperation.problem("/\(path[0]) cannot be patched")
        }
        for key in settings.partitionPaths where path.starts(with: key) || key.starts(with: path) {
          throw PatchOperation.problem("the partition key cannot be patched")
        }
      }
    }
  }
}
