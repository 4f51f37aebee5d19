import GhostlightCore
import GhostlightEmulation

/// Functions that search strings for several others, join strings to one, and split them.
extension SQLFunction {
  /// - Source: MicrosoftDocs/nosql-query-docs, the page of each function in cosmos-db/query.
  ///   Assumption: the result of `LASTINDEXOF` for an empty string, and for a start out of range.
  static let lists: [SQLFunction] = [
    anyOrAll("CONTAINS_ANY_CI", decidedBy: true) { text, part, context throws(SQLError) in
      try contains(text, part, ignoresCase: true, context.budget)
    },
    anyOrAll("CONTAINS_ANY_CS", decidedBy: true) { text, part, context throws(SQLError) in
      try contains(text, part, ignoresCase: false, context.budget)
    },
    anyOrAll("CONTAINS_ALL_CI", decidedBy: false) { text, part, context throws(SQLError) in
      try contains(text, part, ignoresCase: true, context.budget)
    },
    anyOrAll("CONTAINS_ALL_CS", decidedBy: false) { text, part, context throws(SQLError) in
      try contains(text, part, ignoresCase: false, context.budget)
    },
    SQLFunction("LASTINDEXOF", 2...3) { arguments, context throws(SQLError) in
      guard let text = arguments[0]?.string, let part = arguments[1]?.string else { return nil }
      try context.budget.pay(units: text.utf8.count)
      try context.budget.pay(part.utf8.count)
      let units = Array(text.utf16)
      guard arguments.count == 3 else { return lastIndex(of: part, in: units[...]) }
      guard let start = SQLNumber.integer(arguments[2]) else { return nil }
      return lastIndex(of: part, in: units.prefix(max(0, start + 1)))
    },
    SQLFunction("STRINGJOIN", 2...2) { arguments, context throws(SQLError) in
      guard let array = arguments[0]?.array, let separator = arguments[1]?.string else {
        return nil
      }
      try context.budget.pay(array.count)
      var length = separator.utf8.count * max(0, array.count - 1)
      for element in array {
        guard let part = element.string else { return nil }
        length += part.utf8.count
      }
      try context.budget.pay(text: length)
      return .string(array.compactMap(\.string).joined(separator: separator))
    },
    SQLFunction("STRINGSPLIT", 2...2) { arguments, context throws(SQLError) in
      guard let text = arguments[0]?.string, let separator = arguments[1]?.string else {
        return nil
      }
      return .array(try SQLText.split(text, at: separator, context.budget))
    },
  ]

  private static func contains(
    _ text: JSON, _ part: JSON, ignoresCase: Bool, _ budget: WorkBudget
  ) throws(SQLError) -> Bool? {
    guard var text = text.string, var part = part.string else { return nil }
    try budget.pay(units: text.utf8.count)
    try budget.pay(part.utf8.count >> 2)
    if ignoresCase { (text, part) = (text.lowercased(), part.lowercased()) }
    return text.withUTF8 { text in part.withUTF8 { part in SQLText.contains(part, in: text) } }
  }

  /// Returns the index of the last occurrence of `part` in `text`, or -1.
  ///
  /// The end of an empty `part` is at the end of `text`.
  private static func lastIndex(of part: String, in text: ArraySlice<UInt16>) -> JSON {
    let needle = SQLNeedle(Array(part.utf16.reversed()))
    guard let found = needle.firstIndex(in: text.reversed(), from: 0) else { return .integer(-1) }
    return .integer(Int64(text.count - found - needle.count))
  }
}

/// Functions that remove characters at the ends of a string.
extension SQLFunction {
  /// - Source: MicrosoftDocs/nosql-query-docs, cosmos-db/query/trim.md: all characters of the second
  ///   argument are removed, in any order.
  static let trims: [SQLFunction] = [
    trim("TRIM", start: true, end: true), trim("LTRIM", start: true, end: false),
    trim("RTRIM", start: false, end: true),
  ]

  private static func trim(_ name: String, start: Bool, end: Bool) -> SQLFunction {
    SQLFunction(name, 1...2) { arguments, context throws(SQLError) in
      guard let text = arguments[0]?.string else { return nil }
      try context.budget.pay(units: text.utf8.count)
      guard arguments.count == 2 else {
        return .string(
          SQLText.trimmed(text, start: start, end: end) { $0.properties.isWhitespace })
      }
      guard let characters = arguments[1]?.string else { return nil }
      try context.budget.pay(characters.utf8.count)
      let set = Set(characters.unicodeScalars)
      return .string(SQLText.trimmed(text, start: start, end: end, where: set.contains))
    }
  }
}

extension SQLText {
  /// Returns a string without the characters at its start and its end that satisfy a condition.
  static func trimmed(
    _ text: String, start: Bool, end: Bool, where isTrimmed: (Unicode.Scalar) -> Bool
  ) -> String {
    var scalars = text.unicodeScalars[...]
    if start { scalars = scalars.drop(while: isTrimmed) }
    while end, let last = scalars.last, isTrimmed(last) { scalars.removeLast() }
    return String(scalars)
  }

  /// Returns the parts of a string between the occurrences of a separator.
  ///
  /// With an empty separator, the complete string is the only part.
  static func split(
    _ text: String, at separator: String, _ budget: WorkBudget
  ) throws(SQLError) -> [JSON] {
    try budget.pay(units: text.utf8.count)
    try budget.pay(separator.utf8.count)
    guard !separator.isEmpty else { return [.string(text)] }
    let needle = SQLNeedle(Array(separator.utf8))
    let units = Array(text.utf8)
    var parts: [JSON] = []
    var position = 0
    while let found = needle.firstIndex(in: units, from: position) {
      // A part uses more memory than its bytes.
      try budget.pay(4 + (found - position) >> 2)
      parts.append(.string(String(decoding: units[position..<found], as: UTF8.self)))
      position = found + needle.count
    }
    parts.append(.string(String(decoding: units[position...], as: UTF8.self)))
    return parts
  }
}
