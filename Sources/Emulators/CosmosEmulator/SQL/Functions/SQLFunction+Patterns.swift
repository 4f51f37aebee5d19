import GhostlightCore
import GhostlightEmulation
import GhostlightPatterns

/// Functions that hold a text against a pattern.
extension SQLFunction {
  static let patterns: [SQLFunction] = [
    ofPattern("REGEXMATCH", 2...3, read: regex) { pattern, text, budget throws(Fault) in
      try pattern.matches(text, within: budget)
    }
  ]

  /// `LIKE`, with the character of `ESCAPE` as its last argument.
  static let like = ofPattern("LIKE", 2...3, read: likePattern) {
    pattern, text, budget throws(Fault) in
    try pattern.matches(text, within: budget)
  }

  /// A function of a text and a pattern, which is read once if it is known beforehand.
  ///
  /// `read` answers the pattern of all arguments but the first, or `nil` where one has the wrong
  /// type. What is wrong with a pattern is said only when a text is held against it.
  private static func ofPattern<Pattern: Sendable>(
    _ name: String, _ arity: ClosedRange<Int>,
    read: @escaping @Sendable ([JSON?], WorkBudget) throws(SQLProblem) -> Pattern?,
    matches: @escaping @Sendable (Pattern, String, WorkBudget) throws(Fault) -> Bool
  ) -> SQLFunction {
    let answer: @Sendable (Pattern, String, WorkBudget) throws(SQLProblem) -> JSON? = {
      pattern, text, budget throws(SQLProblem) in
      do throws(Fault) {
        return .bool(try matches(pattern, text, budget))
      } catch { throw SQLProblem(error) }
    }
    let preparation: Preparation = { known, budget in
      let pattern = Result { () throws(SQLProblem) in try read(known, budget) }
      return { arguments, context throws(SQLProblem) in
        guard let text = arguments[0]?.string, let pattern = try pattern.get() else { return nil }
        return try answer(pattern, text, context.budget)
      }
    }
    return SQLFunction(name, arity, preparation: preparation) {
      arguments, context throws(SQLProblem) in
      guard let text = arguments[0]?.string,
        let pattern = try read(Array(arguments.dropFirst()), context.budget)
      else { return nil }
      return try answer(pattern, text, context.budget)
    }
  }

  /// A pattern and perhaps modifiers.
  ///
  /// - Throws: That one of them is wrong.
  /// - Source: assumption: what no machine decides in bounded time is refused as a wrong pattern is;
  ///   a recording would settle it.
  private static func regex(
    _ arguments: [JSON?], _ budget: WorkBudget
  ) throws(SQLProblem) -> CompiledPattern? {
    guard let pattern = arguments[0]?.string else { return nil }
    var options = PatternOptions()
    if arguments.count == 2 {
      guard let modifiers = arguments[1]?.string else { return nil }
      for letter in modifiers where !options.set(letter) {
        throw .refused("The modifiers of REGEXMATCH are m, s, i and x, not \"\(modifiers)\".")
      }
    }
    let result: Result<CompiledPattern, PatternProblem>
    do throws(Fault) {
      result = try CompiledPattern.compile(pattern, options, within: budget)
    } catch { throw SQLProblem(error) }
    switch result {
    case .success(let compiled): return compiled
    case .failure(let problem):
      throw .refused("\"\(pattern)\" is no regular expression: \(problem.message).")
    }
  }

  private static func likePattern(
    _ arguments: [JSON?], _ budget: WorkBudget
  ) throws(SQLProblem) -> SQLPattern? {
    guard let pattern = arguments[0]?.string else { return nil }
    // Each letter is a place of its own, of more than a unit of memory.
    try budget.pay(pattern.utf8.count, times: 2)
    let escape = arguments.count == 2 ? arguments[1]?.string : nil
    return try SQLPattern(pattern, escape: escape?.unicodeScalars.first)
  }
}
