#if !canImport(CoreData)
  import Foundation

  /// Splits a predicate format into tokens.
  struct PredicateLexer {
    enum Token: Hashable {
      /// A name or a reserved word.
      case word(String)
      /// A name that was written with the prefix `#`, so that it is never a reserved word.
      case name(String)
      case text(String)
      case integer(Int64)
      case double(Double)
      /// A placeholder such as `%@` or `%K`, without the `%`.
      case argument(String)
      /// A variable such as `$NAME`, without the `$`.
      case variable(String)
      /// A collection operator such as `@count`, without the `@`.
      case keyOperator(String)
      /// An operator or another symbol.
      case symbol(String)
      case end
    }

    /// A token, and the index of its first character in the format.
    struct Place {
      let token: Token
      let position: Int
    }

    private let characters: [Character]
    private let format: String
    private var position = 0

    init(_ format: String) {
      self.format = format
      characters = Array(format)
    }

    private static let symbols = [
      "**", "==", ">=", "=>", "<=", "=<", "!=", "<>", "&&", "||", ":=", "=", ">", "<", "!", "(",
      ")", "{", "}", "[", "]", ",", ".", "+", "-", "*", "/", ":",
    ]

    static func tokens(of format: String) throws(PredicateFormatError) -> [Place] {
      var lexer = PredicateLexer(format)
      var tokens: [Place] = []
      while true {
        let place = try lexer.next()
        tokens.append(place)
        if place.token == .end { return tokens }
      }
    }

    private func failure(_ reason: String, at position: Int) -> PredicateFormatError {
      PredicateFormatError(format: format, position: position, reason: reason)
    }

    private var current: Character? { position < characters.count ? characters[position] : nil }

    private mutating func next() throws(PredicateFormatError) -> Place {
      while let character = current, character.isWhitespace { position += 1 }
      let start = position
      guard let character = current else { return Place(token: .end, position: start) }
      let token: Token
      switch character {
      case "\"", "'": token = .text(try quoted(character))
      case "%": token = .argument(try argument())
      case "$":
        position += 1
        token = .variable(try identifier("a variable needs a name"))
      case "@":
        position += 1
        token = .keyOperator(try identifier("an operator of a key path needs a name"))
      case "#":
        position += 1
        token = .name(try identifier("an escaped name is missing"))
      case _ where character.isNumber && character.isASCII: token = try number()
      case _ where Self.isNameStart(character): token = .word(try identifier(""))
      default: token = try symbol()
      }
      return Place(token: token, position: start)
    }

    private static func isNameStart(_ character: Character) -> Bool {
      character.isLetter || character == "_"
    }

    private mutating func identifier(_ message: String) throws(PredicateFormatError) -> String {
      let start = position
      while let character = current,
        Self.isNameStart(character) || character.isNumber && position > start
      {
        position += 1
      }
      guard position > start else { throw failure(message, at: start) }
      return String(characters[start..<position])
    }

    private mutating func quoted(_ quote: Character) throws(PredicateFormatError) -> String {
      let start = position
      position += 1
      var text = ""
      while let character = current {
        position += 1
        if character == quote { return text }
        guard character == "\\" else {
          text.append(character)
          continue
        }
        guard let escaped = current else { break }
        position += 1
        switch escaped {
        case "n": text.append("\n")
        case "t": text.append("\t")
        case "r": text.append("\r")
        case "\\", "'", "\"": text.append(escaped)
        case "u":
          let digits = String(characters[position..<min(position + 4, characters.count)])
          guard let value = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(value) else {
            throw failure("the escape is malformed", at: position)
          }
          text.unicodeScalars.append(scalar)
          position += 4
        // `LIKE` and `MATCHES` interpret all other escapes, so the backslash remains in the string.
        default: text += "\\\(escaped)"
        }
      }
      throw failure("the string has no closing quotation mark", at: start)
    }

    private mutating func argument() throws(PredicateFormatError) -> String {
      let start = position
      position += 1
      for form in [
        "@", "K", "lld", "llu", "llx", "ld", "lu", "lf", "lx", "hd", "hu", "qd", "qu", "zd", "zu",
        "d", "D", "i", "u", "U", "f", "e", "g", "x", "X", "o", "c", "C", "s",
      ] where starts(with: form) {
        position += form.count
        return form
      }
      throw failure("the argument has an unsupported type", at: start)
    }

    private func starts(with text: String) -> Bool {
      position + text.count <= characters.count
        && String(characters[position..<(position + text.count)]) == text
    }

    private mutating func number() throws(PredicateFormatError) -> Token {
      let start = position
      for (prefix, radix) in [("0x", 16), ("0X", 16), ("0o", 8), ("0b", 2)]
      where starts(with: prefix) {
        position += 2
        let digits = position
        while let character = current, character.isLetter || character.isNumber { position += 1 }
        guard let value = Int64(String(characters[digits..<position]), radix: radix) else {
          throw failure("the number is malformed", at: start)
        }
        return .integer(value)
      }
      var isWhole = true
      while let character = current {
        if character.isASCII, character.isNumber {
          position += 1
        } else if character == ".", isWhole, position + 1 < characters.count,
          characters[position + 1].isNumber
        {
          isWhole = false
          position += 1
        } else if character == "e" || character == "E", position + 1 < characters.count,
          characters[position + 1].isNumber || "+-".contains(characters[position + 1])
        {
          isWhole = false
          position += 2
        } else {
          break
        }
      }
      let text = String(characters[start..<position])
      if isWhole, let value = Int64(text) { return .integer(value) }
      guard let value = Double(text) else { throw failure("the number is malformed", at: start) }
      return .double(value)
    }

    private mutating func symbol() throws(PredicateFormatError) -> Token {
      for symbol in Self.symbols where starts(with: symbol) {
        position += symbol.count
        return .symbol(symbol)
      }
      throw failure("the character is not valid", at: position)
    }
  }
#endif
