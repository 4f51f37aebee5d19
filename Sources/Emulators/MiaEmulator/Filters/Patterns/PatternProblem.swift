/// What is wrong with a regular expression.
struct PatternProblem: Error, Sendable, Hashable {
  /// A few words.
  let message: String

  init(_ message: String) { self.message = message }
}
