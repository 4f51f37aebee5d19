/// A failure of a test case of XCTest.
struct Failure: Sendable, Hashable {
  let line: Int
  let description: String
}
