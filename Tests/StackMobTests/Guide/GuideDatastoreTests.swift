import Foundation
import Ghostlight
import GhostlightCore
import HTTPTypes
import StackMob
import StackMobScenarios
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Guide - Setup and Datastore` {
  private let testStage: TestStage
  private let store: SMDataStore

  init() throws {
    testStage = try TestStage()
    store = try testStage.device().dataStore()
  }

  @Test func `Initializing the iOS SDK`() async throws {
    let client = try testStage.device()
    #expect(client.session.getHttpHost() == "api.stackmob.com")
    #expect(client.userSchema == "user")
    #expect(client.userPrimaryKeyField == "username")
    #expect(client.userPasswordField == "password")
    #expect(SMClient.default() != nil)
    #expect(SMClient.defaultClient() != nil)
    try await client.dataStore().createObject(["title": "x"], inSchema: "todo")
    let request = try #require(testStage.space.journal.last?.request)
    #expect(request.headers[.accept] == "application/vnd.stackmob+json; version=0")
    #expect(request.authority == "api.stackmob.com")
  }

  @Test func `Creating an Object`() async throws {
    let blocks = Blocks()
    let received = await blocks.next {
      store.createObject(
        ["todo_id": "1", "title": "Take out the trash", "done": false], inSchema: "Todo",
        onSuccess: blocks.object("todo_id", "title", "done"), onFailure: blocks.objectFailure)
    }
    #expect(received == "Todo done=false,title=Take out the trash,todo_id=1")
    let again = await blocks.next {
      store.createObject(
        ["todo_id": "1"], inSchema: "Todo", onSuccess: blocks.object(),
        onFailure: blocks.objectFailure)
    }
    #expect(again == "HTTP 409 todo_id=1 Todo")
    let error = await #expect(throws: NSError.self) {
      try await store.createObject(["todo_id": "1"], inSchema: "todo")
    }
    #expect(error?.userInfo["error"] as? String == #"Duplicate key for schema todo: "1""#)
  }

  @Test func `Reading Objects`() async throws {
    try await store.createObject(["todo_id": "a/b ?", "title": "x"], inSchema: "todo")
    let blocks = Blocks()
    let received = await blocks.next {
      store.readObject(
        withId: "a/b ?", inSchema: "todo", onSuccess: blocks.object("title"),
        onFailure: blocks.idFailure)
    }
    #expect(received == "todo title=x")
    let missing = await blocks.next {
      store.readObject(
        withId: "2", inSchema: "todo", onSuccess: blocks.object(), onFailure: blocks.idFailure)
    }
    #expect(missing == "HTTP 404 2 todo")
  }

  @Test func `Updating an Object`() async throws {
    try await store.createObject(["todo_id": "1", "title": "x", "likes": 5], inSchema: "todo")
    let blocks = Blocks()
    let received = await blocks.next {
      store.updateObject(
        withId: "1", inSchema: "todo", update: ["title": "y", "likes": NSNull()],
        onSuccess: blocks.object("title"), onFailure: blocks.objectFailure)
    }
    #expect(received == "todo title=y")
    try await store.updateObject(withId: "1", inSchema: "todo", update: ["likes": 5])
    let counted = await blocks.next {
      store.updateAtomicCounter(
        withId: "1", field: "likes", inSchema: "todo", by: -2,
        onSuccess: blocks.object("title", "likes"), onFailure: blocks.objectFailure)
    }
    #expect(counted == "todo likes=3,title=y")
    let missing = await blocks.next {
      store.updateObject(
        withId: "2", inSchema: "todo", update: ["title": "y"], onSuccess: blocks.object(),
        onFailure: blocks.objectFailure)
    }
    #expect(missing == "HTTP 404 title=y todo")
  }

  @Test func `Deleting an Object`() async throws {
    try await store.createObject(["todo_id": "1"], inSchema: "todo")
    let blocks = Blocks()
    for expected in ["1 Todo", "HTTP 404 1 Todo"] {
      let received = await blocks.next {
        store.deleteObjectId(
          "1", inSchema: "Todo", onSuccess: { blocks.receive("\($0) \($1)") },
          onFailure: blocks.idFailure)
      }
      #expect(received == expected)
    }
  }

  @Test func `Per Request Options`() async throws {
    try await store.createObject(["todo_id": "1", "title": "x", "done": true], inSchema: "todo")
    let options = SMRequestOptions(returnedFieldsRestrictedTo: ["title"])
    options.isSecure = true
    let todo = try await store.readObject(withId: "1", inSchema: "todo", options: options)
    #expect(Blocks.text(of: todo, []) == "title=x,todo_id=1")
    #expect(testStage.space.journal.last?.request.scheme == "https")
    #expect(options.headers == ["X-StackMob-Select": "title"])
  }

  @Test func `Lower Level Data Store API`() async throws {
    let outcome = try await store.createObjects(
      [["todo_id": "a1"], ["todo_id": "a1"], ["todo_id": "a2"]], inSchema: "todo")
    #expect(outcome.succeeded == ["a1", "a2"])
    #expect(outcome.failed == ["a1"])
    let blocks = Blocks()
    let received = await blocks.next {
      store.createObjects(
        [["todo_id": "a2"], ["todo_id": "a3"]], inSchema: "Todo",
        onSuccess: { blocks.receive("\($0) \($1) \($2)") },
        onFailure: { error, _, _ in blocks.receive(Blocks.text(of: error)) })
    }
    #expect(received == #"["a3"] ["a2"] Todo"#)
  }

  @Test func `General HTTP Errors`() async throws {
    try testStage.setUp(
      "schema exists", ["name": "closed", "permissions": ["create": "notAllowed"]])
    let error = await #expect(throws: NSError.self) {
      try await store.createObject(["a": 1], inSchema: "closed")
    }
    #expect(
      error
        == NSError(domain: "HTTP", code: 405, userInfo: ["error": "Invalid HTTP method"]))
  }
}
