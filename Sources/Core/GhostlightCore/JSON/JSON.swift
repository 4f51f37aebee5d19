/// A JSON value that prints with the same digits and order as it was received.
///
/// Integers and doubles are different kinds: `1` is an ``integer(_:)`` and `1.0` a ``double(_:)``.
/// Objects keep the order of their members. A number that a `Double` or `Int64` would print
/// differently keeps its digits as a ``decimal(_:)``.
///
/// Write values as literals, and read them with subscripts and properties such as ``string``, which
/// are `nil` for any other kind. Recursion is bounded by ``JSONLimits/depth``.
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
  /// The literals `true` and `false`.
  case bool(Bool)
  /// A number without fraction and exponent that fits in 64 bits.
  case integer(Int64)
  /// A number with a fraction or an exponent, whose shortest form is the received text.
  case double(Double)
  /// Any other number, as its digits: `1.10`, `1E3`, `12345678901234567890`.
  case decimal(JSONDecimal)
  /// A decoded string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object, with its members in order.
  case object(JSONObject)
}

extension JSON {
  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The Boolean value, or `nil` for any other kind.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The integer, or `nil` for any other kind; `1.0` is not an integer.
  public var integer: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  /// The number in any notation as a double, or `nil` for any other kind.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.double
    default: nil
    }
  }

  /// The string, or `nil` for any other kind.
  public var string: String? {
    guard case .string(let value) = self else { return nil }
    return value
  }

  /// The elements, or `nil` for any other kind.
  public var array: [JSON]? {
    guard case .array(let value) = self else { return nil }
    return value
  }

  /// The members, or `nil` for any other kind.
  public var object: JSONObject? {
    guard case .object(let value) = self else { return nil }
    return value
  }

  /// The value of a member, or `nil` if this is not an object or does not have the member.
  public subscript(key: String) -> JSON? { object?[key] }

  /// The element at an index, or `nil` if this is not an array or is shorter.
  public subscript(index: Int) -> JSON? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Creates `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Creates `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Creates an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Creates a double, even for a literal such as `1.0`.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Creates a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Creates an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// Creates an object in the written order; of equal keys, the last value is used.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(pairs: elements))
  }
}

extension JSON {
  /// Returns a number as an integer if it is a 64-bit integer, otherwise as a double.
  package static func canonical(_ number: Double) -> JSON {
    Int64(exactly: number).map(JSON.integer) ?? .double(number)
  }
}

extension JSON {
  /// Returns whether both are the same value.
  ///
  /// Strings are compared by their bytes, numbers by kind and value, and objects without regard to
  /// order.
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

/// A number that keeps the digits of its text.
///
/// The parser creates it only if `Int64` and `Double` would print other digits, for example for
/// `1.10` or 20 digits. Equal numbers in ordinary notation are therefore always equal values of
/// ``JSON/integer(_:)`` or ``JSON/double(_:)``. Two decimals are equal if their digits are.
public struct JSONDecimal: Sendable, Hashable {
  /// The number as JSON text.
  public let digits: String

  /// Creates a decimal from text that the caller knows to be a JSON number.
  package init(uncheckedDigits digits: String) { self.digits = digits }

  /// The nearest double; infinite beyond the range of doubles.
  public var double: Double { Double(digits) ?? 0 }

  /// Whether the number has neither a fraction nor an exponent.
  package var isInteger: Bool {
    digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 }
  }
}

/// The members of a JSON object, in order.
///
/// A lookup searches the members one by one: objects in requests are small, and comparing a few
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
  /// A member of an object: a name and a value.
  ///
  /// ``JSONObject/members`` and the iterator of an object return it. Change a member through the
  /// object's subscript, which keeps names unique.
  public struct Member: Sendable {
    /// The decoded name.
    public var key: String
    /// The value.
    public var value: JSON

    /// Creates a member.
    public init(_ key: String, _ value: JSON) {
      self.key = key
      self.value = value
    }
  }

  /// All members, in order.
  public private(set) var members: [Member]

  /// Creates an object without members.
  public init() { members = [] }

  /// Creates an object from members whose keys the caller knows to be different.
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

  /// The names, in order.
  public var keys: [String] { members.map(\.key) }

  /// The value of a key; setting a new key appends a member, and setting `nil` removes it.
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

  /// Removes a member and returns its value, or returns `nil` if there is none.
  @discardableResult
  public mutating func removeValue(forKey key: String) -> JSON? {
    guard let position = position(of: key) else { return nil }
    return members.remove(at: position).value
  }

  private func position(of key: String) -> Int? { members.position(of: key) }

  package mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

  /// Appends a member whose key the caller knows to be absent.
  package mutating func append(_ key: String, _ value: JSON) { members.append(Member(key, value)) }
}

extension [JSONObject.Member] {
  /// Returns the position of the member with a key.
  ///
  /// It uses a pointer, because members passed to a closure may be copied.
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
  /// Creates an object from a literal; of equal keys, the last value is used.
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
  /// Returns whether the names have the same bytes and the values are equal.
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
  /// Returns whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    // Each pair of values is compared only once; a second comparison would double the work at each
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

  /// Returns whether the members from `start` on, whose names differ there, are those of `other`.
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

  /// Hashes the members without regard to their order.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in members { sum &+= member.hashValue }
    hasher.combine(sum)
  }
}

/// A text that is compared by its bytes, like names and values in JSON (RFC 8259 §8.3) and ids in
/// databases.
///
/// Swift strings are also equal if only their normal forms differ.
package struct BytewiseString: Sendable, Hashable {
  package let text: String

  package init(_ text: String) { self.text = text }

  package static func == (left: BytewiseString, right: BytewiseString) -> Bool {
    // Most texts differ, usually in length.
    left.text.utf8.count == right.text.utf8.count
      && haveSameBytes(left.text.utf8, right.text.utf8)
  }

  // Texts with the same bytes are equal, so the synthesised hash is correct.

  private static func haveSameBytes(_ left: String.UTF8View, _ right: String.UTF8View) -> Bool {
    let isSame = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        haveSameBytes(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    return (isSame ?? nil) ?? left.elementsEqual(right)
  }

  /// Compares eight bytes at a time; the last eight may overlap those before them.
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
  /// Returns whether both have the same bytes.
  package func isExactly(_ other: String) -> Bool { BytewiseString(self) == BytewiseString(other) }

  /// The first and the last byte, or `nil` if the text is empty.
  ///
  /// The UTF-8 view would find them character by character.
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
  /// Returns whether one of the texts has the same bytes.
  package func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }

  /// The texts, sorted by their bytes.
  package var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
