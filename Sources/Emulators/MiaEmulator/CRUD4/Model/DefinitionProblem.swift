/// What is wrong with the definition of a collection, and where.
struct DefinitionProblem: Error, Sendable, Hashable {
  /// One line.
  let message: String

  init(_ message: String) { self.message = message }
}
