/// A regular expression in PCRE syntax, compiled once and matched with many strings.
///
/// Most patterns that clients send are a plain literal or a literal prefix. Those are matched by
/// comparing bytes.
package struct CompiledPattern: Sendable {
  /// The compiled form: a literal to compare, or a program to run.
  private enum Form: Sendable {
    case literal(PatternLiteral)
    case program(PatternProgram)
  }

  private let form: Form

  /// The maximum length of an expression, in bytes.
  package static let longest = 4_096

  /// Compiles a regular expression.
  ///
  /// With `isWhole`, it matches only whole strings.
  ///
  /// - Throws: ``PatternError`` if the expression is invalid, too large, or uses a feature that
  ///   cannot be matched in bounded time.
  package init(
    _ pattern: String, _ options: PatternOptions = PatternOptions(), isWhole: Bool = false
  ) throws(PatternError) {
    guard pattern.utf8.count <= Self.longest else {
      throw PatternError.tooLarge
    }
    if !isWhole, let literal = PatternLiteral(pattern, options) {
      form = .literal(literal)
    } else {
      var parser = PatternParser(pattern, options)
      let node = try parser.parse()
      form = .program(
        try PatternCompiler.program(
          of: isWhole ? .sequence([.place(.textStart), node, .place(.lastEnd)]) : node))
    }
  }

  /// The number of steps of the compiled expression; 1 for a literal.
  package var steps: Int {
    switch form {
    case .literal: 1
    case .program(let program): program.steps.count
    }
  }

  /// Returns whether the expression matches anywhere in a string.
  ///
  /// The time is proportional to the length of the string times the length of the expression.
  package func matches(_ text: String) -> Bool {
    matches(text) { _ in true } ?? false
  }

  /// Returns whether the expression matches anywhere in a string, using a limited amount of work.
  ///
  /// A unit of work is 32 bytes that are read or stored, or 16 steps.
  ///
  /// - Parameters:
  ///   - text: The string to search.
  ///   - spend: Called before each part of the work with its number of units. It returns `false` if
  ///     too few units are left.
  /// - Returns: `nil` if `spend` returned `false`.
  package func matches(_ text: String, spending spend: (Int) -> Bool) -> Bool? {
    guard spend(text.utf8.count >> 5 + 1) else { return nil }
    switch form {
    case .literal(let literal): return literal.isFound(in: text)
    case .program(let program):
      // Pays for the memory of the run: four bytes for each byte of the string, and a word for each
      // step.
      guard spend(text.utf8.count >> 3 + program.steps.count >> 5) else { return nil }
      var run = PatternRun(program, Self.scalars(of: text))
      return try? run.isFound(spending: spend)
    }
  }

  /// Returns the Unicode scalars of a string; for ASCII, these are its bytes.
  private static func scalars(of text: String) -> [UInt32] {
    var text = text
    let bytes = text.withUTF8 { bytes -> [UInt32]? in
      for byte in bytes where byte > 127 { return nil }
      return bytes.map(UInt32.init)
    }
    return bytes ?? text.unicodeScalars.map(\.value)
  }
}

/// A pattern that is a plain literal or a literal prefix, and is matched by comparing bytes.
struct PatternLiteral: Sendable {
  private let bytes: [UInt8]
  /// The failure table: for each index of `bytes`, the length of the longest proper prefix that
  /// also ends at this index.
  private let overlaps: [Int]
  private let isAtStart: Bool
  private let ignoresCase: Bool

  /// Creates the literal of a pattern, or returns `nil` if the pattern has special characters.
  init?(_ pattern: String, _ options: PatternOptions) {
    guard !options.hasLines, !options.isSpaced else { return nil }
    var rest = Array(pattern.utf8)[...]
    isAtStart = rest.first == UInt8(ascii: "^")
    if isAtStart { rest = rest.dropFirst() }
    let special = Array(#"\.[]{}()*+?|^$"#.utf8)
    let ignoresCase = options.ignoresCase
    self.ignoresCase = ignoresCase
    // Case is ignored byte by byte, so a literal that ignores case must be ASCII.
    let isPlain = rest.allSatisfy { byte in
      !special.contains(byte) && (!ignoresCase || byte < 128)
    }
    guard isPlain else { return nil }
    bytes = ignoresCase ? rest.map(Self.lower) : Array(rest)
    overlaps = Self.overlaps(of: bytes)
  }

  private static func overlaps(of bytes: [UInt8]) -> [Int] {
    var overlaps = Array(repeating: 0, count: bytes.count)
    var length = 0
    for position in bytes.indices.dropFirst() {
      while length > 0, bytes[position] != bytes[length] { length = overlaps[length - 1] }
      if bytes[position] == bytes[length] { length += 1 }
      overlaps[position] = length
    }
    return overlaps
  }

  private static func lower(_ byte: UInt8) -> UInt8 {
    (65...90).contains(byte) ? byte + 32 : byte
  }

  /// Returns whether a string contains the literal, in time proportional to both lengths together.
  ///
  /// - Source: the algorithm of Knuth, Morris and Pratt.
  func isFound(in text: String) -> Bool {
    guard !bytes.isEmpty else { return true }
    var text = text
    return text.withUTF8 { buffer in
      guard bytes.count <= buffer.count else { return false }
      return isAtStart ? isFound(atStartOf: buffer) : isFound(in: buffer)
    }
  }

  private func isFound(in buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    var length = 0
    for byte in buffer {
      let byte = ignoresCase ? Self.lower(byte) : byte
      while length > 0, bytes[length] != byte { length = overlaps[length - 1] }
      if bytes[length] == byte { length += 1 }
      if length == bytes.count { return true }
    }
    return false
  }

  private func isFound(atStartOf buffer: UnsafeBufferPointer<UInt8>) -> Bool {
    for position in bytes.indices {
      let byte = buffer[position]
      guard bytes[position] == (ignoresCase ? Self.lower(byte) : byte) else { return false }
    }
    return true
  }
}

/// The options of a regular expression, which PCRE denotes by letters.
package struct PatternOptions: Sendable, Hashable {
  /// `i`: letters match regardless of case.
  package var ignoresCase = false
  /// `m`: `^` and `$` also match at the start and the end of a line.
  package var hasLines = false
  /// `s`: `.` also matches a line break.
  package var dotIsAll = false
  /// `x`: white space, and comments after `#`, are ignored.
  package var isSpaced = false

  package init() {}

  /// Sets an option by its letter; returns `false` if the letter is unknown.
  package mutating func set(_ letter: Character, _ flag: Bool = true) -> Bool {
    switch letter {
    case "i": ignoresCase = flag
    case "m": hasLines = flag
    case "s": dotIsAll = flag
    case "x": isSpaced = flag
    default: return false
    }
    return true
  }
}

/// The reason why a regular expression cannot be compiled.
package struct PatternError: Error, Sendable, Hashable {
  /// A short description of the problem.
  package let message: String

  package init(_ message: String) { self.message = message }

  /// The error for an expression that may be valid, but is too large to be compiled.
  package static let tooLarge = PatternError("regular expression is too large")
}
