import GhostlightCore

/// Splits a query's text into tokens.
struct SQLLexer {
  let units: [UInt16]
  var position = 0

  init(_ text: String) { units = Array(text.utf16) }

  /// All tokens, the last being the end.
  static func tokens(_ text: String) throws(SQLProblem) -> [SQLToken] {
    var lexer = SQLLexer(text)
    var tokens: [SQLToken] = []
    while true {
      let token = try lexer.next()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  private mutating func next() throws(SQLProblem) -> SQLToken {
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
      let text = text(start, start + length)
      guard Self.signs.contains(text) else { continue }
      position += length
      return SQLToken(kind: .sign, text: text, span: SQLSpan(start, position))
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
    guard let keyword = SQLKeyword.of(word) else {
      return SQLToken(kind: .name, text: word, span: span)
    }
    return SQLToken(kind: .keyword(keyword), text: word, span: span)
  }

  private mutating func parameter() throws(SQLProblem) -> SQLToken {
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
    String(decoding: units[start..<end], as: UTF16.self)
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

  private static let signs: Set<String> = [
    ">>>", "??", "||", "!=", "<>", "<=", ">=", "<<", ">>", "|", "^", "&", "=", "<", ">", "+", "-",
    "*", "/", "%", "~", "?", ":", ".", ",", "(", ")", "[", "]", "{", "}",
  ]
}
