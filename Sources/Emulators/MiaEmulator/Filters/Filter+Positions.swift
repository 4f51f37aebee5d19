import GhostlightCore
import GhostlightEmulation

extension Filter {
  /// The position of the first element of an array that a condition matches (A12).
  func position(inArray array: String, of document: JSONObject) -> Int? {
    switch self {
    case .and(let parts), .or(let parts):
      for part in parts {
        if let position = part.position(inArray: array, of: document) { return position }
      }
      return nil
    case .field(let path, let conditions):
      guard path.root == array, case .array(let elements)? = document[array] else { return nil }
      for condition in conditions {
        if let position = condition.position(in: elements, at: path) { return position }
      }
      return nil
    case .nor, .text: return nil
    }
  }
}

extension FilterCondition {
  /// The position of the element that makes the condition at `path` hold: the one that the path
  /// names, else the first.
  func position(in elements: [JSON], at path: FilterPath) -> Int? {
    let inner = path.names.dropFirst()
    if let name = inner.first, let position = Int(name), elements.indices.contains(position),
      matches(element: .object([name: elements[position]]), at: path)
    {
      return position
    }
    return elements.firstIndex { matches(element: $0, at: path) }
  }

  /// Whether an element of an array is what makes the condition at `path` hold.
  func matches(element: JSON, at path: FilterPath) -> Bool {
    switch self {
    case .exists, .size, .near, .not: return false
    case .holdsAll(let conditions):
      return conditions.contains { $0.matches(element: element, at: path) }
    default:
      guard !path.isField else {
        // Conditions on elements look for an array, here one of the element alone.
        switch self {
        case .anyElement, .anyElementValue: return holds(of: .array([element]))
        default: return holds(of: element)
        }
      }
      guard case .object(let object) = element else { return false }
      let inner = FilterPath(path.names.dropFirst().joined(separator: "."))
      return predicate(at: inner).matches(object)
    }
  }
}
