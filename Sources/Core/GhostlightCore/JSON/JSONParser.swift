/// Parses one JSON value that is the whole input.
///
/// Recursion is bounded by ``JSONLimits/depth``. Bytes are read through a pointer, which is faster;
/// each read must be preceded by a comparison with `count`.
struct JSONParser {
  /// The first byte of the input; valid only while the caller keeps the input in memory.
  let base: UnsafePointer<UInt8>
  let count: Int
  /// The number of arrays and objects that may still be opened.
  var depth: Int
  /// The index of the next byte.
  var cursor = 0
  /// A reusable buffer for strings with escapes.
  var scratch: [UInt8] = []

  init(base: UnsafePointer<UInt8>, count: Int, depth: Int) {
    self.base = base
    self.count = count
    self.depth = depth
  }

  /// Parses the whole input.
  mutating func document() throws(JSONError) -> JSON {
    if count >= 3, base[0] == 0xEF, base[1] == 0xBB, base[2] == 0xBF {
      throw JSONError(.byteOrderMark, at: 0)
    }
    skipSpace()
    let value = try value()
    skipSpace()
    guard cursor == count else { throw JSONError(.expectedEnd, at: cursor) }
    return value
  }

  /// Parses the value at the cursor.
  mutating func value() throws(JSONError) -> JSON {
    guard cursor < count else { throw JSONError(.unexpectedEnd, at: count) }
    switch base[cursor] {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "t"): return try literal("true", .bool(true))
    case UInt8(ascii: "f"): return try literal("false", .bool(false))
    case UInt8(ascii: "n"): return try literal("null", .null)
    default: throw JSONError(.expectedValue, at: cursor)
    }
  }

  /// Parses the array that opens at the cursor.
  private mutating func array() throws(JSONError) -> JSON {
    try open()
    if consume(UInt8(ascii: "]")) { return close(.array([])) }
    var elements: [JSON] = []
    while true {
      elements.append(try value())
      skipSpace()
      if consume(UInt8(ascii: ",")) {
        skipSpace()
      } else if consume(UInt8(ascii: "]")) {
        return close(.array(elements))
      } else {
        throw unexpected(.expectedCommaOrBracket)
      }
    }
  }

  /// Enters the array or object at the cursor, and advances to its first byte that is not white
  /// space.
  mutating func open() throws(JSONError) {
    guard depth > 0 else { throw JSONError(.tooDeep, at: cursor) }
    depth -= 1
    cursor += 1
    skipSpace()
  }

  /// Leaves an array or object and returns `value`.
  mutating func close(_ value: JSON) -> JSON {
    depth += 1
    return value
  }

  /// Parses the literal `spelling`, whose first byte is at the cursor.
  private mutating func literal(
    _ spelling: StaticString, _ value: JSON
  ) throws(JSONError) -> JSON {
    for position in 0..<spelling.utf8CodeUnitCount
    where !consume(spelling.utf8Start[position]) {
      throw unexpected(.expectedLiteral)
    }
    return value
  }

  /// Skips `byte` and returns `true` if it is at the cursor.
  mutating func consume(_ byte: UInt8) -> Bool {
    guard cursor < count, base[cursor] == byte else { return false }
    cursor += 1
    return true
  }

  mutating func skipSpace() {
    while cursor < count {
      switch base[cursor] {
      case 0x20, 0x0A, 0x0D, 0x09: cursor += 1
      default: return
      }
    }
  }

  /// Returns the error for the byte at the cursor, or for the end of the input.
  func unexpected(_ reason: JSONError.Reason) -> JSONError {
    cursor < count ? JSONError(reason, at: cursor) : JSONError(.unexpectedEnd, at: count)
  }
}

extension JSON {
  /// Parses one JSON value (RFC 8259); only white space may surround it.
  ///
  /// Members keep their order. If a name is repeated, its last value is used, at the position of
  /// the first. A number becomes an integer or a double only if it would print with the same
  /// digits.
  ///
  /// - Throws: ``JSONError`` with the first problem and its byte offset. A lone surrogate and a
  ///   byte order mark are invalid.
  public static func parse(
    _ bytes: [UInt8], limits: JSONLimits = .standard
  ) throws(JSONError) -> JSON {
    try bytes.withUnsafeBufferPointer { (buffer) throws(JSONError) -> JSON in
      try parse(buffer, limits)
    }
  }

