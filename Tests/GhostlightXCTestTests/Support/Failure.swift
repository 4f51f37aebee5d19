/// A recorded failure of an XCTest case.
struct Failure: Sendable, Hashable {
  let line: Int
  let description: String
}
