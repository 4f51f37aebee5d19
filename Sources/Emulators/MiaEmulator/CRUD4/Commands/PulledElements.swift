import GhostlightCore
import GhostlightEmulation

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
