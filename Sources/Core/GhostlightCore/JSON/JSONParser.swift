/// Reads a JSON text front to back; good for one text.
///
/// Recursion is bounded by ``JSONLimits/depth``. Bytes are read through a pointer, for the speed
/// of it: every read stands behind a comparison with `count`.
struct JSONParser {
  /// The first byte; valid while the text's owner lends it.
  let base: UnsafePointer<UInt8>
  let count: Int
  /// How many more arrays and objects may open here.
  var depth: Int
  /// The next byte to read.
  var cursor = 0
  /// Where strings with escapes are put together.
  var scratch: [UInt8] = []

  init(base: UnsafePointer<UInt8>, count: Int, depth: Int) {
    self.base = base
    self.count = count
    self.depth = depth
  }

  /// Reads the whole text.
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

  /// Reads the value at the cursor.
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

  /// Reads the array that opens at the cursor.
  private mutating func array() throws(JSONError) -> JSON {
    try open()
    if take(UInt8(ascii: "]")) { return close(.array([])) }
    var elements: [JSON] = []
    while true {
      elements.append(try value())
      skipSpace()
      if take(UInt8(ascii: ",")) {
        skipSpace()
      } else if take(UInt8(ascii: "]")) {
        return close(.array(elements))
      } else {
        throw unexpected(.expectedCommaOrBracket)
      }
    }
  }

  /// Goes one level down and to the first byte in it.
  mutating func open() throws(JSONError) {
    guard depth > 0 else { throw JSONError(.tooDeep, at: cursor) }
    depth -= 1
    cursor += 1
    skipSpace()
  }

  /// Goes one level up.
  mutating func close(_ value: JSON) -> JSON {
    depth += 1
    return value
  }

  /// Reads `spelling`, whose first byte is at the cursor.
  private mutating func literal(
    _ spelling: StaticString, _ value: JSON
  ) throws(JSONError) -> JSON {
    for position in 0..<spelling.utf8CodeUnitCount
    where !take(spelling.utf8Start[position]) {
      throw unexpected(.expectedLiteral)
    }
    return value
  }

  /// Steps over `byte` if it is next.
  mutating func take(_ byte: UInt8) -> Bool {
    guard cursor < count, base[cursor] == byte else { return false }
    cursor += 1
    return true
  }

  /// Steps over whitespace.
  mutating func skipSpace() {
    while cursor < count {
      switch base[cursor] {
      case 0x20, 0x0A, 0x0D, 0x09: cursor += 1
      default: return
      }
    }
  }

  /// The error for the byte at the cursor, or for the end of the text.
  func unexpected(_ reason: JSONError.Reason) -> JSONError {
    cursor < count ? JSONError(reason, at: cursor) : JSONError(.unexpectedEnd, at: count)
  }
}

extension JSON {
  /// Reads one value of RFC 8259, with whitespace around it and nothing else.
  ///
  /// Members keep their order. Of equal names the last value wins, at the place of the first. A
  /// number becomes an integer or a double only where printing gives its digits back.
  ///
  /// - Throws: the first thing wrong and its byte; a lone surrogate and a byte order mark are wrong.
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

  /// Reads one value of RFC 8259 from text; offsets of errors count its UTF-8 bytes.
  ///
  /// - Throws: the first thing wrong and its byte.
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

/// How much a JSON text may ask of the parser.
public struct JSONLimits: Sendable, Hashable {
  /// The deepest nesting any limits allow.
  ///
  /// Values are read, compared and printed recursively, and a thread may have 512 KB of stack, of
  /// which a debug build takes up to 2 KB a level.
  public static let deepest = 128

  /// The limits for bodies and files: 128 levels and 64 MiB.
  public static let standard = JSONLimits()

  /// How many arrays and objects may stand inside one another; `[[]]` needs two.
  public let depth: Int
  /// How many bytes the whole text may have.
  public let bytes: Int

