/// What is wrong with a regular expression.
package struct PatternProblem: Error, Sendable, Hashable {
  /// A few words.
  package let message: String

  init(_ message: String) { self.message = message }
}
