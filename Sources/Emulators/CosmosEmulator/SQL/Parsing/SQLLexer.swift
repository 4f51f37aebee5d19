import GhostlightCore

/// Splits the text of a query into tokens.
struct SQLLexer {
  let units: [UInt16]
  var position = 0

  init(_ text: String) { units = Array(text.utf16) }

  /// Returns all tokens of a query; the last one has the kind ``SQLToken/Kind/end``.
  static func tokens(_ text: String) throws(SQLError) -> [SQLToken] {
    var lexer = SQLLexer(text)
    var tokens: [SQLToken] = []
    tokens.reserveCapacity(32)
    repeat { tokens.append(try lexer.next()) } while !tokens[tokens.count - 1].isEnd
    return tokens
  }

  private mutating func next() throws(SQLError) -> SQLToken {
    skipSpace()
    guard let unit = peek() else {
      return SQLToken(kind: .end, text: "", span: SQLSpan(position, position))
    }
    let start = position
    if Self.startsName(unit) { return name() }
    if unit == Self.at { return try parameter() }
    if unit == Self.quote || unit == Self.apostrophe { return try string(unit) }
    if Self.isDigit(unit) || unit == Self.dot && peek(1).map(Self.isDigit) == true {
      return try number()
    }
    for length in [3, 2, 1] where start + length <= units.count {
      let code = Self.code(units[start..<start + length])
      guard let sign = Self.signCodes.firstIndex(of: code) else { continue }
      position += length
      return SQLToken(kind: .sign, text: Self.signs[sign], span: SQLSpan(start, position))
    }
    throw .badToken(text(start, start + 1), at: SQLSpan(start, start + 1))
  }

  private mutating func skipSpace() {
    while let unit = peek() {
      if unit == 0x20 || (0x09...0x0d).contains(unit) || unit == 0xa0 {
        position += 1
      } else if unit == Self.minus, peek(1) == Self.minus {
        while let unit = peek(), unit != 0x0a, unit != 0x0d { position += 1 }
      } else {
        return
      }
    }
  }

  private mutating func name() -> SQLToken {
    let start = position
    while let unit = peek(), Self.startsName(unit) || Self.isDigit(unit) { position += 1 }
    let word = text(start, position)
    let span = SQLSpan(start, position)
    guard let keyword = SQLKeyword.of(units[start..<position]) else {
      return SQLToken(kind: .name, text: word, span: span)
    }
    return SQLToken(kind: .keyword(keyword), text: word, span: span)
  }

  private mutating func parameter() throws(SQLError) -> SQLToken {
    let start = position
    position += 1
    while let unit = peek(), Self.startsName(unit) || Self.isDigit(unit) { position += 1 }
    let span = SQLSpan(start, position)
    guard span.end > start + 1 else { throw .badToken("@", at: span) }
    return SQLToken(kind: .parameter, text: text(start, position), span: span)
  }

  func peek(_ ahead: Int = 0) -> UInt16? {
    position + ahead < units.count ? units[position + ahead] : nil
  }

  func text(_ start: Int, _ end: Int) -> String {
    SQLText.text(units[start..<end])
  }

  /// Returns a number for up to nine ASCII characters, which is faster to compare than a string; 0
  /// for other texts.
  static func code(_ units: some Collection<UInt16>) -> UInt64 {
    guard units.count <= 9 else { return 0 }
    var code: UInt64 = 1
    for unit in units {
      guard unit < 0x80 else { return 0 }
      code = code << 7 | UInt64(unit)
    }
    return code
  }

  static func startsName(_ unit: UInt16) -> Bool {
    (0x41...0x5a).contains(unit) || (0x61...0x7a).contains(unit) || unit == 0x5f
  }

  static func isDigit(_ unit: UInt16) -> Bool { (0x30...0x39).contains(unit) }

