import GhostlightCore
import GhostlightEmulation

/// A filter of the Mongo language, parsed.
indirect enum Filter: Sendable {
  /// All hold; without any, every document matches.
  case and([Filter])
  /// One holds.
  case or([Filter])
  /// None holds.
  case nor([Filter])
  /// All conditions hold of the values at a path.
  case field(FilterPath, [FilterCondition])
  /// The words are found in the fields of the text index.
  case text(TextSearch)
}

/// A condition on the values at a path (A6).
///
/// "One of the values" are those that ``FilterPath/values(in:)`` finds and, where one is an array,
/// its elements too.
indirect enum FilterCondition: Sendable {
  /// One of the values is the same; null is the same as missing.
  case equals(JSON)
  /// None of the values is the same.
  case notEquals(JSON)
  /// One of the values is of the same kind and below.
  case less(JSON)
  /// One of the values is of the same kind and below, or the same.
  case lessOrEqual(JSON)
  /// One of the values is of the same kind and above.
  case greater(JSON)
  /// One of the values is of the same kind and above, or the same.
  case greaterOrEqual(JSON)
  /// One of the values is the same as one of these.
  case isOneOf([JSON])
  /// None of the values is the same as one of these.
  case isNoneOf([JSON])
  /// All of these hold, each perhaps of another value; none hold if there are none.
  case holdsAll([FilterCondition])
  /// Whether there is a value; null is one.
  case exists(Bool)
  /// One of the values is text that the pattern finds itself in.
  case pattern(FilterPattern)
  /// The value is an array, and the filter holds of one of its elements, an object.
  case anyElement(Filter)
  /// The value is an array, and all conditions hold of one of its elements.
  case anyElementValue([FilterCondition])
  /// The value is an array of as many elements.
  case size(Int)
  /// The value is a point in the ring.
  case near(NearSphere)
  /// Not all of these hold.
  case not([FilterCondition])
}

/// What is wrong with a filter.
struct FilterError: Error, Sendable, Hashable {
  /// The service's or the database's words.
  let message: String
  /// Whether the service lets it pass and the database refuses it.
  let isOfDatabase: Bool
  /// That there was too much work, instead.
  var fault: Fault?

  /// An error of the service's own parser.
  static func language(_ message: String) -> FilterError {
    FilterError(message: message, isOfDatabase: false)
  }

  /// An error of the database.
  static func database(_ message: String) -> FilterError {
    FilterError(message: message, isOfDatabase: true)
  }

  /// The budget is used up.
  static func exhausted(_ fault: Fault) -> FilterError {
    FilterError(message: fault.message, isOfDatabase: false, fault: fault)
  }
}

extension Filter {
  /// The position of the first element of the array at a path that a condition matches (A12).
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  func position(
    inArray array: FilterPath, of document: JSONObject, within budget: WorkBudget
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
      guard let inner = path.within(array),
        case .array(let elements)? = DocumentPath.value(at: array.names[...], in: .object(document))
      else { return nil }
      for condition in conditions {
        if let position = try condition.position(in: elements, at: inner, within: budget) {
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
  private func matches(
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
