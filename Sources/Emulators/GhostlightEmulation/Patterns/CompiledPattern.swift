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
      throw PatternProblem.tooLarge
    }
    if let literal = PatternLiteral(pattern, options) {
      form = .literal(literal)
    } else {
      var parser = PatternParser(pattern, options)
      form = .program(try PatternCompiler.program(of: try parser.parse()))
    }
  }

  /// Compiles an expression, at the costs of its length and of its steps.
  ///
  /// - Returns: The expression, or what is wrong with it.
  /// - Throws: ``Fault/workLimit(_:)``.
  package static func compile(
    _ pattern: String, _ options: PatternOptions = PatternOptions(), within budget: WorkBudget
  ) throws(Fault) -> Result<CompiledPattern, PatternProblem> {
    try budget.spend(min(pattern.utf8.count, longest) / 4 + 1)
    let result = Result { () throws(PatternProblem) in try CompiledPattern(pattern, options) }
    switch result {
    case .success(let compiled): try budget.spend(compiled.steps)
    // It may have been given up only after all the steps that there may be.
    case .failure: try budget.spend(PatternCompiler.longest / 8)
    }
    return result
  }

  /// How many steps it has.
  private var steps: Int {
    switch form {
    case .literal: 1
    case .program(let program): program.steps.count
    }
  }

  /// Whether the expression is found somewhere in a text, in time that grows with the text's length
  /// times the expression's.
  package func matches(_ text: String) -> Bool {
    WorkBudget.withoutLimit { budget throws(Fault) in try matches(text, within: budget) }
  }

  /// Whether the expression is found somewhere in a text, at the costs of the steps taken.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func matches(_ text: String, within budget: WorkBudget) throws(Fault) -> Bool {
    try budget.spend(bytes: text.utf8.count)
    switch form {
    case .literal(let literal): return literal.isFound(in: text)
    case .program(let program):
      // Four bytes for each of the text's, and a word for each step.
      try budget.spend(text.utf8.count >> 3 + program.steps.count >> 5)
      var run = PatternRun(program, Self.scalars(of: text), within: budget)
      return try run.isFound()
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
