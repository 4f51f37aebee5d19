import GhostlightCore

extension SQLLexer {
  /// A text in quotes of either kind.
  mutating func string(_ quote: UInt16) throws(SQLProblem) -> SQLToken {
    let start = position
    position += 1
    var content: [UInt16] = []
    while let unit = peek() {
      if unit == quote {
        position += 1
        return SQLToken(
          kind: .literal(.string(String(decoding: content, as: UTF16.self))),
          text: text(start, position), span: SQLSpan(start, position))
      }
      guard unit >= 0x20 else {
        throw .badToken(text(start, position), at: SQLSpan(start, position))
      }
      position += 1
      content.append(unit == Self.backslash ? try escape(from: start) : unit)
    }
    throw .unexpectedEnd(units.count)
  }

  private mutating func escape(from start: Int) throws(SQLProblem) -> UInt16 {
    guard let unit = peek() else { throw .unexpectedEnd(units.count) }
    position += 1
    switch UInt8(exactly: unit).map(UnicodeScalar.init) {
    case "'", "\"", "\\", "/": return unit
    case "b": return 0x08
    case "f": return 0x0c
    case "n": return 0x0a
    case "r": return 0x0d
    case "t": return 0x09
    case "u":
      let end = position + 4
      guard end <= units.count,
        units[position..<end].allSatisfy(Self.isHex),
        let value = UInt16(text(position, end), radix: 16)
      else { break }
      position = end
      return value
    default: break
    }
    throw .badToken(text(start, position), at: SQLSpan(start, position))
  }

  /// `12`, `1.5e-3`, `.5` or `0xff`.
  mutating func number() throws(SQLProblem) -> SQLToken {
    let start = position
    if peek() == 0x30, peek(1) == 0x78 || peek(1) == 0x58, peek(2).map(Self.isHex) == true {
      position += 2
      let digits = position
      while let unit = peek(), Self.isHex(unit) { position += 1 }
      var value = 0.0
      for unit in units[digits..<position] { value = value * 16 + Self.hexValue(unit) }
      return token(value, from: start)
    }
    skipDigits()
    if peek() == Self.dot, peek(1).map(Self.isDigit) == true {
      position += 1
      skipDigits()
    }
    if peek() == 0x65 || peek() == 0x45 {
      let mark = position
      position += 1
      if peek() == 0x2b || peek() == Self.minus { position += 1 }
      if peek().map(Self.isDigit) == true { skipDigits() } else { position = mark }
    }
    let digits = text(start, position)
    if let next = peek(), Self.startsName(next) {
      let span = SQLSpan(start, position + 1)
      throw .badToken(text(span.start, span.end), at: span)
    }
    if let whole = Int64(digits) {
      return SQLToken(
        kind: .literal(.integer(whole)), text: digits, span: SQLSpan(start, position))
    }
    return token(Double(digits.hasPrefix(".") ? "0" + digits : digits) ?? 0, from: start)
  }

  private func token(_ value: Double, from start: Int) -> SQLToken {
    SQLToken(
      kind: .literal(SQLNumber.json(value) ?? .null), text: text(start, position),
      span: SQLSpan(start, position))
  }

  private mutating func skipDigits() {
    while let unit = peek(), Self.isDigit(unit) { position += 1 }
  }

  private static func isHex(_ unit: UInt16) -> Bool {
    isDigit(unit) || (0x41...0x46).contains(unit) || (0x61...0x66).contains(unit)
  }

  private static func hexValue(_ unit: UInt16) -> Double {
    isDigit(unit) ? Double(unit - 0x30) : Double((unit | 0x20) - 0x61 + 10)
  }
}
