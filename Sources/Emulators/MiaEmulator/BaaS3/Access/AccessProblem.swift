/// What is wrong with an access object.
struct AccessProblem: Error, Sendable, Hashable {
  /// What and where, to stand after the name of the place.
  let message: String

  init(_ message: String) { self.message = message }
}
