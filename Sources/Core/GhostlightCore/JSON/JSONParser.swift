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