  private static func parse(
    _ buffer: UnsafeBufferPointer<UInt8>, _ limits: JSONLimits
  ) throws(JSONError) -> JSON {
    guard buffer.count <= limits.bytes else { throw JSONError(.tooLong, at: limits.bytes) }
    guard let base = buffer.baseAddress, !buffer.isEmpty else {
      throw JSONError(.unexpectedEnd, at: 0)
    }
    var parser = JSONParser(base: base, count: buffer.count, depth: limits.depth)
    return try parser.document()
  }

  /// Parses one JSON value (RFC 8259) from a string.
  ///
  /// - Throws: ``JSONError`` with the first problem and its offset in UTF-8 bytes.
  public static func parse(
    _ text: String, limits: JSONLimits = .standard
  ) throws(JSONError) -> JSON {
    let result = text.utf8.withContiguousStorageIfAvailable { buffer in
      Result { () throws(JSONError) in try parse(buffer, limits) }
    }
    if let result { return try result.get() }
    return try parse(Array(text.utf8), limits: limits)
  }
}

/// Limits that protect the parser from input that needs too much memory or stack.
///
/// ``standard`` suits bodies and files. Pass lower limits for input from untrusted clients. Input
/// that exceeds a limit is rejected with a ``JSONError``.
public struct JSONLimits: Sendable, Hashable {
  /// The maximum value of ``depth``.
  ///
  /// Values are parsed, compared and printed recursively. A thread may have only 512 KB of stack,
  /// and a debug build uses up to 2 KB for each level.
  public static let deepest = 128

  /// The limits for bodies and files: 128 levels, and 64 MiB.
  public static let standard = JSONLimits()

  /// The maximum nesting depth of arrays and objects; `[[]]` has depth 2.
  public let depth: Int
  /// The maximum size of the input, in bytes.
  public let bytes: Int

  /// Creates limits; a depth greater than ``deepest`` is reduced to ``deepest``.
  public init(depth: Int = deepest, bytes: Int = 64 << 20) {
    self.depth = min(depth, Self.deepest)
    self.bytes = bytes
  }
}

extension JSONParser {
  /// Parses the object that opens at the cursor.
  mutating func object() throws(JSONError) -> JSON {
    try open()
    if consume(UInt8(ascii: "}")) { return close(.object(JSONObject())) }
    var members = JSONMembers()
    var missing = JSONError.Reason.expectedNameOrBrace
    while true {
      guard cursor < count, base[cursor] == UInt8(ascii: "\"") else { throw unexpected(missing) }
      let name = try string()
      skipSpace()
      guard consume(UInt8(ascii: ":")) else { throw unexpected(.expectedColon) }
      skipSpace()
      members.insert(name, try value())
      skipSpace()
      if consume(UInt8(ascii: ",")) {
        skipSpace()
        missing = .expectedName
      } else if consume(UInt8(ascii: "}")) {
        return close(.object(JSONObject(uniqueMembers: members.members)))
      } else {
        throw unexpected(.expectedCommaOrBrace)
      }
    }
  }
}

/// The members of an object that is being parsed.
///
/// A repeated name is found in constant time, even if a client chose the names to make that slow.
struct JSONMembers {
  private(set) var members: [JSONObject.Member] = []
  /// The bits of all names so far; a name whose bit is not set is new.
  private var seen: UInt64 = 0
  /// The index of each name, used only if there are many members.
  private var positions: [BytewiseString: Int] = [:]

  /// The number of members up to which a linear search is faster than a hash table.
  private static let fewMembers = 16

  init() { members.reserveCapacity(8) }

  /// Adds a member, or replaces the value of the member with the same name.
  mutating func insert(_ name: String, _ value: JSON) {
    if let position = position(of: name) {
      members[position].value = value
    } else {
      members.append(JSONObject.Member(name, value))
    }
  }

  /// Returns the index of a name; if the name is new, registers it for the next member and returns
  /// `nil`.
  private mutating func position(of name: String) -> Int? {
    guard members.count < Self.fewMembers else { return positionInTable(of: name) }
    let kind = Self.kind(of: name)
    guard seen & kind != 0 else {
      seen |= kind
      return nil
    }
    return members.position(of: name)
  }

