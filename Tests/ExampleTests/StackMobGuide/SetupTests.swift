import Ghostlight
import GhostlightCore
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The guide on setup` {
  @Test func `Initializing the iOS SDK`() throws {
    let client = try SMClient(
      apiVersion: "0", publicKey: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13")
    #expect(client.appAPIVersion == "0")
    // The first client of the app.
    #expect(SMClient.default() != nil)
  }

  @Test func `Lower Level Data Store API`() async throws {
    let app = try GuideApp()
    let store = app.client.dataStore()
    let todo = try await store.createObject(["title": "Homework"], inSchema: "todo")
    let id = try #require(todo["todo_id"] as? String)
    _ = try await store.updateObject(withId: id, inSchema: "todo", update: ["title": "Done"])
    #expect(try await store.readObject(withId: id, inSchema: "todo")["title"] as? String == "Done")
    _ = try await store.deleteObjectId(id, inSchema: "todo")
    #expect(try await store.performCount(SMQuery(schema: "todo")) == 0)
  }

  @Test func `Per Request Options`() async throws {
    let app = try GuideApp()
    let options = SMRequestOptions()
    options.isSecure = true
    _ = try await app.client.dataStore().createObject(
      ["title": "x"], inSchema: "todo", options: options)
    let entry = try app.stage.namespace().journal.last
    #expect(entry?.request.scheme == "https")
  }
}
