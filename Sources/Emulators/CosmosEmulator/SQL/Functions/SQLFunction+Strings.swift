import GhostlightCore
import GhostlightEmulation
import GhostlightPatterns

/// Functions of strings.
///
/// Positions and lengths are counted in UTF-16 units.
extension SQLFunction {
  static let strings: [SQLFunction] = [
    SQLFunction("CONCAT", 2...Int.max) { arguments, context throws(SQLError) in
      var length = 0
      // Evaluating and appending an argument takes as long as five units, of which the caller has
      // paid one.
      try context.budget.pay(arguments.count, times: 4)
      for argument in arguments {
        guard let part = argument?.string else { return nil }
        length += part.utf8.count
      }
      try context.budget.pay(text: length)
      return .string(arguments.reduce(into: "") { text, part in text += part?.string ?? "" })
    },
    comparison("CONTAINS") { text, part in
      SQLText.contains(part, in: text)
    },
    comparison("STARTSWITH") { text, part in text.starts(with: part) },
    comparison("ENDSWITH") { text, part in text.suffix(part.count).elementsEqual(part) },
    comparison("STRINGEQUALS") { text, part in text.elementsEqual(part) },
    SQLFunction("INDEX_OF", 2...3) { arguments, context throws(SQLError) in
      try context.budget.pay(units: arguments[0]?.string?.utf8.count ?? 0)
      try context.budget.pay(arguments[1]?.string?.utf8.count ?? 0)
      return indexOf(arguments)
    },
    ofText("LENGTH") { .integer(Int64($0.utf16.count)) },
    ofText("LOWER") { .string($0.lowercased()) },
    ofText("UPPER") { .string($0.uppercased()) },
    ofText("REVERSE") { .string(String(String.UnicodeScalarView($0.unicodeScalars.reversed()))) },
    slice("LEFT", 2) { text, numbers in text.prefix(max(0, numbers[0])) },
    slice("RIGHT", 2) { text, numbers in text.suffix(max(0, numbers[0])) },
    slice("SUBSTRING", 3) { text, numbers in
      let (start, length) = (numbers[0], numbers[1])
      guard start >= 0, start < text.count, length > 0 else { return [] }
      return text[start...].prefix(length)
    },
    SQLFunction("REPLACE", 3...3) { arguments, context throws(SQLError) in
      guard let text = arguments[0]?.string, let find = arguments[1]?.string,
        let by = arguments[2]?.string, !find.isEmpty
      else { return nil }
      return .string(try SQLText.replacing(find, by: by, in: text, context.budget))
    },
    SQLFunction("REPLICATE", 2...2) { arguments, context throws(SQLError) in
      guard let text = arguments[0]?.string, let number = arguments[1]?.number else { return nil }
      let times = number.rounded(.towardZero)
      guard times >= 0, times * Double(text.utf16.count) <= 10_000 else { return nil }
      guard !text.isEmpty else { return .string("") }
      try context.budget.pay(text: text.utf8.count * Int(times))
      return .string(String(repeating: text, count: Int(times)))
    },
  ]

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  /// Returns a function that compares two strings, with an optional last argument to ignore case.
  ///
  /// The closure `body` gets the strings as UTF-8. A string contains another as UTF-8 exactly if it
  /// does as UTF-16.
  private static func comparison(
    _ name: String, _ body: @escaping @Sendable (Bytes, Bytes) -> Bool
  ) -> SQLFunction {
    SQLFunction(name, 2...3) { arguments, context throws(SQLError) in
      guard var text = arguments[0]?.string, var part = arguments[1]?.string else { return nil }
      try context.budget.pay(units: text.utf8.count)
      try context.budget.pay(part.utf8.count >> 2)
      if arguments.count == 3 {
        guard let ignoresCase = arguments[2]?.bool else { return nil }
        if ignoresCase { (text, part) = (text.lowercased(), part.lowercased()) }
      }
      return .bool(text.withUTF8 { text in part.withUTF8 { part in body(text, part) } })
    }
  }

