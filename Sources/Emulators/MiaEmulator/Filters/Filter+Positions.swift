import GhostlightCore
import GhostlightEmulation

extension Filter {
  /// The position of the first element of an array that a condition matches (A12).
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func position(
    inArray array: String, of document: JSONObject, within budget: WorkBudget
  ) throws(Fault) -> Int? {
    switch self {
    case .and(let parts), .or(let parts):
      for part in parts {
        try budget.spend()
        if let position = try part.position(inArray: array, of: document, within: budget) {
          return position
        }
      }
      return nil
    case .field(let path, let conditions):
      guard path.root.isExactly(array), case .array(let elements)? = document[array] else {
        return nil
      }
      for condition in conditions {
        if let position = try condition.position(in: elements, at: path, within: budget) {
          return position
        }
      }
      return nil
    case .nor, .text: return nil
    }
  }
}

extension FilterCondition {
  /// The position of the element that makes the condition at `path` hold: the one that the path
  /// names, else the first.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func position(
    in elements: [JSON], at path: FilterPath, within budget: WorkBudget
  ) throws(Fault) -> Int? {
    let inner = path.names.dropFirst()
    if let name = inner.first, let position = Int(name), elements.indices.contains(position),
      try matches(element: .object([name: elements[position]]), at: path, within: budget)
    {
      return position
    }
    try budget.spend(elements.count, times: 8)
    for position in elements.indices
    where try matches(element: elements[position], at: path, within: budget) {
      return position
    }
    return nil
  }

  /// Whether an element of an array is what makes the condition at `path` hold.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func matches(
    element: JSON, at path: FilterPath, within budget: WorkBudget
  ) throws(Fault) -> Bool {
    switch self {
    case .exists, .size, .near, .not: return false
    case .holdsAll(let conditions):
      for condition in conditions {
        try budget.spend()
        if try condition.matches(element: element, at: path, within: budget) { return true }
      }
      return false
    default:
      guard !path.isField else {
        // Conditions on elements look for an array, here one of the element alone.
        switch self {
        case .anyElement, .anyElementValue:
          return try holds(of: .array([element]), within: budget)
        default: return try holds(of: element, within: budget)
        }
      }
      guard case .object(let object) = element else { return false }
      let inner = FilterPath(path.names.dropFirst().joined(separator: "."))
      return try predicate(at: inner).matches(object, within: budget)
    }
  }
}
