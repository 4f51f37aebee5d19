/// A regular expression as PCRE has them, compiled once for all texts.
///
/// What most clients send, a text alone or at the start, is compared by its bytes.
package struct CompiledPattern: Sendable {
  /// How a text is held against the expression.
  private enum Form: Sendable {
    case literal(PatternLiteral)
    case program(PatternProgram)
  }

  private let form: Form

  /// The longest expression, in bytes.
  package static let longest = 4_096

  /// Compiles an expression.
  ///
  /// - Throws: What is wrong with it, or that it asks for what no machine decides in bounded time.
  package init(
    _ pattern: String, _ options: PatternOptions = PatternOptions()
  ) throws(PatternError) {
    guard pattern.utf8.count <= Self.longest else {
      throw PatternError.tooLarge
    }
    if let literal = PatternLiteral(pattern, options) {
      form = .literal(literal)
    } else {
      var parser = PatternParser(pattern, options)
      form = .program(try PatternCompiler.program(of: try parser.parse()))
    }
  }

  /// How many steps it has.
  package var steps: Int {
    switch form {
    case .literal: 1
    case .program(let program): program.steps.count
    }
  }

  /// Whether the expression is found somewhere in a text, in time that grows with the text's length
  /// times the expression's.
  package func matches(_ text: String) -> Bool {
    matches(text) { _ in true } ?? false
  }

  /// Whether the expression is found somewhere in a text, or `nil` where the work was not paid for.
  ///
  /// `spend` is asked for some units before they are worked, the text's length first; a unit is
  /// 32 bytes that are read or kept, or 16 steps. It answers whether there are so many.
  package func matches(_ text: String, spending spend: (Int) -> Bool) -> Bool? {
    guard spend(text.utf8.count >> 5 + 1) else { return nil }
    switch form {
    case .literal(let literal): return literal.isFound(in: text)
    case .program(let program):
      // Four bytes for each of the text's, and a word for each step.
      guard spend(text.utf8.count >> 3 + program.steps.count >> 5) else { return nil }
      var run = PatternRun(program, Self.scalars(of: text))
      return try? run.isFound(spending: spend)
    }
  }

  /// The scalars of a text; of one in ASCII they are its bytes.
  private static func scalars(of text: String) -> [UInt32] {
    var text = text
    let bytes = text.withUTF8 { bytes -> [UInt32]? in
      for byte in bytes where byte > 127 { return nil }
      return bytes.map(UInt32.init)
    }
    return bytes ?? text.unicodeScalars.map(\.value)
  }
}

/// A pattern that is nothing but a text, perhaps at the start: found by its bytes.
struct PatternLiteral: Sendable {
  private let bytes: [UInt8]
  /// How many bytes before each position, this one included, are the literal's first ones again.
  private let overlaps: [Int]
  private let isAtStart: Bool
  private let ignoresCase: Bool

  /// The literal that a pattern is, or `nil` where it says more.
  init?(_ pattern: String, _ options: PatternOptions) {
    guard !options.hasLines, !options.isSpaced else { return nil }
    var rest = Array(pattern.utf8)[...]
    isAtStart = rest.first == UInt8(ascii: "^")
    if isAtStart { rest = rest.dropFirst() }
    let special = Array(#"\.[]{}()*+?|^$"#.utf8)
    let ignoresCase = options.ignoresCase
    self.ignoresCase = ignoresCase
    // Beyond ASCII case is more than one bit.
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

  /// Whether the text has the literal where it must be, in time that grows with both lengths.
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

/// The letters that a regular expression is read with.
package struct PatternOptions: Sendable, Hashable {
  /// `i`: the case of letters does not matter.
  package var ignoresCase = false
  /// `m`: `^` and `$` are at the ends of lines too.
  package var hasLines = false
  /// `s`: `.` is a line break too.
  package var dotIsAll = false
  /// `x`: blanks and what follows `#` mean nothing.
  package var isSpaced = false

  /// No letters.
  package init() {}

  /// Switches a letter on or off; answers whether there is such a letter.
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

/// What is wrong with a regular expression.
package struct PatternError: Error, Sendable, Hashable {
  /// A few words.
  package let message: String

  package init(_ message: String) { self.message = message }

  /// It may be right, but is larger than what is run here.
  package static let tooLarge = PatternError("regular expression is too large")
}
