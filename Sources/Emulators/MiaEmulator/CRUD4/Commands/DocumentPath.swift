import GhostlightCore
import GhostlightEmulation

/// Functions that read and write the value at a dotted path of a document.
///
/// The path's components are names in objects and indexes in arrays.
enum DocumentPath {
  /// The maximum number of nulls that a write past an array's end may insert.
  private static let longestGap = 10_000

  /// Returns the value at a path, or `nil` if the document has none there.
  static func value(at names: ArraySlice<String>, in value: JSON?) -> JSON? {
    guard let name = names.first else { return value }
    switch value {
    case .object(let object): return self.value(at: names.dropFirst(), in: object[name])
    case .array(let elements):
      guard let position = Int(name), elements.indices.contains(position) else { return .none }
      return self.value(at: names.dropFirst(), in: elements[position])
    default: return .none
    }
  }

  /// Returns a value with the part at a path replaced, or removed if `new` is `nil`.
  ///
  /// Missing objects on the path are created.
  static func writing(
    _ new: JSON?, at names: ArraySlice<String>, in value: JSON?, within budget: WorkBudget
  ) throws(Fault) -> JSON? {
    guard let name = names.first else { return new }
    let rest = names.dropFirst()
    switch value {
    case .object(var object):
      try budget.spend(object.count >> 2 + 1)
      if new == nil, object[name] == nil { return value }
      object[name] = try writing(new, at: rest, in: object[name], within: budget)
      return .object(object)
    case .array(var elements):
      guard let position = Int(name), position >= 0 else {
        if new == nil { return value }
        throw .database("Cannot create field '\(name)' in element")
      }
      try budget.spend(elements.count >> 3 + 1)
      guard position < elements.count else {
        if new == nil { return value }
        guard position - elements.count <= longestGap else {
          throw .database("Cannot set a position \(position) so far behind the end of an array")
        }
        try budget.spend(position - elements.count)
        while elements.count < position { elements.append(.null) }
        elements.append(try writing(new, at: rest, in: nil, within: budget) ?? .null)
        return .array(elements)
      }
      // A removed element becomes null, so that the other elements keep their indexes.
      elements[position] =
        try writing(new, at: rest, in: elements[position], within: budget) ?? .null
      return .array(elements)
    case nil:
      guard new != nil else { return .none }
      var object: JSONObject = [:]
      object[name] = try writing(new, at: rest, in: nil, within: budget)
      return .object(object)
    default:
      if new == nil { return value }
      throw .database("Cannot create field '\(name)' in element {\(value?.text() ?? "")}")
    }
  }
}