  /// Returns a function that selects a part of a string; `body` gets the string's UTF-16 units and
  /// the integer arguments.
  private static func slice(
    _ name: String, _ arity: Int,
    _ body: @escaping @Sendable ([UInt16], [Int]) -> ArraySlice<UInt16>
  ) -> SQLFunction {
    SQLFunction(name, arity...arity) { arguments, context throws(SQLError) in
      guard let text = arguments[0]?.string else { return nil }
      try context.budget.pay(units: text.utf8.count)
      var numbers: [Int] = []
      for argument in arguments.dropFirst() {
        guard let number = SQLNumber.integer(argument) else { return nil }
        numbers.append(number)
      }
      return .string(SQLText.text(body(Array(text.utf16), numbers)))
    }
  }

  private static func indexOf(_ arguments: [JSON?]) -> JSON? {
    guard let text = arguments[0]?.string, let part = arguments[1]?.string else { return nil }
    var start = 0
    if arguments.count == 3 {
      guard let given = SQLNumber.integer(arguments[2]) else { return nil }
      start = given
    }
    let units = Array(text.utf16)
    guard start >= 0, start <= units.count else { return .integer(-1) }
    let found = SQLText.firstIndex(of: Array(part.utf16), in: units, from: start)
    return .integer(Int64(found ?? -1))
  }
}

/// Functions that work on strings as arrays of UTF-16 units.
enum SQLText {
  /// Returns the index of the first occurrence of `part` in `text` at or after `start`, or `nil`.
  static func firstIndex(of part: [UInt16], in text: [UInt16], from start: Int) -> Int? {
    SQLNeedle(part).firstIndex(in: text, from: start)
  }

  static func contains(
    _ part: UnsafeBufferPointer<UInt8>, in text: UnsafeBufferPointer<UInt8>
  ) -> Bool {
    guard let first = part.first else { return true }
    guard part.count <= shortPart else {
      return SQLNeedle(Array(part)).firstIndex(in: Array(text), from: 0) != nil
    }
    guard text.count >= part.count else { return false }
    for start in 0...text.count - part.count where text[start] == first {
      var length = 1
      while length < part.count, text[start + length] == part[length] { length += 1 }
      if length == part.count { return true }
    }
    return false
  }

  /// The maximum length of a searched part for which comparing the part at each index is faster
  /// than preparing a search table.
  private static let shortPart = 32

  /// Returns a string in which all occurrences of `find` are replaced; `find` must not be empty.
  ///
  /// The result is charged to the budget while it grows.
  static func replacing(
    _ find: String, by replacement: String, in text: String, _ budget: WorkBudget
  ) throws(SQLError) -> String {
    try budget.pay(units: text.utf8.count + replacement.utf8.count)
    try budget.pay(find.utf8.count)
    // A search in UTF-8 is possible, because it finds the same occurrences as a search in UTF-16.
    let needle = SQLNeedle(Array(find.utf8))
    let by = Array(replacement.utf8)
    let units = Array(text.utf8)
    var result: [UInt8] = []
    var position = 0
    while let found = needle.firstIndex(in: units, from: position) {
      try budget.pay(1 + by.count >> 2)
      result += units[position..<found]
      result += by
      guard result.count <= SQLLimits.textBytes else { throw .textTooLong }
      position = found + needle.count
    }
    guard position > 0 else { return text }
    result += units[position...]
    return String(decoding: result, as: UTF8.self)
  }

  static func text(_ units: ArraySlice<UInt16>) -> String {
    guard units.allSatisfy({ $0 < 0x80 }) else { return String(decoding: units, as: UTF16.self) }
    return String(unsafeUninitializedCapacity: units.count) { bytes in
      for (place, unit) in units.enumerated() { bytes[place] = UInt8(truncatingIfNeeded: unit) }
      return units.count
    }
  }
}

/// A string to search for, with a table that makes the search linear in both lengths.
///
/// - Source: the algorithm of Knuth, Morris and Pratt.
struct SQLNeedle<Unit: Equatable> {
  private let units: [Unit]
  /// For each unit, the length of the longest proper prefix of the searched string that is also a
  /// suffix of the units up to this one.
  private var borders: [Int]

  init(_ units: [Unit]) {
    self.units = units
    borders = Array(repeating: 0, count: units.count)
    var length = 0
    for position in units.indices.dropFirst() {
      while length > 0, units[position] != units[length] { length = borders[length - 1] }
      if units[position] == units[length] { length += 1 }
      borders[position] = length
    }
  }

