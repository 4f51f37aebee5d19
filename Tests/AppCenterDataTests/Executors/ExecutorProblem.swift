/// Why a scene cannot be played.
struct ExecutorProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
