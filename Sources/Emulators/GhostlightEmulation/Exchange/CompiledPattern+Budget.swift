package import GhostlightPatterns

extension CompiledPattern {
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

  /// Whether the expression is found somewhere in a text, at the costs of the steps taken.
  ///
  /// - Throws: ``Fault/workLimit(_:)``.
  package func matches(_ text: String, within budget: WorkBudget) throws(Fault) -> Bool {
    let found = matches(text) { units in
      do throws(Fault) {
        try budget.spend(units)
        return true
      } catch {
        return false
      }
    }
    if let found { return found }
    try budget.check()
    return false
  }
}
