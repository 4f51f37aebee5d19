package import GhostlightCore

extension JSON {
  /// Whether queries take this and `other` for the same value.
  ///
  /// Numbers are the same by value, whatever their spelling; strings by their bytes; arrays element
  /// by element; objects when they have the same members in any order.
  package func isSame(as other: JSON) -> Bool {
    switch (self, other) {
    case (.integer(let left), .integer(let right)): left == right
    case (.string(let left), .string(let right)):
      left.utf8.count == right.utf8.count && Ordering(left, right) == .equal
    case (.array(let left), .array(let right)): Self.same(left, right)
    case (.object(let left), .object(let right)): Self.same(left, right)
    case (.array, _), (.object, _), (_, .array), (_, .object), (.string, _), (_, .string): false
    default:
      if let left = IndexValue(self), let right = IndexValue(other) { left == right } else { false }
    }
  }

  private static func same(_ left: [JSON], _ right: [JSON]) -> Bool {
    guard left.count == right.count else { return false }
    for position in left.indices where !left[position].isSame(as: right[position]) { return false }
    return true
  }

  private static func same(_ left: JSONObject, _ right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    guard left.count > 16 else {
      for member in left.members {
        guard let value = right[member.key], value.isSame(as: member.value) else { return false }
      }
      return true
    }
    let values = Dictionary(right.members.map { ($0.key, $0.value) }) { _, last in last }
    for member in left.members {
      guard let value = values[member.key], value.isSame(as: member.value) else { return false }
    }
    return true
  }
}
