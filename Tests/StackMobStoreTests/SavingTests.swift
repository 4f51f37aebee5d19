import Foundation
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

@MainActor @Suite struct `Saving` {
  @Test func `a save creates, changes and deletes objects, in this order`() async throws {
    let app = try StoreApp([
      .object("todo", ["todo_id": "a", "title": "A"]),
      .object("todo", ["todo_id": "b", "title": "B"]),
    ])
    let found = try app.fetch("Todo")
    #expect(found.map { $0.value(forKey: "title") as? String } == ["A", "B"])
    let before = app.lines.count
    found[0].setValue("changed", forKey: "title")
    app.context.delete(found[1])
    app.insert("Todo", ["todoId": "c", "title": "new", "yearBorn": 1980])
    #expect(app.lines.count == before)
    let error = await app.save()
    #expect(error == nil)
    #expect(
      app.lines(after: before) == [
        #"POST /todo {"title":"new","todo_id":"c","year_born":1980}"#,
        #"PUT /todo/a {"title":"changed","todo_id":"a"}"#, "DELETE /todo/b",
      ])
    #expect(!app.context.hasChanges)
    let stored = try await app.stored("todo")
    #expect(stored.mapValues { $0["title"] } == ["a": "changed", "c": "new"])
  }

  @Test func `a saved object has its permanent id`() async throws {
    let app = try StoreApp()
    let todo = app.insert("Todo", ["todoId": "a b"])
    #expect(todo.objectID.isTemporaryID)
    #expect(await app.save() == nil)
    #expect(!todo.objectID.isTemporaryID)
    #expect(todo.objectID.uriRepresentation().absoluteString.hasSuffix("/Todo/pa%20b"))
    #expect(todo.smObjectId() == "a b")
  }

  @Test func `an object without a primary key is refused before any request`() async throws {
    let app = try StoreApp()
    app.insert("Todo", ["title": "nameless"])
    let expected = SMException(
      name: SMExceptionIncompatibleObject,
      reason: "A new Todo has no todoId; call assignObjectId() before saving.")
    let context = app.context
    await withCheckedContinuation { (continuation: CheckedContinuation<Void, Never>) in
      context.save(
        onSuccess: {
          Issue.record("it was saved")
          continuation.resume()
        },
        onFailure: { error in
          #expect(error as? SMException == expected)
          continuation.resume()
        })
    }
    #expect(throws: expected) { try app.context.saveAndWait() }
    #expect(app.lines == [])
  }

  /// Expects the name that was sent in the error, unlike in the guide, which saves `Jack` but prints
  /// `jack`.
  @Test(arguments: ["jack", "Jack"])
  func `the guide's existing user fails with -108`(_ name: String) async throws {
    let app = try StoreApp([.user(name)])
    let entity = try #require(NSEntityDescription.entity(forEntityName: "User", in: app.context))
    let user = User(entity: entity, client: app.client, insertInto: app.context)
    user.setValue(name, forKey: "username")
    user.setPassword("secret")
    let error = try #require(await app.save())
    #expect(error.domain == "SMError")
    #expect(error.code == -108)
    #expect(
      error.localizedDescription
        == "The operation couldn\u{2019}t be completed. (SMError error -108.)")
    #expect(error.userInfo.keys.sorted() == ["SMInsertedObjectFailures"])
    let failures = try #require(error.userInfo[SMInsertedObjectFailures] as? [[String: Any]])
    #expect(
      failures.map { $0.keys.sorted() } == [
        ["SMFailedManagedObjectError", "SMFailedManagedObjectID"]
      ])
    let inner = try #require(failures[0][SMFailedManagedObjectError] as? NSError)
    #expect(inner.domain == "HTTP")
    #expect(inner.code == 409)
    #expect(
      inner.localizedDescription == "The operation couldn\u{2019}t be completed. (HTTP error 409.)")
    #expect(
      inner.userInfo as? [String: String] == ["error": "Duplicate key for schema user: \"\(name)\""]
    )
    let id = try #require(failures[0][SMFailedManagedObjectID] as? NSManagedObjectID)
    let uri = id.uriRepresentation().absoluteString
    let form = /x-coredata:\/\/[0-9A-F]{8}(?:-[0-9A-F]{4,12}){4}[-0-9A-Fa-f]*\/User\/p(.+)/
    #expect(uri.wholeMatch(of: form)?.output.1 == name[...], "\(uri)")
    #expect(error.description == Self.printed(uri, name))
  }

  private static func printed(_ uri: String, _ name: String) -> String {
    """
    Error Domain=SMError Code=-108 "The operation couldn\u{2019}t be completed. \
    (SMError error -108.)" UserInfo={SMInsertedObjectFailures=(
        {
            SMFailedManagedObjectError = "Error Domain=HTTP Code=409 "The operation \
    couldn\u{2019}t be completed. (HTTP error 409.)" UserInfo={error=Duplicate key for schema \
    user: "\(name)"}";
            SMFailedManagedObjectID = "\(uri)";
        }
    )}
    """
  }

  @Test func `a new user is sent once, over https and with the password`() async throws {
    let app = try StoreApp()
    let entity = try #require(NSEntityDescription.entity(forEntityName: "User", in: app.context))
    let user = User(entity: entity, client: app.client, insertInto: app.context)
    user.setValue("Bob", forKey: "username")
    user.setPassword("vkfjakvjvjnfosg")
    user.setValue(34, forKey: "age")
    #expect(await app.save() == nil)
    #expect(
      app.lines == [#"POST /user {"age":34,"password":"vkfjakvjvjnfosg","username":"Bob"}"#])
    #expect(app.schemes == ["https"])
    #expect(app.client.session.userIdentifierMap == [:])
    user.setValue(35, forKey: "age")
    #expect(await app.save() == nil)
    #expect(app.lines(after: 1) == [#"PUT /user/Bob {"age":35,"username":"Bob"}"#])
    let result = try await app.client.login(withUsername: "Bob", password: "vkfjakvjvjnfosg")
    #expect(result["age"] as? Int == 35)
  }

  @Test func `a user without a password, or with a password that was removed, is not sent`()
    async throws
  {
    let app = try StoreApp()
    let entity = try #require(NSEntityDescription.entity(forEntityName: "User", in: app.context))
    let user = User(entity: entity, client: app.client, insertInto: app.context)
    user.setValue("bob", forKey: "username")
    #expect(
      throws: SMException(
        name: SMExceptionIncompatibleObject,
        reason: "The user bob has no password; call setPassword(_:) before saving.")
    ) { try app.context.saveAndWait() }
    app.client.session.userIdentifierMap["bob"] = "lost"
    let error = #expect(throws: NSError.self) { try app.context.saveAndWait() }
    #expect(error == NSError(domain: "SMError", code: -104))
    #expect(app.lines == [])
  }
}
