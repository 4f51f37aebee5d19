/// The reason why a test could not run.
struct TestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