  private mutating func positionInTable(of name: String) -> Int? {
    if positions.isEmpty {
      positions.reserveCapacity(4 * Self.fewMembers)
      for (position, member) in members.enumerated() {
        positions[BytewiseString(member.key)] = position
      }
    }
    if let position = positions[BytewiseString(name)] { return position }
    positions[BytewiseString(name)] = members.count
    return nil
  }

  /// Returns a bit for a name; equal names have the same bit, and different names usually do not.
  private static func kind(of name: String) -> UInt64 {
    guard let (first, last) = name.outerBytes else { return 1 }
    return 1 << UInt64((name.utf8.count &* 7 &+ Int(first) &* 3 &+ Int(last)) & 63)
  }
}

extension JSONParser {
  /// Parses the number whose sign or first digit is at the cursor.
  mutating func number() throws(JSONError) -> JSON {
    let start = cursor
    let isNegative = consume(UInt8(ascii: "-"))
    let first = cursor
    // With more than 19 digits, `value` may overflow, but it is not used then.
    var value: UInt64 = 0
    if consume(UInt8(ascii: "0")) {
      if cursor < count, base[cursor] &- 0x30 < 10 { throw JSONError(.leadingZero, at: cursor) }
    } else {
      try skipDigits(into: &value)
    }
    if cursor < count {
      switch base[cursor] {
      case UInt8(ascii: "."), UInt8(ascii: "e"), UInt8(ascii: "E"):
        return try fraction(start: start, first: first, digits: value)
      default: break
      }
    }
    if cursor - first <= 19 {
      if !isNegative, let integer = Int64(exactly: value) { return .integer(integer) }
      // `-0` becomes a decimal, because an integer would lose its sign.
      if isNegative, 1...1 << 63 ~= value {
        return .integer(Int64(truncatingIfNeeded: 0 &- value))
      }
    }
    return .decimal(JSONDecimal(uncheckedDigits: text(from: start)))
  }

  /// Continues a number whose decimal point or exponent is at the cursor.
  private mutating func fraction(
    start: Int, first: Int, digits: UInt64
  ) throws(JSONError) -> JSON {
    var digits = digits
    let point = cursor
    if consume(UInt8(ascii: ".")) { try skipDigits(into: &digits) }
    let end = cursor
    if consume(UInt8(ascii: "e")) || consume(UInt8(ascii: "E")) {
      if !consume(UInt8(ascii: "+")) { _ = consume(UInt8(ascii: "-")) }
      var exponent: UInt64 = 0
      try skipDigits(into: &exponent)
    } else if end - first <= 16, end - point == 2 || base[end - 1] != 0x30 {
      // Fast path: up to 15 digits and the power of ten are exact as doubles, so their quotient is
      // correctly rounded.
      let value = Double(digits) / Self.powerOfTen(end - point - 1)
      if value >= 0.0001 || digits == 0 { return .double(first > start ? -value : value) }
    }
    return spelled(from: start)
  }

  /// Returns the number as a double if it would print with the same digits, otherwise as a decimal.
  private func spelled(from start: Int) -> JSON {
    let digits = text(from: start)
    // No double prints with more than 24 bytes, so a longer number stays a decimal.
    if cursor - start <= 24, let value = Double(digits), value.isFinite,
      value.description == digits
    {
      return .double(value)
    }
    return .decimal(JSONDecimal(uncheckedDigits: digits))
  }

  /// Skips one or more digits, and appends each digit to the number `value`.
  private mutating func skipDigits(into value: inout UInt64) throws(JSONError) {
    let start = cursor
    while cursor < count {
      let digit = base[cursor] &- 0x30
      guard digit < 10 else { break }
      value = value &* 10 &+ UInt64(digit)
      cursor += 1
    }
    if cursor == start { throw unexpected(.expectedDigit) }
  }

  /// Returns the ASCII bytes from `start` to the cursor as a string.
  private func text(from start: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: base + start, count: cursor - start), as: UTF8.self)
  }

  /// Returns a power of ten, exact for exponents up to 22.
  private static func powerOfTen(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}