  /// Makes limits; a `depth` beyond ``deepest`` counts as ``deepest``.
  public init(depth: Int = deepest, bytes: Int = 64 << 20) {
    self.depth = min(depth, Self.deepest)
    self.bytes = bytes
  }
}

extension JSONParser {
  /// Reads the object that opens at the cursor.
  mutating func object() throws(JSONError) -> JSON {
    try open()
    if take(UInt8(ascii: "}")) { return close(.object(JSONObject())) }
    var members = JSONMembers()
    var missing = JSONError.Reason.expectedNameOrBrace
    while true {
      guard cursor < count, base[cursor] == UInt8(ascii: "\"") else { throw unexpected(missing) }
      let name = try string()
      skipSpace()
      guard take(UInt8(ascii: ":")) else { throw unexpected(.expectedColon) }
      skipSpace()
      members.insert(name, try value())
      skipSpace()
      if take(UInt8(ascii: ",")) {
        skipSpace()
        missing = .expectedName
      } else if take(UInt8(ascii: "}")) {
        return close(.object(JSONObject(uniqueMembers: members.members)))
      } else {
        throw unexpected(.expectedCommaOrBrace)
      }
    }
  }
}

/// The members of an object while it is read; finds equal names in a time that grows with their
/// number only, however hostile they are.
struct JSONMembers {
  private(set) var members: [JSONObject.Member] = []
  /// A bit for each kind of name seen: where it is clear, the name is new.
  private var seen: UInt64 = 0
  /// The position of each name, once there are many.
  private var positions: [BytewiseString: Int] = [:]

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

  /// One bit, the same for equal names and mostly another for others.
  private static func kind(of name: String) -> UInt64 {
    guard let (first, last) = name.outerBytes else { return 1 }
    return 1 << UInt64((name.utf8.count &* 7 &+ Int(first) &* 3 &+ Int(last)) & 63)
  }
}

extension JSONParser {
  /// Reads the number whose sign or first digit is at the cursor.
  mutating func number() throws(JSONError) -> JSON {
    let start = cursor
    let isNegative = take(UInt8(ascii: "-"))
    let first = cursor
    // Of more than 19 digits the value wraps, and is not used.
    var value: UInt64 = 0
    if take(UInt8(ascii: "0")) {
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
      // `-0` is no integer: it would lose its sign.
      if isNegative, 1...1 << 63 ~= value {
        return .integer(Int64(truncatingIfNeeded: 0 &- value))
      }
    }
    return .decimal(JSONDecimal(uncheckedDigits: text(from: start)))
  }

  /// Reads on in a number whose point or exponent is at the cursor.
  private mutating func fraction(
    start: Int, first: Int, digits: UInt64
  ) throws(JSONError) -> JSON {
    var digits = digits
    let point = cursor
    if take(UInt8(ascii: ".")) { try skipDigits(into: &digits) }
    let end = cursor
    if take(UInt8(ascii: "e")) || take(UInt8(ascii: "E")) {
      if !take(UInt8(ascii: "+")) { _ = take(UInt8(ascii: "-")) }
      var exponent: UInt64 = 0
      try skipDigits(into: &exponent)
    } else if end - first <= 16, end - point == 2 || base[end - 1] != 0x30 {
      // Up to 15 digits a double holds all, and one division of exact numbers rounds right.
      let value = Double(digits) / Self.powerOfTen(end - point - 1)
      if value >= 0.0001 || digits == 0 { return .double(first > start ? -value : value) }
    }
    return spelled(from: start)
  }

  /// A number the slow way: a double if it prints the same, else its digits.
  private func spelled(from start: Int) -> JSON {
    let digits = text(from: start)
    // No double prints longer than 24 bytes.
    if cursor - start <= 24, let value = Double(digits), value.isFinite,
      value.description == digits
    {
      return .double(value)
    }
    return .decimal(JSONDecimal(uncheckedDigits: digits))
  }

  /// Steps over at least one digit, and adds them to `value` at its end.
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

  /// The text from `start` to the cursor, which is ASCII.
  private func text(from start: Int) -> String {
    String(decoding: UnsafeBufferPointer(start: base + start, count: cursor - start), as: UTF8.self)
  }

  /// Ten to `exponent`, exact up to 22.
  private static func powerOfTen(_ exponent: Int) -> Double {
    var power = 1.0
    for _ in 0..<exponent { power *= 10 }
    return power
  }
}
