import Ghostlight
import GhostlightTesting
import StackMob
import Testing

@Test(.ghostlight(.stackMob())) func `StackMob returns the created object`() async throws {
  let client = try SMClient(environment: TestContext.current.environment())
  let todo = try await client.dataStore().createObject(["title": "Hello"], inSchema: "todo")
  #expect(todo["title"] as? String == "Hello")
}
