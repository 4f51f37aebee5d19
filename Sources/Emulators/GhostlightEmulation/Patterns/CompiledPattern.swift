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
  private static let longest = 4_096

  /// Compiles an expression.
  ///
  /// - Throws: What is wrong with it, or that it asks for what no machine decides in bounded time.
  package init(
    _ pattern: String, _ options: PatternOptions = PatternOptions()
  ) throws(PatternProblem) {
    guard pattern.utf8.count <= Self.longest else {
      throw PatternProblem("regular expression is too large")
    }
    if let literal = PatternLiteral(pattern, options) {
      form = .literal(literal)
    } else {
      var parser = PatternParser(pattern, options)
      form = .program(try PatternCompiler.program(of: try parser.parse()))
    }
  }

  /// Whether the expression is found somewhere in a text, in time that grows with the text's length
  /// times the expression's.
  package func matches(_ text: String) -> Bool {
    switch form {
    case .literal(let literal): return literal.isFound(in: text)
    case .program(let program):
      var run = PatternRun(program, Self.scalars(of: text))
      return run.isFound()
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
