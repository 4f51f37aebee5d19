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
    ///
    /// - Throws: ``Fault/workLimit(_:)``.
    func value(in document: JSONObject, within budget: WorkBudget) throws(Fault) -> JSON? {
      var best: JSON?
      var isFirst = true
      for value in try path.values(in: document, within: budget) {
        guard case .array(let elements)? = value else {
          try consider(value, &best, &isFirst, budget)
          continue
        }
        try budget.spend(elements.count)
        for element in elements { try consider(element, &best, &isFirst, budget) }
      }
      return best
    }

    private func consider(
      _ value: JSON?, _ best: inout JSON?, _ isFirst: inout Bool, _ budget: WorkBudget
    ) throws(Fault) {
      if isFirst {
        best = value
        isFirst = false
      } else if try MongoOrder.compare(value, best, within: budget)
        == (descending ? .after : .before)
      {
        best = value
      }
    }
  }

  /// The criteria, the first one first; ties keep the order of insertion.
  var keys: [Key]

  /// The documents in order.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func sorted(
    _ found: [FoundDocument], within budget: WorkBudget
  ) throws(Fault) -> [FoundDocument] {
    guard !keys.isEmpty else { return found }
    try budget.spend(sorting: found.count, keys: keys.count)
    try budget.spend(found.count, times: keys.count * 2)
    var values: [JSON?] = []
    values.reserveCapacity(found.count * keys.count)
    for one in found {
      for key in keys { values.append(try key.value(in: one.document, within: budget)) }
    }
    var slots = Array(found.indices)
    slots.sort { left, right in
      for position in keys.indices {
        let order = ordering(
          values[left * keys.count + position], values[right * keys.count + position], budget)
        guard order != .equal else { continue }
        return (order == .before) != keys[position].descending
      }
      return found[left].sequence < found[right].sequence
    }
    try budget.check()
    return slots.map { found[$0] }
  }

  /// How two values stand; whatever stands, once the budget is used up.
  private func ordering(_ left: JSON?, _ right: JSON?, _ budget: WorkBudget) -> Ordering {
    do throws(Fault) {
      return try MongoOrder.compare(left, right, within: budget)
    } catch { return .equal }
  }
}
