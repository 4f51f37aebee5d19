/// The members of a JSON object, in the order sent.
///
/// Lookup walks the members: objects on the wire are small, and a walk over a few strings beats a
/// hash table. Names are the same when their bytes are. Two objects are equal when they have the
/// same members in any order; compare printed bytes where order matters.
public struct JSONObject: Sendable {
  /// One name with its value.
  public struct Member: Sendable {
    /// The decoded name.
    public var key: String
    /// The value.
    public var value: JSON

    /// Makes a member of `key` and `value`.
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// All members, in order.
  public private(set) var members: [Member]

  /// Makes an object without members.
  public init() { members = [] }

  /// Makes an object of members whose keys the caller knows to differ.
  package init(uniqueMembers: [Member]) { members = uniqueMembers }

  /// The number of members.
  public var count: Int { members.count }

  /// Whether there is no member.
  public var isEmpty: Bool { members.isEmpty }

  /// All members, by the bytes of their names.
  var membersByName: [Member] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// The same members in the order of their names' bytes.
  package var sorted: JSONObject { JSONObject(uniqueMembers: membersByName) }

  /// The names, in order.
  public var keys: [String] { members.map(\.key) }

  /// The value of `key`; a new key goes to the end, `nil` removes the member.
  public subscript(key: String) -> JSON? {
    get {
      position(of: key).map { members[$0].value }
    }
    set {
      guard let position = position(of: key) else {
        if let newValue { members.append(Member(key, newValue)) }
        return
      }
      if let newValue {
        members[position].value = newValue
      } else {
        members.remove(at: position)
      }
    }
  }

  /// Takes `key` out and answers the value it had.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSON? {
    guard let position = position(of: key) else { return nil }
    return members.remove(at: position).value
  }

  /// Where the member of `key` stands.
  private func position(of key: String) -> Int? {
    members.firstIndex { ExactText($0.key) == ExactText(key) }
  }

  /// Makes room for so many members in all.
  package mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

  /// Adds a member whose key the caller knows to be absent.
  package mutating func append(_ key: String, _ value: JSON) { members.append(Member(key, value)) }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Makes an object of the literal's pairs; the last of equal keys wins.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init()
    for (key, value) in elements { self[key] = value }
  }
}

extension JSONObject: Sequence {
  /// Walks the members in order.
  public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}
