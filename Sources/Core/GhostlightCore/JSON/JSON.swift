/// A JSON value as it stands on the wire.
///
/// Integers and doubles are apart, objects keep the order of their members, and a number whose
/// digits a `Double` or `Int64` would not print again the same way keeps them as text.
public enum JSON: Sendable, Hashable {
  /// The literal `null`.
  case null
  /// The literals `true` and `false`.
  case bool(Bool)
  /// A number without fraction and exponent that fits 64 bits.
  case integer(Int64)
  /// A number with fraction or exponent whose shortest form is what was sent.
  case double(Double)
  /// Any other number, as its digits: `1.10`, `1E3`, `12345678901234567890`.
  case decimal(JSONDecimal)
  /// A string, decoded.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object, its members in the order sent.
  case object(JSONObject)
}

extension JSON {
  /// Whether this is `null`.
  public var isNull: Bool { self == .null }

  /// The truth value, or `nil` for any other kind.
  public var bool: Bool? {
    guard case .bool(let value) = self else { return nil }
    return value
  }

  /// The integer, or `nil` for any other kind; `1.0` is not an integer.
  public var integer: Int64? {
    guard case .integer(let value) = self else { return nil }
    return value
  }

  /// The number of any spelling as a double, or `nil` for any other kind.
  public var number: Double? {
    switch self {
    case .integer(let value): Double(value)
    case .double(let value): value
    case .decimal(let value): value.double
    default: nil
    }
  }

  /// The text, or `nil` for any other kind.
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

  /// The value of a member, or `nil` where this is no object or lacks it.
  public subscript(key: String) -> JSON? { object?[key] }

  /// An element, or `nil` where this is no array or is shorter.
  public subscript(index: Int) -> JSON? {
    guard case .array(let values) = self, values.indices.contains(index) else { return nil }
    return values[index]
  }
}

extension JSON: ExpressibleByNilLiteral, ExpressibleByBooleanLiteral, ExpressibleByIntegerLiteral,
  ExpressibleByFloatLiteral, ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  /// Makes `null`.
  public init(nilLiteral: ()) { self = .null }

  /// Makes `true` or `false`.
  public init(booleanLiteral value: Bool) { self = .bool(value) }

  /// Makes an integer.
  public init(integerLiteral value: Int64) { self = .integer(value) }

  /// Makes a double, also of `1.0`.
  public init(floatLiteral value: Double) { self = .double(value) }

  /// Makes a string.
  public init(stringLiteral value: String) { self = .string(value) }

  /// Makes an array.
  public init(arrayLiteral elements: JSON...) { self = .array(elements) }

  /// Makes an object in the order written; the last of equal keys wins.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(JSONObject(pairs: elements))
  }
}

extension JSON {
  /// A number as an integer where it is one of 64 bits, else as a double.
  package static func canonical(_ number: Double) -> JSON {
    Int64(exactly: number).map(JSON.integer) ?? .double(number)
  }
}

extension JSON {
  /// Whether both stand for the same on the wire: strings by their bytes, numbers by their kind and
  /// value, objects without regard to order.
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

/// A number kept as the digits that were sent.
///
/// The parser makes one only where `Int64` and `Double` would print other digits, so equal numbers
/// in ordinary spelling are always equal values of ``JSON/integer(_:)`` or ``JSON/double(_:)``.
public struct JSONDecimal: Sendable, Hashable {
  /// The literal, in JSON's grammar for numbers.
  public let digits: String

  /// Keeps `digits`, which the caller knows to be a JSON number.
  package init(uncheckedDigits digits: String) { self.digits = digits }

  /// The nearest double; infinite where the digits exceed its range.
  public var double: Double { Double(digits) ?? 0 }

  /// Whether the digits have neither fraction nor exponent.
  package var isInteger: Bool {
    digits.utf8.allSatisfy { (48...57).contains($0) || $0 == 45 }
  }
}

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

  private func position(of key: String) -> Int? { members.position(of: key) }

  /// Makes room for so many members in all.
  package mutating func reserveCapacity(_ count: Int) { members.reserveCapacity(count) }

  /// Adds a member whose key the caller knows to be absent.
  package mutating func append(_ key: String, _ value: JSON) { members.append(Member(key, value)) }
}

extension [JSONObject.Member] {
  /// Where the member of a key stands; in place, since members handed to a closure may be copied.
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
  /// Makes an object of the literal's pairs; the last of equal keys wins.
  public init(dictionaryLiteral elements: (String, JSON)...) { self.init(pairs: elements) }

  fileprivate init(pairs: [(String, JSON)]) {
    self.init()
    reserveCapacity(pairs.count)
    for (key, value) in pairs { self[key] = value }
  }
}

extension JSONObject: Sequence {
  /// Walks the members in order.
  public func makeIterator() -> IndexingIterator<[Member]> { members.makeIterator() }
}

extension JSONObject.Member: Hashable {
  /// Whether both have a name of the same bytes and an equal value.
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
  /// Whether both have the same members, in any order.
  public static func == (left: JSONObject, right: JSONObject) -> Bool {
    guard left.count == right.count else { return false }
    // Each pair of values is compared once: comparing again would double the work at each level.
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

  /// Whether the members from `start` on, whose names differ there, are those of `other`.
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

/// A text that equals another where all bytes do, as names and values in JSON (RFC 8259 §8.3) and
/// identifiers in databases.
///
/// Swift's strings are also equal when only their normal forms differ.
package struct BytewiseString: Sendable, Hashable {
  /// The text.
  package let text: String

  /// Makes it comparable.
  package init(_ text: String) { self.text = text }

  /// Whether both have the same bytes.
  package static func == (left: BytewiseString, right: BytewiseString) -> Bool {
    // Most texts differ, most of those in length.
    left.text.utf8.count == right.text.utf8.count
      && haveSameBytes(left.text.utf8, right.text.utf8)
  }

  // Texts of the same bytes are equal, and so are their hashes: the synthesised one serves.

  private static func haveSameBytes(_ left: String.UTF8View, _ right: String.UTF8View) -> Bool {
    let isSame = left.withContiguousStorageIfAvailable { left in
      right.withContiguousStorageIfAvailable { right in
        haveSameBytes(UnsafeRawBufferPointer(left), UnsafeRawBufferPointer(right))
      }
    }
    return (isSame ?? nil) ?? left.elementsEqual(right)
  }

  /// Compares eight bytes at a time; the last eight may overlap those before.
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
  /// Whether both have the same bytes, which is what names mean.
  package func isExactly(_ other: String) -> Bool { BytewiseString(self) == BytewiseString(other) }

  /// The first and the last byte, which the views would look for character by character; `nil` where
  /// there is none.
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
  /// Whether one has the same bytes.
  package func containsExactly(_ text: String) -> Bool { contains { $0.isExactly(text) } }

  /// The texts in the order of their bytes.
  package var sortedByBytes: [String] {
    sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }
}
