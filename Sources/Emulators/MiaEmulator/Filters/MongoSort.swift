import GhostlightCore
import GhostlightEmulation

/// An order of documents as the database sorts them (A8).
struct MongoSort: Sendable {
  /// One criterion.
  struct Key: Sendable, Hashable {
    let path: FilterPath
    let descending: Bool

    init(_ path: String, descending: Bool = false) {
      self.path = FilterPath(path)
      self.descending = descending
    }

    /// What a document is sorted by: of an array its smallest element, or its largest.
    func value(in document: JSONObject) -> JSON? {
      var best: JSON?
      var isFirst = true
      for value in path.values(in: document) {
        let candidates: [JSON?] =
          if case .array(let elements)? = value { elements } else { [value] }
        for candidate in candidates {
          let order = MongoOrder.compare(candidate, best)
          if isFirst || order == (descending ? .after : .before) { best = candidate }
          isFirst = false
        }
      }
      return best
    }
  }

  /// The criteria, the first one first; ties keep the order of insertion.
  var keys: [Key]

  /// The documents in order.
  func sorted(_ found: [FoundDocument]) -> [FoundDocument] {
    guard !keys.isEmpty else { return found }
    var values: [JSON?] = []
    values.reserveCapacity(found.count * keys.count)
    for one in found {
      for key in keys { values.append(key.value(in: one.document)) }
    }
    var slots = Array(found.indices)
    slots.sort { left, right in
      for position in keys.indices {
        let order = MongoOrder.compare(
          values[left * keys.count + position], values[right * keys.count + position])
        guard order != .equal else { continue }
        return (order == .before) != keys[position].descending
      }
      return found[left].sequence < found[right].sequence
    }
    return slots.map { found[$0] }
  }
}
