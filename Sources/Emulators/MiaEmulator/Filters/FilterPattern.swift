import GhostlightEmulation

/// A regular expression of a filter, compiled once for all texts.
struct FilterPattern: Sendable {
  private let pattern: CompiledPattern

  /// Compiles an expression with Mongo's option letters i, m, s, x and u, the last of which changes
  /// nothing.
  init(_ pattern: String, options letters: String) throws(FilterProblem) {
    var options = PatternOptions()
    for letter in letters where letter != "u" && !options.set(letter) {
      throw .database("invalid flag in regex options: \(letter)")
    }
    do throws(PatternProblem) {
      self.pattern = try CompiledPattern(pattern, options)
    } catch { throw .database("Regular expression is invalid: \(error.message)") }
  }

  /// Whether the expression is found in a text.
  func matches(_ text: String) -> Bool { pattern.matches(text) }
}
