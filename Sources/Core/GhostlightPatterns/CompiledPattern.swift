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
  ) throws(PatternProblem) {
    guard pattern.utf8.count <= Self.longest else {
      throw PatternProblem.tooLarge
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