  var count: Int { units.count }

  /// Returns the index of the first occurrence in `text` at or after `start`, or `nil`.
  func firstIndex(in text: [Unit], from start: Int) -> Int? {
    guard count > 0 else { return start }
    guard text.count - count >= start else { return nil }
    var length = 0
    for position in start..<text.count {
      while length > 0, units[length] != text[position] { length = borders[length - 1] }
      if units[length] == text[position] { length += 1 }
      if length == count { return position + 1 - count }
    }
    return nil
  }
}

/// Functions that match a string with a pattern.
extension SQLFunction {
  static let patterns: [SQLFunction] = [
    ofPattern("REGEXMATCH", 2...3, read: regex) { pattern, text, budget throws(Fault) in
      try pattern.matches(text, within: budget)
    }
  ]

  /// The function that implements the operator `LIKE`.
  ///
  /// Its optional last argument is the character of `ESCAPE`.
  static let like = ofPattern("LIKE", 2...3, read: likePattern) {
    pattern, text, budget throws(Fault) in
    try pattern.matches(text, within: budget)
  }

  /// Returns a function of a string and a pattern.
  ///
  /// A constant pattern is parsed only once.
  ///
  /// The closure `read` parses the pattern from all arguments except the first. It returns `nil` if
  /// an argument has the wrong type. The error of an invalid pattern is thrown only when a string
  /// is matched.
  private static func ofPattern<Pattern: Sendable>(
    _ name: String, _ arity: ClosedRange<Int>,
    read: @escaping @Sendable ([JSON?], WorkBudget) throws(SQLError) -> Pattern?,
    matches: @escaping @Sendable (Pattern, String, WorkBudget) throws(Fault) -> Bool
  ) -> SQLFunction {
    let answer: @Sendable (Pattern, String, WorkBudget) throws(SQLError) -> JSON? = {
      pattern, text, budget throws(SQLError) in
      do throws(Fault) {
        return .bool(try matches(pattern, text, budget))
      } catch { throw SQLError(error) }
    }
    let preparation: Preparation = { known, budget in
      let pattern = Result { () throws(SQLError) in try read(known, budget) }
      return { arguments, context throws(SQLError) in
        guard let text = arguments[0]?.string, let pattern = try pattern.get() else { return nil }
        return try answer(pattern, text, context.budget)
      }
    }
    return SQLFunction(name, arity, preparation: preparation) {
      arguments, context throws(SQLError) in
      guard let text = arguments[0]?.string,
        let pattern = try read(Array(arguments.dropFirst()), context.budget)
      else { return nil }
      return try answer(pattern, text, context.budget)
    }
  }

  /// Parses a regular expression with optional modifiers.
  ///
  /// - Throws: An error if the expression or the modifiers are invalid.
  /// - Source: assumption: an expression that cannot be matched in bounded time is refused like an
  ///   invalid one; a recording would settle it.
  private static func regex(
    _ arguments: [JSON?], _ budget: WorkBudget
  ) throws(SQLError) -> CompiledPattern? {
    guard let pattern = arguments[0]?.string else { return nil }
    var options = PatternOptions()
    if arguments.count == 2 {
      guard let modifiers = arguments[1]?.string else { return nil }
      for letter in modifiers where !options.set(letter) {
        throw .refused("The modifiers of REGEXMATCH are m, s, i and x, not \"\(modifiers)\".")
      }
    }
    let result: Result<CompiledPattern, PatternError>
    do throws(Fault) {
      result = try CompiledPattern.compile(pattern, options, within: budget)
    } catch { throw SQLError(error) }
    switch result {
    case .success(let compiled): return compiled
    case .failure(let problem):
      throw .refused("\"\(pattern)\" is not a valid regular expression: \(problem.message).")
    }
  }

  private static func likePattern(
    _ arguments: [JSON?], _ budget: WorkBudget
  ) throws(SQLError) -> SQLPattern? {
    guard let pattern = arguments[0]?.string else { return nil }
    // Each character becomes a pattern element, which uses more memory than one unit of work
    // covers.
    try budget.pay(pattern.utf8.count, times: 2)
    let escape = arguments.count == 2 ? arguments[1]?.string : nil
    return try SQLPattern(pattern, escape: escape?.unicodeScalars.first)
  }
}
