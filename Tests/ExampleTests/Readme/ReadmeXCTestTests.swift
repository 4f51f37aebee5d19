import Ghostlight
import GhostlightXCTest
import StackMob
import XCTest

nonisolated final class TodoTests: XCTestCase {
  func testCreation() async throws {
    try await withGhostlight(.stackMob()) { context in
      let client = try SMClient(environment: context.environment())
      let todo = try await client.dataStore().createObject(["title": "Hello"], inSchema: "todo")
      XCTAssertEqual(todo["title"] as? String, "Hello")
    }
  }
}
