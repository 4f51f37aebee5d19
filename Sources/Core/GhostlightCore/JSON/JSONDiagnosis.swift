/// The problem of a file that is not valid JSON, in the words of a person who edits it.
///
/// The parser only names the byte at which it stopped, because that costs nothing. A diagnosis reads
/// the bytes around it after parsing has failed, and recognises common mistakes such as a trailing
/// comma or a comment.
///
/// For `{"a": 1,}` it is `line 1, column 8: trailing comma after the last member; remove it`.
package struct JSONDiagnosis: Sendable, Hashable, CustomStringConvertible {
  /// The line of the problem, from 1.
  package let line: Int
  /// The byte in the line, from 1.
  package let column: Int
  /// The problem and its remedy.
  package let problem: String

  /// Creates the diagnosis of an error that parsing `bytes` threw.
  package init(of error: JSONError, in bytes: [UInt8]) {
    let found = JSONMistake(error, in: bytes)
    problem = found.problem
    (line, column) = Self.position(of: found.offset, in: bytes)
  }

  /// The position and the problem in one line.
  package var description: String { "line \(line), column \(column): \(problem)" }

  /// Returns the line and the column of a byte offset, both from 1; columns count bytes, as editors
  /// do.
  static func position(of offset: Int, in bytes: [UInt8]) -> (line: Int, column: Int) {
    let before = bytes.prefix(offset)
    let newline = UInt8(ascii: "\n")
    let start = before.lastIndex(of: newline).map { $0 + 1 } ?? 0
    return (before.count { $0 == newline } + 1, before.count - start + 1)
  }
}

/// A mistake in JSON, found in the bytes around the position at which parsing failed.
private struct JSONMistake {
  private let bytes: [UInt8]
  private(set) var offset: Int
  private(set) var problem = ""

  init(_ error: JSONError, in bytes: [UInt8]) {
    self.bytes = bytes
    offset = min(error.offset, bytes.count)
    problem = found(error.reason)
  }

  /// Returns the problem, and moves ``offset`` to the byte to change.
  private mutating func found(_ reason: JSONError.Reason) -> String {
    switch reason {
    case .byteOrderMark:
      return "byte order mark at the start of the file; save it as UTF-8 without one"
    case .unexpectedEnd: return problemAtEnd
    case .controlCharacter: return controlCharacter
    case .unknownEscape: return "unknown escape in a string; write \\\\ for a backslash"
    case .expectedHexDigit: return "\\u needs four hexadecimal digits, such as \\u00e9"
    case .loneSurrogate:
      return "half of a surrogate pair; write both halves, or the character itself"
    case .invalidUTF8: return "bytes that are not UTF-8; save the file as UTF-8"
    case .tooDeep: return "nested deeper than \(JSONLimits.deepest) levels; nest less deeply"
    case .tooLong: return "the file is too long; split it"
    case .leadingZero: return "a number must not start with 0; remove the zero"
    case .expectedValue, .expectedLiteral, .expectedNameOrBrace, .expectedName, .expectedColon,
      .expectedCommaOrBrace, .expectedCommaOrBracket, .expectedEnd, .expectedDigit:
      return unexpectedCharacter(reason)
    }
  }

  /// Returns the problem of a character that cannot be at this position.
  private mutating func unexpectedCharacter(_ reason: JSONError.Reason) -> String {
    guard offset < bytes.count else { return problemAtEnd }
    let character = bytes[offset]
    if isComment { return "comments are not allowed in JSON; remove it" }
    switch character {
    case UInt8(ascii: "'"): return "single quote; use double quotes (\")"
    case 0xE2 where bytes[offset...].starts(with: [0xE2, 0x80]):
      return "typographic quote or dash; use straight double quotes (\")"
    case 0xFE, 0xFF: return "the file is not UTF-8; save it as UTF-8"
    case UInt8(ascii: "`"): return "backtick; use double quotes (\")"
    default: break
    }
    switch reason {
    case .expectedNameOrBrace, .expectedName: return missingName(character)
    case .expectedColon: return missingColon(character)
    case .expectedCommaOrBrace, .expectedCommaOrBracket:
      return missingComma(character, isObject: reason == .expectedCommaOrBrace)
    case .expectedDigit: return missingDigit
    case .expectedEnd: return textAfterEnd(character)
    default: return missingValue()
    }
  }

  private mutating func missingName(_ character: UInt8) -> String {
    if character == UInt8(ascii: "}"), let comma = precedingComma {
      offset = comma
      return "trailing comma after the last member; remove it"
    }
    if character == UInt8(ascii: ",") { return "comma without a member before it; remove it" }
    let word = word(at: offset)
    guard !word.isEmpty else {
      return "expected a name in double quotes; write it as \"name\": value"
    }
    return "the name \(word) is not in quotes; write \"\(word)\""
  }

  private mutating func missingValue() -> String {
    while offset > 0, Self.isOfWord(bytes[offset - 1]) { offset -= 1 }
    switch bytes[offset] {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      guard let comma = precedingComma else { return "missing value; add one, such as null" }
      offset = comma
      return "trailing comma after the last element; remove it"
    case UInt8(ascii: ","): return "comma without a value before it; remove it, or add a value"
    case UInt8(ascii: "+"): return "plus sign before a number; remove it"
    case UInt8(ascii: "."): return "a number starts with a digit; write 0 before the point"
    default: break
    }
    let word = word(at: offset)
    return word.isEmpty
      ? "expected a value; write a string, number, object or array here" : bare(word)
  }

