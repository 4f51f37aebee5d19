import GhostlightCore
import GhostlightEmulation

/// What `$push` adds, and what it does to the array then.
struct PushedElements: Sendable {
  var elements: [JSON]
  /// Where the elements go; below zero from the end.
  var position: Int?
  /// How many elements stay; below zero those at the end.
  var slice: Int?
  /// The order: of the elements themselves with an empty path.
  var order: [MongoSort.Key] = []
  /// Whether elements themselves are ordered, and how.
  var sortsElements: Bool?

  /// The array with the elements in it.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func added(to array: [JSON], within budget: WorkBudget) throws(Fault) -> [JSON] {
    try budget.spend((array.count + elements.count) >> 2)
    var result = array
    let start = position.map {
      $0 < 0 ? max(0, array.count + max($0, -array.count)) : min($0, array.count)
    }
    result.insert(contentsOf: elements, at: start ?? array.count)
    if let descending = sortsElements {
      result = try Self.sorted(result, descending: descending, budget)
    } else if !order.isEmpty {
      let documents = result.enumerated().map { position, element in
        FoundDocument(key: "", sequence: position, document: element.object ?? [:])
      }
      result = try MongoSort(keys: order).sorted(documents, within: budget)
        .map { result[$0.sequence] }
    }
    guard let slice else { return result }
    // The least number has no opposite; the magnitude says how many it means.
    let kept = Int(clamping: slice.magnitude)
    return slice >= 0 ? Array(result.prefix(kept)) : Array(result.suffix(kept))
  }

  /// Elements that stand equal keep their order.
  private static func sorted(
    _ elements: [JSON], descending: Bool, _ budget: WorkBudget
  ) throws(Fault) -> [JSON] {
    try budget.spend(sorting: elements.count)
    let slots = elements.indices.sorted { left, right in
      switch ordering(elements[left], elements[right], budget) {
      case .before: !descending
      case .equal: left < right
      case .after: descending
      }
    }
    try budget.check()
    return slots.map { elements[$0] }
  }

  /// How two values stand; whatever stands, once the budget is used up.
  private static func ordering(_ left: JSON, _ right: JSON, _ budget: WorkBudget) -> Ordering {
    do throws(Fault) {
      return try MongoOrder.compare(left, right, within: budget)
    } catch { return .equal }
  }
}

/// Which elements `$pull` takes out.
enum PulledElements: Sendable {
  /// Those that are the same as one of these.
  case values([JSON])
  /// Objects that match.
  case objects(Predicate)

  /// The array without them.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func removed(from array: [JSON], within budget: WorkBudget) throws(Fault) -> [JSON] {
    try budget.spend(array.count)
    var kept: [JSON] = []
    for element in array where try !holds(of: element, budget) {
      kept.append(element)
    }
    return kept
  }

  private func holds(of element: JSON, _ budget: WorkBudget) throws(Fault) -> Bool {
    switch self {
    case .values(let values): return try MongoOrder.contains(values, element, within: budget)
    case .objects(let predicate):
      guard case .object(let object) = element else { return false }
      return try predicate.matches(object, within: budget)
    }
  }
}
