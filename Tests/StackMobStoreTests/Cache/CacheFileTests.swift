import Foundation
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

/// A changed Core Data model, as a later version of the app could have it.
private enum LaterModel: String, Sendable, CaseIterable {
  /// The model has one more attribute, and another one is removed.
  case compatible
  /// An attribute changes its type from string to number.
  case incompatible

  func make() -> NSManagedObjectModel {
    let model = TodoModel.make()
    guard let todo = model.entitiesByName["Todo"] else { return model }
    switch self {
    case .compatible:
      let stars = NSAttributeDescription()
      stars.name = "stars"
      stars.attributeType = .integer32AttributeType
      stars.isOptional = true
      todo.properties = todo.properties.filter { $0.name != "yearBorn" } + [stars]
    case .incompatible: todo.attributesByName["title"]?.attributeType = .integer32AttributeType
    }
    return model
  }
}

@MainActor @Suite(.serialized) struct `The file of a cache` {
  /// Returns an app whose cache has an object from the server and a new object that waits for a
  /// sync.
  private static func first(in folder: URL? = nil) async throws -> CachingApp {
    let caching = try CachingApp(
      [.object("todo", ["todo_id": "a", "title": "A"])], folder: folder)
    #expect(try caching.keys() == .keys(["a"]))
    caching.app.insert("Todo", ["todoId": "b", "title": "B"])
    #expect(await caching.save(SMSavePolicyCacheOnly) == nil)
    return caching
  }

  @Test func `a cache is migrated to a slightly changed model`() async throws {
    let old = try await Self.first()
    let new = try CachingApp(model: LaterModel.compatible.make(), folder: old.folder)
    new.network.isOn = true
    #expect(try new.keys(SMFetchPolicyCacheOnly) == .keys(["a", "b"]))
    #expect(new.store.isDirtyObject(try new.id("b")))
    let todo = new.app.context.object(with: try new.id("b"))
    #expect(todo.value(forKey: "title") as? String == "B")
    todo.setValue(5, forKey: "stars")
    #expect(await new.save(SMSavePolicyCacheOnly) == nil)
    new.network.isOn = false
    #expect(await new.store.syncWithServerAndWait()?.count == 1)
    #expect(try await new.app.stored("todo")["b"]?["stars"] == 5)
  }

  @Test func `a cache is recreated for another model if the app allows it`() async throws {
    let old = try await Self.first()
    SM_ALLOW_CACHE_RESET = true
    defer { SM_ALLOW_CACHE_RESET = false }
    let new = try CachingApp(model: LaterModel.incompatible.make(), folder: old.folder)
    #expect(try new.keys(SMFetchPolicyCacheOnly) == .keys([]))
    #expect(!new.store.isDirtyObject(try new.id("b")))
  }

  @Test func `an incompatible model ends the process with instructions`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      await MainActor.run { SM_ALLOW_CACHE_RESET = false }
      let old = try await Self.first()
      _ = try await CachingApp(model: LaterModel.incompatible.make(), folder: old.folder)
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains(SMExceptionCacheError))
    #expect(text.contains("SM_ALLOW_CACHE_RESET = true creates a new cache"))
  }

  @Test func `a cache has a new user until a sync sends the password too`() async throws {
    let model = TodoModel.make()
    for name in ["createddate", "lastmoddate"] {
      let date = NSAttributeDescription()
      date.name = name
      date.attributeType = .dateAttributeType
      date.isOptional = true
      model.entitiesByName["User"]?.properties.append(date)
    }
    let caching = try CachingApp(model: model)
    let entity = try #require(
      NSEntityDescription.entity(forEntityName: "User", in: caching.app.context))
    let user = User(
      entity: entity, client: caching.app.client, insertInto: caching.app.context)
    user.setValue("ann", forKey: "username")
    user.setValue(30, forKey: "age")
    user.setPassword("secret")
    caching.network.isOn = true
    #expect(await caching.save(SMSavePolicyNetworkThenCache) == nil)
    #expect(try caching.keys(SMFetchPolicyCacheOnly, "User") == .keys(["ann"]))
    caching.network.isOn = false
    let count = caching.app.lines.count
    #expect(
      await caching.store.syncWithServerAndWait()?.map(\.actionTaken) == [
        SMSyncActionInsertedOnServer
      ])
    #expect(
      caching.app.lines(after: count) == [
        "HEAD /", "GET /user/ann",
        #"POST /user {"age":30,"password":"secret","todos":[],"username":"ann"}"#,
      ])
    #expect(caching.app.schemes.last == "https")
    _ = try await caching.app.client.login(withUsername: "ann", password: "secret")
    #expect(caching.app.client.isLoggedIn())
  }

  @Test func `a cache writes thousands of objects in one call`() throws {
    let ids = (0..<2_000).map { String(format: "%04d", $0) }
    let caching = try CachingApp(
      [
        .schema("tag", ["name": "string"]), .schema("todo", ["tags": "relationships[tag]"]),
        .object("tag", ["tag_id": "x", "name": "X"]),
      ] + ids.map { .object("todo", ["todo_id": .string($0), "tags": ["x"]]) })
    #expect(try caching.keys() == .keys(ids))
    caching.network.isOn = true
    #expect(try caching.keys(SMFetchPolicyCacheOnly) == .keys(ids))
    #expect(try caching.keys(SMFetchPolicyCacheOnly, "Tag") == .keys([]))
  }
}