  /// Returns the problem of a word that should be a value.
  private func bare(_ word: String) -> String {
    switch word.lowercased() {
    case "nan", "infinity", "inf":
      "\(word) is not a JSON value; write a number, or null"
    case "none", "nil", "undefined", "null": "\(word) is not a JSON value; write null"
    case "true", "yes", "on": "\(word) is not a JSON value; write true"
    case "false", "no", "off": "\(word) is not a JSON value; write false"
    default: "the text \(word) is not in quotes; write \"\(word)\""
    }
  }

  private func missingColon(_ character: UInt8) -> String {
    character == UInt8(ascii: "=")
      ? "equals sign after a name; write a colon" : "missing colon after the name; add one"
  }

  private func missingComma(_ character: UInt8, isObject: Bool) -> String {
    if let number = invalidNumber { return number }
    let (opening, closing) = isObject ? ("{", "}") : ("[", "]")
    switch character {
    case UInt8(ascii: "]"), UInt8(ascii: "}"):
      let found = Character(Unicode.Scalar(character))
      return "\(found) cannot close the \(opening) before it; write \(closing)"
    case UInt8(ascii: ";"): return "semicolon; write a comma"
    case UInt8(ascii: ":") where !isObject:
      return "colon in an array; use an object in { } for members with names"
    default:
      return "missing comma before this \(isObject ? "member" : "element"); add one"
    }
  }

  private var missingDigit: String {
    let word = word(at: offset)
    return word.isEmpty
      ? "a digit is missing in the number; add one" : bare(word)
  }

  private func textAfterEnd(_ character: UInt8) -> String {
    if let number = invalidNumber { return number }
    switch character {
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      return "\(Character(Unicode.Scalar(character))) without its opening bracket; remove it"
    case UInt8(ascii: ","): return "comma after the end of the value; remove it"
    default: return "text after the end of the value; remove it"
    }
  }

  /// The problem of a number in a notation that JSON does not have; `nil` if the bytes before
  /// ``offset`` are not a number.
  private var invalidNumber: String? {
    guard offset > 0, Self.isDigit(bytes[offset - 1]) else { return nil }
    switch bytes[offset] {
    case UInt8(ascii: "x"), UInt8(ascii: "X"): return "hexadecimal number; write it in decimal"
    case UInt8(ascii: "_"): return "underscore in a number; remove it"
    case UInt8(ascii: "."): return "second point in a number; remove it, or write a string"
    case let byte where Self.isOfWord(byte):
      return "letters after a number; remove them, or write a string in double quotes"
    default: return nil
    }
  }

  private var controlCharacter: String {
    switch bytes[offset] {
    case UInt8(ascii: "\n"), UInt8(ascii: "\r"):
      "line break in a string; close the string before it, or write \\n"
    case UInt8(ascii: "\t"): "tab in a string; write \\t"
    default: "control character in a string; write it as an escape such as \\u0001"
    }
  }

  /// The problem of a file that ends before its value.
  private var problemAtEnd: String {
    let (openings, quote) = self.openings
    if let quote {
      return "the string\(place(quote)) is not closed; add a double quote (\")"
    }
    guard let last = openings.last else {
      let isEmpty = bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) }
      return isEmpty
        ? "the file is empty; write a value such as {}" : "the value is not complete; add the rest"
    }
    let closing = bytes[last] == UInt8(ascii: "{") ? "}" : "]"
    let opening = closing == "}" ? "{" : "["
    return "missing \(closing) for the \(opening)\(place(last)); add it"
  }

  private func place(_ offset: Int) -> String {
    let (line, column) = JSONDiagnosis.position(of: offset, in: bytes)
    return " at line \(line), column \(column)"
  }
}

/// The bytes around a mistake.
extension JSONMistake {
  /// The offsets of the arrays and objects that are open at the end, and of the quote of an open
  /// string.
  private var openings: (openings: [Int], quote: Int?) {
    var openings: [Int] = []
    var quote: Int?
    var position = 0
    while position < bytes.count {
      switch bytes[position] {
      case UInt8(ascii: "\""): quote = quote == nil ? position : nil
      case UInt8(ascii: "\\") where quote != nil: position += 1
      case UInt8(ascii: "{") where quote == nil, UInt8(ascii: "[") where quote == nil:
        openings.append(position)
      case UInt8(ascii: "}") where quote == nil, UInt8(ascii: "]") where quote == nil:
        _ = openings.popLast()
      default: break
      }
      position += 1
    }
    return (openings, quote)
  }

  /// The offset of the comma that is the last character before ``offset``, except white space.
  private var precedingComma: Int? {
    let last = bytes[..<offset].lastIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
    return last.flatMap { bytes[$0] == UInt8(ascii: ",") ? $0 : nil }
  }

  private var isComment: Bool {
    guard bytes[offset] != UInt8(ascii: "#") else { return true }
    guard bytes[offset] == UInt8(ascii: "/"), offset + 1 < bytes.count else { return false }
    return [UInt8(ascii: "/"), UInt8(ascii: "*")].contains(bytes[offset + 1])
  }

  /// Returns the letters, digits, `_`, `$` and `-` at an offset, at most 40; empty if the first one
  /// is not a letter, `_` or `$`.
  private func word(at start: Int) -> String {
    guard start < bytes.count, Self.isOfWord(bytes[start]), !Self.isDigit(bytes[start]) else {
      return ""
    }
    let rest = bytes[start...].prefix(40).prefix {
      Self.isOfWord($0) || $0 == UInt8(ascii: "-")
    }
    return String(decoding: rest, as: UTF8.self)
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static func isOfWord(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "_"), UInt8(ascii: "$"):
      true
    default: isDigit(byte)
    }
  }
}
