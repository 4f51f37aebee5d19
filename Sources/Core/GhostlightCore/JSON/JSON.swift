/// A JSON value that prints with the same digits and member order as it was received.
///
/// Integers and doubles are different kinds: `1` is an ``integer(_:)`` and `1.0` a ``double(_:)``.
/// Objects keep the order of their members. A number that `Int64` or `Double` would print
/// differently keeps its digits as a ``decimal(_:)``.
///
/// Write values as Swift literals. Read them with subscripts and with properties such as
/// ``string``, which are `nil` for all other kinds. Recursion is bounded by ``JSONLimits/depth``.
///
/// ```swift
/// import Ghostlight
///
/// let json: JSON = ["title": "Water the plants", "tags": ["home"], "priority": 2]
/// print(json["tags"]?[0]?.string ?? "", json.text(pretty: true))
/// let parsed = try JSON.parse(#"{"price": 1.10}"#)
/// print(parsed)  // {"price":1.10}
/// ```
public enum JSON: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literal `true` or `false`.
  case bool(Bool)
  /// A number without a fraction or exponent that fits in 64 bits.
  case integer(Int64)
  /// A number with a fraction or exponent that `Double` prints with the received digits.
  case double(Double)
  /// Any other number, with its received digits: `1.10`, `1E3`, `12345678901234567890`.
  case decimal(JSONDecimal)
  /// A string, with its escapes decoded.
  case string(String)
  /// An array of JSON values.
  case array([JSON])
  /// An object, with its members in received order.
  case object(JSONObject)
}

extension JSON {
  /// Whether this value is `null`.
  public var isNull: Bool { self == .null }

  /// The Boolean value; `nil` for any other kind.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The integer value; `nil` for any other kind, including doubles such as `1.0`.
  public var integer: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  /// The number as a double, whatever its notation; `nil` if the value is not a number.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.double
    default: nil
    }
  }

  /// The string value; `nil` for any other kind.
  public var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The array's elements; `nil` for any other kind.
  public var array: [JSON]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  /// The object value; `nil` for any other kind.
  public var object: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  /// The value of an object's member; `nil` if this is not an object, or has no such member.
  public subscript(key: String) -> JSON? { object?[key] }

  /// The element at an index of an array; `nil` if this is not an array, or the index is out of
  /// bounds.
  public subscript(index: Int) -> JSON? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates `null` from the literal `nil`.
  public init(nilLiteral: ()) { self = .null }

  /// Creates a Boolean value from a literal.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates an integer from a literal.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Creates a double from a literal, even from `1.0`.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Creates a string from a literal.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an array from a literal.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// Creates an object from a literal, in its order; if a key is repeated, its last value is used.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(pairs: elements))
  }
}

extension JSON {
  /// Returns a number as an integer if it fits in 64 bits without a fraction, otherwise as a
  /// double.
  package static func canonical(_ number: Double) -> JSON {
    Int64(exactly: number).map(JSON.integer) ?? .double(number)
  }
}

extension JSON {
  /// Returns whether both values are equal.
  ///
  /// Strings are compared by their bytes, numbers by kind and value, and objects regardless of
  /// their order.
  public static func == (left: JSON, right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.double(let left), .double(let right)): left == right
    case (.decimal(let left), .decimal(let right)): left == right
    case (.string(let left), .string(let right)): BytewiseString(left) == BytewiseString(right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.null, _), (.bool, _), (.integer, _), (.double, _), (.decimal, _), (.string, _),
      (.array, _), (.object, _):
      false
    }
  }
}

/// A number that keeps its received digits.
///
/// The parser creates a decimal only if `Int64` and `Double` would print other digits, for example
/// for `1.10` or for 20 digits. Numbers in ordinary notation are therefore always
/// ``JSON/integer(_:)`` or ``JSON/double(_:)``. Two decimals are equal if their digits are the
/// same.
public struct JSONDecimal: Sendable, Hashable {
  /// The number's digits, as written in JSON.
  public let digits: String

  /// Creates a decimal from a string that must be a valid JSON number.
  package init(uncheckedDigits digits: String) { self.digits = digits }

  /// The nearest double; infinite if the number is out of range.
  public var double: Double { Double(digits) ?? 0 }

  /// Whether the number has neither a fraction nor an exponent.
  package var isInteger: Bool {
    digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 }
  }
}

/// The members of a JSON object, in order.
///
/// A lookup compares the members one by one: objects in requests are small, and comparing a few
/// strings is faster than a hash table. Names are compared by their bytes. Two objects are equal if
/// they have the same members in any order; compare printed bytes if the order matters.
///
/// ```swift
/// import Ghostlight
///
/// var todo: JSONObject = ["title": "Water the plants"]
/// todo["done"] = false  // appended
/// todo["title"] = nil  // removed
/// print(todo.keys, JSON.object(todo))
/// ```
public struct JSONObject: Sendable {
  /// A member of a JSON object: a name and a value.
  ///
  /// ``JSONObject/members`` and the object's iterator return members. To change a member, use the
  /// object's subscript, which keeps names unique.
  public struct Member: Sendable {
    /// The member's name, with its escapes decoded.
    public var key: String
    /// The member's value.
    public var value: JSON

    /// Creates a member from a decoded name and a value.
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// All members, in the order in which they were received or added.
  public private(set) var members: [Member]

  /// Creates an object without members.
  public init() { members = [] }

  /// Creates an object from members, whose names must be unique.
  package init(uniqueMembers: [Member]) { members = uniqueMembers }

  /// The number of members.
  public var count: Int { members.count }

