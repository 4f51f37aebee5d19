extension JSONObject.Member: Hashable {
  /// Whether both have a name of the same bytes and an equal value.
  public static func == (left: JSONObject.Member, right: JSONObject.Member) -> Bool {
    ExactText(left.key) == ExactText(right.key) && left.value == right.value
  }

  /// Hashes the name and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

extension JSONObject: Hashable {
  /// Whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    // Each pair of values is compared once: comparing again would double the work at each level.
    for position in left.members.indices {
      guard ExactText(left.members[position].key) == ExactText(right.members[position].key) else {
        return left.equals(right, from: position)
      }
      guard left.members[position].value == right.members[position].value else { return false }
    }
    return true
  }

  /// Whether the members from `start` on, whose names differ there, are those of `other`.
  private func equals(_ other: JSONObject, from start: Int) -> Bool {
    guard count - start > 16 else {
      for member in members[start...] where other[member.key] != member.value { return false }
      return true
    }
    var positions: [ExactText: Int] = [:]
    for (position, member) in other.members.enumerated() {
      positions[ExactText(member.key)] = position
    }
    for member in members[start...] {
      guard let position = positions[ExactText(member.key)],
        other.members[position].value == member.value
      else { return false }
    }
    return true
  }

  /// Hashes the members without regard to their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members { sum &+= member.hashValue }
    hasher.combine(sum)
  }
}