  static let at: UInt16 = 0x40
  static let quote: UInt16 = 0x22
  static let apostrophe: UInt16 = 0x27
  static let dot: UInt16 = 0x2e
  static let minus: UInt16 = 0x2d
  static let backslash: UInt16 = 0x5c

  private static let signs = [
    ">>>", "??", "||", "!=", "<>", "<=", ">=", "<<", ">>", "|", "^", "&", "=", "<", ">", "+", "-",
    "*", "/", "%", "~", "?", ":", ".", ",", "(", ")", "[", "]", "{", "}",
  ]
  private static let signCodes = signs.map { code($0.utf16) }
}

extension SQLLexer {
  /// Reads a string literal that is enclosed in `quote`, a single or double quotation mark.
  mutating func string(_ quote: UInt16) throws(SQLError) -> SQLToken {
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

  private mutating func escape(from start: Int) throws(SQLError) -> UInt16 {
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

  /// Reads a number literal such as `12`, `1.5e-3`, `.5` or `0xff`.
  mutating func number() throws(SQLError) -> SQLToken {
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
      kind: .literal(SQLNumber.json(value)), text: text(start, position),
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

/// A token of a query: a word, an operator or a literal.
struct SQLToken: Sendable, Hashable {
  enum Kind: Sendable, Hashable {
    /// A keyword, in upper case.
    case keyword(String)
    /// A name that is not a keyword.
    case name
    /// A parameter such as `@name`.
    case parameter
    /// A number or string literal, as its value.
    case literal(JSON)
    /// An operator or bracket, such as `<=`, `??` or `(`.
    case sign
    /// The end of the query, which follows the last token.
    case end
  }

  let kind: Kind
  /// The token as it is written in the query.
  let text: String
  let span: SQLSpan

  var isEnd: Bool {
    guard case .end = kind else { return false }
    return true
  }

  func isSign(_ sign: String) -> Bool {
    guard case .sign = kind else { return false }
    return text == sign
  }

  func isKeyword(_ word: String) -> Bool {
    guard case .keyword(let own) = kind else { return false }
    return own == word
  }
}

/// The keywords of the query language.
///
/// A property whose name is a keyword must be written in brackets: `c["order"]`.
///
/// - Source: protocol reference B14.1.
enum SQLKeyword {
  /// The keywords that can be written in any case.
  private static let words = [
    "AND", "ARRAY", "AS", "ASC", "BETWEEN", "BY", "DESC", "DISTINCT", "ESCAPE", "EXISTS", "FROM",
    "GROUP", "IN", "JOIN", "LEFT", "LIKE", "LIMIT", "NOT", "OFFSET", "OR", "ORDER", "RIGHT",
    "SELECT", "TOP", "VALUE", "WHERE",
  ]

  /// The keywords that must be written in lower case.
  private static let constants = ["true", "false", "null", "undefined"]

  private static let all = words + constants
  private static let codes = all.map { SQLLexer.code($0.uppercased().utf16) }

  /// Returns the keyword in its standard case, or `nil` if the name is not a keyword.
  static func of(_ name: ArraySlice<UInt16>) -> String? {
    // A name consists of letters, digits and `_`, of which only lower-case letters change.
    let code = SQLLexer.code(name.lazy.map { (0x61...0x7a).contains($0) ? $0 - 0x20 : $0 })
    guard let position = codes.firstIndex(of: code) else { return nil }
    guard position < words.count || all[position].utf16.elementsEqual(name) else { return nil }
    return all[position]
  }
}

/// A range of a query's text, in UTF-16 units.
package struct SQLSpan: Sendable, Hashable {
  /// The index of the first unit.
  package var start: Int
  /// The index after the last unit.
  package var end: Int

  /// Creates a span from `start` up to, but not including, `end`.
  package init(_ start: Int, _ end: Int) {
    self.start = start
    self.end = end
  }

  /// Returns the place of the name with which the text at this place begins.
  func name(_ name: String) -> SQLSpan { SQLSpan(start, start + name.utf16.count) }
}
