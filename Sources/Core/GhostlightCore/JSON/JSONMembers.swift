/// The members of an object while it is read; finds equal names in a time that grows with their
/// number only, however hostile they are.
struct JSONMembers {
  private(set) var members: [JSONObject.Member] = []
  /// A bit for each kind of name seen: where it is clear, the name is new.
  private var seen: UInt64 = 0
  /// The position of each name, once there are many.
  private var positions: [ExactText: Int] = [:]

  /// Up to here a walk is faster than the table.
  private static let fewMembers = 16

  init() { members.reserveCapacity(8) }

  /// Adds a member, or replaces the value of the one with the same name.
  mutating func insert(_ name: String, _ value: JSON) {
    if let position = position(of: name) {
      members[position].value = value
    } else {
      members.append(JSONObject.Member(name, value))
    }
  }

  /// Where `name` stands; a new name is taken for the next position.
  private mutating func position(of name: String) -> Int? {
    guard members.count < Self.fewMembers else { return positionInTable(of: name) }
    let kind = Self.kind(of: name)
    guard seen & kind != 0 else {
      seen |= kind
      return nil
    }
    return members.firstIndex { ExactText($0.key) == ExactText(name) }
  }

  private mutating func positionInTable(of name: String) -> Int? {
    if positions.isEmpty {
      positions.reserveCapacity(4 * Self.fewMembers)
      for (position, member) in members.enumerated() {
        positions[ExactText(member.key)] = position
      }
    }
    if let position = positions[ExactText(name)] { return position }
    positions[ExactText(name)] = members.count
    return nil
  }

  /// One bit, the same for equal names and mostly another for others.
  private static func kind(of name: String) -> UInt64 {
    let utf8 = name.utf8
    guard let first = utf8.first, let last = utf8.last else { return 1 }
    return 1 << UInt64((utf8.count &* 7 &+ Int(first) &* 3 &+ Int(last)) & 63)
  }
}
