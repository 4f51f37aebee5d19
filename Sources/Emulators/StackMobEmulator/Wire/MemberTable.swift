import GhostlightCore

/// The members of an object, for setting many members in a row: each lookup takes constant time.
struct MemberTable {
  private var members: [JSONObject.Member]
  /// The index of each name; empty if there are few members, where a linear search is faster.
  private var positions: [BytewiseString: Int] = [:]
  private let isIndexed: Bool

  /// Creates a table with the members of an object.
  ///
  /// `count` is the number of members that the caller is going to set.
  init(_ object: JSONObject = [:], setting count: Int) {
    members = object.members
    isIndexed = count > 4 && count + members.count > 32
    members.reserveCapacity(members.count + count + Self.additions)
    guard isIndexed else { return }
    positions.reserveCapacity(members.count + count)
    for (position, member) in members.enumerated() {
      positions[BytewiseString(member.key)] = position
    }
  }

  /// The number of members that the server adds to an object: two dates and the owner.
  private static let additions = 3

  /// The object with its new values; members with new names are at the end.
  var object: JSONObject { JSONObject(uniqueMembers: members) }

  subscript(name: String) -> JSON? { position(of: name).map { members[$0].value } }

  mutating func set(_ name: String, _ value: JSON) {
    if let position = position(of: name) {
      members[position].value = value
    } else {
      if isIndexed { positions[BytewiseString(name)] = members.count }
      members.append(JSONObject.Member(name, value))
    }
  }

  private func position(of name: String) -> Int? {
    isIndexed ? positions[BytewiseString(name)] : members.position(of: name)
  }
}
