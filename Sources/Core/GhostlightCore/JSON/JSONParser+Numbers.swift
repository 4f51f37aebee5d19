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
