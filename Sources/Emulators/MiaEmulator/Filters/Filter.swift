import GhostlightCore
import GhostlightEmulation

/// A parsed filter of MongoDB's query language.
indirect enum Filter: Sendable {
  /// The document matches all of these filters.
  ///
  /// With an empty list, every document matches.
  case and([Filter])
  /// The document matches at least one of these filters.
  case or([Filter])
  /// The document matches none of these filters.
  case nor([Filter])
  /// The values at a path satisfy all of these conditions.
  case field(FilterPath, [FilterCondition])
  /// The fields of the text index match a word search.
  case text(TextSearch)
}

/// A condition on the values at a path (A6).
///
/// Below, "one of the values" is a value that ``FilterPath/values(in:within:)`` returns or, if that
/// is an array, one of its elements.
indirect enum FilterCondition: Sendable {
  /// One of the values equals the operand.
  ///
  /// Null equals a missing value.
  case equals(JSON)
  /// No value equals the operand.
  case notEquals(JSON)
  /// One of the values has the operand's type and is less than the operand.
  case less(JSON)
  /// One of the values has the operand's type and is less than or equal to the operand.
  case lessOrEqual(JSON)
  /// One of the values has the operand's type and is greater than the operand.
  case greater(JSON)
  /// One of the values has the operand's type and is greater than or equal to the operand.
  case greaterOrEqual(JSON)
  /// One of the values equals an element of this list.
  case isOneOf([JSON])
  /// No value equals an element of this list.
  case isNoneOf([JSON])
  /// All conditions in this list hold, possibly for different values.
  ///
  /// An empty list never holds.
  case holdsAll([FilterCondition])
  /// A value is present (`true`) or missing (`false`); null counts as present.
  case exists(Bool)
  /// One of the values is a string in which the pattern is found.
  case pattern(FilterPattern)
  /// The value is an array, and one of its elements is an object that matches the filter.
  case anyElement(Filter)
  /// The value is an array, and one of its elements satisfies all conditions.
  case anyElementValue([FilterCondition])
  /// The value is an array with this number of elements.
  case size(Int)
  /// The value is a point at an allowed distance.
  case near(NearSphere)
  /// At least one of the conditions in this list does not hold.
  case not([FilterCondition])
}

/// The reason why a filter is invalid.
struct FilterError: Error, Sendable, Hashable {
  /// The error message, in the words of the service or of its database.
  let message: String
  /// Whether the service accepts the filter and its database rejects it.
  let isOfDatabase: Bool
  /// The refusal for a used-up budget; `nil` for a problem in the filter itself.
  var fault: Fault?

  /// Creates an error that the service's own parser reports.
  static func language(_ message: String) -> FilterError {
    FilterError(message: message, isOfDatabase: false)
  }

  /// Creates an error that the database reports.
  static func database(_ message: String) -> FilterError {
    FilterError(message: message, isOfDatabase: true)
  }

  /// Creates an error for a budget that is used up.
  static func exhausted(_ fault: Fault) -> FilterError {
    FilterError(message: fault.message, isOfDatabase: false, fault: fault)
  }
}

extension Filter {
  /// Returns the index of the first array element that one of the filter's conditions matches
  /// (A12).
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
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
  /// Returns the index of the array element for which the condition at `path` holds, or `nil`.
  ///
  /// If the path contains an index, the result is that index; otherwise it is the index of the
  /// first matching element.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
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

  /// Returns whether an array element is the reason why the condition at `path` holds.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
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
        // These conditions expect an array, so they are tested on an array that contains only this
        // element.
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