  /// Whether the object has no members.
  public var isEmpty: Bool { members.isEmpty }

  var membersByName: [Member] {
    members.sorted { $0.key.utf8.lexicographicallyPrecedes($1.key.utf8) }
  }

  /// The object with its members sorted by the bytes of their names.
  package var sorted: JSONObject { JSONObject(uniqueMembers: membersByName) }

  /// The names of all members, in order.
  public var keys: [String] { members.map(\.key) }

  /// The value for a name; setting a new name appends a member, and setting `nil` removes the
  /// member.
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

  /// Removes a member and returns its value; `nil` if there is no such member.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSON? {
    guard let position = position(of: key) else { return nil }
    return members.remove(at: position).value
  }

  private func position(of key: String) -> Int? { members.position(of: key) }

  package mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

  /// Appends a member, whose name must be new.
  package mutating func append(_ key: String, _ value: JSON) { members.append(Member(key, value)) }
}

extension [JSONObject.Member] {
  /// Returns the index of the member with a name; `nil` if there is none.
  ///
  /// This uses a pointer, because members that are passed to a closure may be copied.
  package func position(of key: String) -> Int? {
    withUnsafeBufferPointer { members in
      for position in members.indices where members[position].key.isExactly(key) {
        return position
      }
      return nil
    }
  }
}

extension JSONObject: ExpressibleByDictionaryLiteral {
  /// Creates an object from a literal; if a key is repeated, its last value is used.
  public init(dictionaryLiteral elements: (String, JSON)...) { self.init(pairs: elements) }

  fileprivate init(pairs: [(String, JSON)]) {
    self.init()
    reserveCapacity(pairs.count)
    for (key, value) in pairs { self[key] = value }
  }
}

extension JSONObject: Sequence {
  /// Returns an iterator over the members, in order.
  public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}

extension JSONObject.Member: Hashable {
  /// Returns whether both members have the same name, byte by byte, and equal values.
  public static func == (left: JSONObject.Member, right: JSONObject.Member) -> Bool {
    BytewiseString(left.key) == BytewiseString(right.key) && left.value == right.value
  }

  /// Hashes the name and the value.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(key)
    hasher.combine(value)
  }
}

extension JSONObject: Hashable {
  /// Returns whether both objects have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    // Each pair of values is compared only once. Comparing it twice would double the work at each
    // level.
    for position in left.members.indices {
      guard
        BytewiseString(left.members[position].key) == BytewiseString(right.members[position].key)
      else {
        return left.equals(right, from: position)
      }
      guard left.members[position].value == right.members[position].value else { return false }
    }
    return true
  }

  /// Returns whether each member at or after the index `start` is also in `other`, at any index.
  private func equals(_ other: JSONObject, from start: Int) -> Bool {
    guard count - start > 16 else {
      for member in members[start...] where other[member.key] != member.value { return false }
      return true
    }
    var positions: [BytewiseString: Int] = [:]
    for (position, member) in other.members.enumerated() {
      positions[BytewiseString(member.key)] = position
    }
    for member in members[start...] {
      guard let position = positions[BytewiseString(member.key)],
        other.members[position].value == member.value
      else { return false }
    }
    return true
  }

  /// Hashes the members regardless of their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members { sum &+= member.hashValue }
    hasher.combine(sum)
  }
}

/// A string that is compared by its bytes, such as a JSON name (RFC 8259 §8.3) or a database id.
///
/// Swift's own strings are also equal if they differ only in Unicode normalization.
package struct BytewiseString: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: BytewiseString, right: BytewiseString) -> Bool {
    // Compares the lengths first, because most compared strings differ in length.
    left.text.utf8.count == right.text.utf8.count
      && haveSameBytes(left.text.utf8, right.text.utf8)
  }

  // Strings with the same bytes are equal in Swift, so the synthesized hash is correct.

  private static func haveSameBytes(_ left: String.UTF8View, _ right: String.UTF8View) -> Bool {
    let isSame = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        haveSameBytes(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    return (isSame ?? nil) ?? left.elementsEqual(right)
  }

  /// Compares eight bytes at a time; the last eight may overlap the previous ones.
  private static func haveSameBytes(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer
  ) -> Bool {
    let count = left.count
    guard count >= 8 else {
      for position in 0..<count where left[position] != right[position] { return false }
      return true
    }
    var position = 0
    while position < count - 8 {
      guard haveSameWord(left, right, at: position) else { return false }
      position += 8
    }
    return haveSameWord(left, right, at: count - 8)
  }

  @inline(__always)
  private static func haveSameWord(
    _ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer, at position: Int
  ) -> Bool {
    left.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      == right.loadUnaligned(fromByteOffset: position, as: UInt64.self)
  }
}

extension String {
  /// Returns whether both strings have the same bytes.
  package func isExactly(_ other: String) -> Bool { BytewiseString(self) == BytewiseString(other) }

  /// The first and last byte of the UTF-8 form; `nil` if the string is empty.
  ///
  /// The UTF-8 view alone would search for them character by character.
  package var outerBytes: (first: UInt8, last: UInt8)? {
    let found = utf8.withContiguousStorageIfAvailable { bytes in
      bytes.isEmpty ? nil : (first: bytes[0], last: bytes[bytes.count - 1])
    }
    if let found { return found }
    guard let first = utf8.first, let last = utf8.last else { return nil }
    return (first, last)
  }
}

extension Sequence<String> {
  /// Returns whether a string in the sequence has the same bytes as `text`.
  package func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }

  /// The strings, sorted by their bytes.
  package var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
