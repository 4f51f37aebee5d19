import GhostlightCore

/// One command of a PATCH on one path (A12).
struct UpdateCommand: Sendable {
  /// What a command does.
  enum Operation: Sendable {
    /// Puts the value there.
    case set(JSON)
    /// Puts the value there if the document is new.
    case setOnInsert(JSON)
    /// Takes the value out.
    case unset
    /// Adds the number.
    case increment(JSON)
    /// Multiplies by the number.
    case multiply(JSON)
    /// Puts the time of the request there.
    case currentDate
    /// Adds elements to an array.
    case push(PushedElements)
    /// Adds the elements that an array does not have.
    case addToSet([JSON])
    /// Takes elements out of an array.
    case pull(PulledElements)
    /// Puts an element in the place of the one that the filter matches.
    case replaceElement(JSON)
    /// Changes members of the element that the filter matches.
    case mergeElement(JSONObject)
  }

  let path: FilterPath
  let operation: Operation
}
