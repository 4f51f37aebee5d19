/// Why a test could not be played.
struct TestProblem: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
