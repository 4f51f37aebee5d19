/// What is wrong with a regular expression.
package struct PatternProblem: Error, Sendable, Hashable {
  /// A few words.
  package let message: String

  package init(_ message: String) { self.message = message }

  /// It may be right, but is larger than what is run here.
  package static let tooLarge = PatternProblem("regular expression is too large")
}
