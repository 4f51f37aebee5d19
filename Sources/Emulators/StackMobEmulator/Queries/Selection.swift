import GhostlightCore
import GhostlightEmulation

/// `X-StackMob-Select: username,friends.age,rel.*` (A10.7), as a tree of names.
struct Selection: Sendable {
  private var names: Set<String> = []
  private var nested: [String: Selection] = [:]
  private var takesAll = false

  private init() {}

  /// Reads the header field; `nil` where there is none, which selects everything.
  ///
  /// - Throws: ``Fault/selectTooDeep`` where a name goes deeper than `expansion` levels.
  init?(_ text: String?, expansion: Int) throws(Fault) {
    guard let text else { return nil }
    for entry in text.split(separator: ",") {
      let path = entry.trimmed.split(separator: ".").map(String.init)
      guard path.count - 1 <= expansion else {
        throw .selectTooDeep.filled(["field": entry.trimmed])
      }
      add(path[...])
    }
  }

  private mutating func add(_ path: ArraySlice<String>) {
    guard let first = path.first else { return }
    guard path.count > 1 else {
      if first == "*" { takesAll = true } else { names.insert(first) }
      return
    }
    nested[first, default: Selection()].add(path.dropFirst())
  }

  /// Whether a field is returned; the primary key always is.
  func includes(_ field: String) -> Bool {
    takesAll || names.contains(field) || nested[field] != nil
  }

  /// What is selected inside a relationship: primary keys alone, unless names go inside.
  func inside(_ field: String) -> Selection { nested[field] ?? Selection() }
}
