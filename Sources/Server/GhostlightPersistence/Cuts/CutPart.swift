import GRDB
import Ghostlight
import GhostlightCore

/// A namespace's state as JSON, or the beginning of it.
struct CutPart: Sendable {
  private let namespace: String
  private let lastChange: Int64
  private var state: [UInt8]

  /// Reads a row of `namespace`, `last_change` and `state`.
  init?(_ row: Row) {
    guard let namespace = SQLBytes.text(row[0]),
      case .int64(let lastChange) = (row[1] as DatabaseValue).storage,
      let state = SQLBytes.bytes(row[2])
    else { return nil }
    self.namespace = namespace
    self.lastChange = lastChange
    self.state = state
  }

  /// Adds the next part, unless it belongs to another namespace.
  mutating func append(_ next: CutPart) -> Bool {
    guard next.namespace.utf8.elementsEqual(namespace.utf8) else { return false }
    state += next.state
    return true
  }

  /// The state, now that all parts are there.
  func entry(for stage: Stage, _ path: String) throws -> StageCut.Entry {
    do {
      let json = try JSON.parse(state, limits: SQLBytes.limits)
      return StageCut.Entry(
        namespace: namespace, snapshot: try stage.snapshot(from: json), lastChange: lastChange)
    } catch {
      throw DataFolderProblem.damaged(
        path: path, reason: "the state of the namespace \"\(namespace)\": \(error)")
    }
  }
}
