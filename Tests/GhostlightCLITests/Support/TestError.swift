/// Why a test could not be played.
struct TestError: Error, CustomStringConvertible {
  let description: String

  init(_ description: String) { self.description = description }
}
