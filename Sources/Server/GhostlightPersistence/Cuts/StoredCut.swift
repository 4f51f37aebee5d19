import Ghostlight

/// A complete cut as it stands in the database.
struct StoredCut: Sendable {
  /// The number up to which every change is in it, of whatever namespace.
  let number: Int64
  /// The states.
  let cut: StageCut

  /// The last change in each namespace's state, by name.
  var lastChanges: [String: Int64] {
    var last: [String: Int64] = [:]
    for entry in cut.entries { last[entry.namespace] = entry.lastChange }
    return last
  }
}
