import GhostlightCore
import GhostlightEmulation

/// The elements that `$push` adds, and the modifiers applied to the array afterwards.
struct PushedElements: Sendable {
  var elements: [JSON]
  /// The array index at which the new elements are inserted; `nil` for the end of the array.
  ///
  /// A negative index counts from the end.
  var position: Int?
  /// The number of elements that the array has at most afterwards; `nil` for no limit.
  ///
  /// A positive number keeps the first elements, a negative number the last ones.
  var slice: Int?
  /// The keys by which the array is sorted.
  ///
  /// An empty path sorts by the elements themselves.
  var order: [MongoSort.Key] = []
  /// Whether the elements themselves are sorted in descending order; `nil` if they are not sorted
  /// by their own values.
  var sortsElements: Bool?

  /// Returns the array with the new elements, sorted and shortened as the modifiers request.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
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
    // `Int.min` cannot be negated, so the magnitude is used.
    let kept = Int(clamping: slice.magnitude)
    return slice >= 0 ? Array(result.prefix(kept)) : Array(result.suffix(kept))
  }

  /// Returns the sorted elements; equal elements keep their order.
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

  /// Returns the order of two values, or an arbitrary one after the budget is used up.
  private static func ordering(_ left: JSON, _ right: JSON, _ budget: WorkBudget) -> Ordering {
    do throws(Fault) {
      return try MongoOrder.compare(left, right, within: budget)
    } catch { return .equal }
  }
}

/// The elements that `$pull` removes.
enum PulledElements: Sendable {
  /// Removes elements that are equal to one of these values.
  case values([JSON])
  /// Removes objects that match this condition.
  case objects(Predicate)
  /// Removes elements that satisfy this condition on arrays of one element.
  case matches(FilterCondition)

  /// Returns an array without the elements to remove.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
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
    case .matches(let condition):
      return try condition.holds(of: .array([element]), within: budget)
    case .objects(let predicate):
      guard case .object(let object) = element else { return false }
      return try predicate.matches(object, within: budget)
    }
  }
}
