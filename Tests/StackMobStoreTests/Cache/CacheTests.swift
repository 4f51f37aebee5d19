import Foundation
import Ghostlight
import GhostlightCore
import ManagedObjects
import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

/// One test case: a save with a policy, and its expected outcome.
struct SaveRow: Sendable, CustomStringConvertible {
  enum Change: Sendable, CaseIterable { case insert, update, delete }

  let policy: SMSavePolicy
  let change: Change
  let isOnline: Bool

  static let all = [
    SMSavePolicyNetworkThenCache, SMSavePolicyNetworkOnly, SMSavePolicyCacheOnly,
  ].flatMap { policy in
    Change.allCases.flatMap { change in
      [true, false].map { SaveRow(policy: policy, change: change, isOnline: $0) }
    }
  }

  var description: String {
    "policy \(policy.rawValue), \(change), \(isOnline ? "online" : "offline")"
  }

  var isSent: Bool { isOnline && policy != SMSavePolicyCacheOnly }
  var fails: Bool { !isOnline && policy == SMSavePolicyNetworkOnly }
  var isDirty: Bool { !isSent && !fails }

  /// The title that the object must have on the server and in the cache; `nil` if it must not exist
  /// there.
  var expected: (server: String?, cache: String?) {
    let (old, new): (String?, String?) =
      switch change {
      case .insert: (nil, "new")
      case .update: ("old", "new")
      case .delete: ("old", nil)
      }
    if fails { return (old, old) }
    let cached = policy == SMSavePolicyNetworkOnly ? nil : new
    return (isSent ? new : old, cached)
  }
}

@MainActor @Suite(.serialized) struct `The cache of a store` {
  private static func title(_ caching: CachingApp) throws -> String? {
    // The app's context has unsaved changes, so the title is read in a new context.
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = caching.store.persistentStoreCoordinator
    let policy = caching.store.fetchPolicy
    caching.store.fetchPolicy = SMFetchPolicyCacheOnly
    defer { caching.store.fetchPolicy = policy }
    return try context.performAndWait {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Todo")
      return try context.fetch(request).first?.value(forKey: "title") as? String
    }
  }

  @Test(arguments: SaveRow.all)
  func `saves follow their policy`(_ row: SaveRow) async throws {
    let old: [Given] =
      row.change == .insert ? [] : [.object("todo", ["todo_id": "a", "title": "old"])]
    let caching = try CachingApp(old)
    _ = try caching.keys()
    switch row.change {
    case .insert: caching.app.insert("Todo", ["todoId": "a", "title": "new"])
    case .update:
      caching.app.context.object(with: try caching.id("a")).setValue("new", forKey: "title")
    case .delete: caching.app.context.delete(caching.app.context.object(with: try caching.id("a")))
    }
    caching.network.isOn = !row.isOnline
    #expect(await caching.save(row.policy) == (row.fails ? -108 : nil))
    let server = try await caching.app.stored("todo")["a"]?["title"]?.string
    #expect(server == row.expected.server)
    #expect(try Self.title(caching) == row.expected.cache)
    #expect(caching.store.isDirtyObject(try caching.id("a")) == row.isDirty)
  }

  @Test func `faults are filled, and related objects are read in one request`() throws {
    let caching = try CachingApp([
      .schema("tag", ["name": "string", "todos": "relationships[todo]"]),
      .schema("todo", ["tags": "relationships[tag]"]),
      .object("tag", ["tag_id": "x", "name": "X"]), .object("tag", ["tag_id": "y", "name": "Y"]),
      .object("todo", ["todo_id": "t", "title": "T", "tags": ["x", "y"]]),
    ])
    let todo = try #require(try caching.app.fetch("Todo").first)
    #expect(todo.value(forKey: "title") as? String == "T")
    #expect(caching.app.lines == ["GET /todo"])
    let tags = try #require(todo.value(forKey: "tags") as? Set<NSManagedObject>)
    #expect(caching.app.lines == ["GET /todo", "GET /todo/t"])
    caching.network.isOn = true
    #expect(tags.compactMap { $0.value(forKey: "name") as? String }.sorted() == ["X", "Y"])
    #expect(try caching.keys(SMFetchPolicyCacheOnly, "Tag") == .keys(["x", "y"]))
    #expect(caching.app.lines == ["GET /todo", "GET /todo/t"])
  }

  @Test func `a relationship to missing objects cannot be filled without the network`() throws {
    let caching = try CachingApp([
      .schema("tag", ["name": "string"]), .schema("todo", ["tags": "relationships[tag]"]),
      .object("tag", ["tag_id": "x", "name": "X"]),
      .object("todo", ["todo_id": "t", "tags": ["x"]]),
    ])
    let todo = try #require(try caching.app.fetch("Todo").first)
    caching.network.isOn = true
    #expect { try todo.value(forRelationshipKey: "tags") } throws: { ($0 as NSError).code == -107 }
  }

  /// The methods that remove objects from the cache.
  enum Removal: Sendable, CaseIterable { case id, object, objects, ids, entity, all }

  @Test(arguments: Removal.allCases)
  func `purging removes the objects that an app names`(_ removal: Removal) async throws {
    let caching = try CachingApp(
      ["a", "b", "c"].map { .object("todo", ["todo_id": .string($0)]) } + [
        .object("tag", ["tag_id": "x"])
      ])
    _ = try (caching.keys(), caching.keys(nil, "Tag"))
    let objects = try ["a", "b"].map { caching.app.context.object(with: try caching.id($0)) }
    var left = (todos: ["c"], tags: ["x"])
    switch removal {
    case .id:
      caching.store.purgeCache(of: objects[0].objectID)
      left.todos = ["b", "c"]
    case .object:
      caching.store.purgeCacheOfManagedObject(byID: objects[0].objectID)
      left.todos = ["b", "c"]
    case .objects: caching.store.purgeCache(ofManagedObjects: objects)
    case .ids: caching.store.purgeCache(ofManagedObjectsIDs: objects.map(\.objectID))
    case .entity:
      caching.store.purgeCacheOfObjects(withEntityName: "Todo")
      left.todos = []
    case .all:
      caching.store.resetCache()
      left = ([], [])
    }
    #expect(try caching.keys(SMFetchPolicyCacheOnly) == .keys(left.todos))
    #expect(try caching.keys(SMFetchPolicyCacheOnly, "Tag") == .keys(left.tags))
    #expect(try await caching.app.stored("todo").count == 3)
  }

  @Test func `a cache is still there after a restart of the app`() throws {
    let caching = try CachingApp([.object("todo", ["todo_id": "a", "title": "A"])])
    #expect(try caching.keys() == .keys(["a"]))
    let again = try CachingApp(folder: caching.folder)
    again.network.isOn = true
    #expect(try again.keys(SMFetchPolicyCacheOnly) == .keys(["a"]))
    #expect(try Self.title(again) == "A")
  }

  @Test func `binary data of an offline save is stored as readable text`() async throws {
    let caching = try CachingApp()
    let data = Data([1, 2, 3])
    let text = SMBinaryDataConversion.string(
      forBinaryData: data, name: "pic.png", contentType: "image/png")
    let todo = caching.app.insert("Todo", ["todoId": "a", "pic": text])
    caching.network.isOn = true
    #expect(await caching.save(SMSavePolicyNetworkThenCache) == nil)
    let kept = try #require(todo.value(forKey: "pic") as? String)
    #expect(!SMBinaryDataConversion.stringContainsURL(kept))
    #expect(try SMBinaryDataConversion.data(for: kept) == data)
  }

  @Test(arguments: [true, false])
  func `an object that waits for a sync is not replaced`(_ isDeleted: Bool) async throws {
    let caching = try CachingApp([.object("todo", ["todo_id": "a", "title": "old"])])
    _ = try caching.keys()
    let todo = caching.app.context.object(with: try caching.id("a"))
    if isDeleted {
      caching.app.context.delete(todo)
    } else {
      todo.setValue("mine", forKey: "title")
    }
    #expect(await caching.save(SMSavePolicyCacheOnly) == nil)
    #expect(try caching.keys() == .keys(isDeleted ? [] : ["a"]))
    #expect(try Self.title(caching) == (isDeleted ? nil : "mine"))
  }

  @Test func `a fetch from the cache can search by related objects`() async throws {
    let caching = try CachingApp([
      .schema("todo", ["owner": "relationship[user]"]), .user("bob"),
      .object("todo", ["todo_id": "a", "owner": "bob"]), .object("todo", ["todo_id": "b"]),
    ])
    _ = try caching.keys()
    let bob = caching.app.context.object(with: try caching.id("bob", "User"))
    for predicate in [
      NSPredicate(format: "owner == %@", bob),
      NSPredicate(format: "todoId == 'a' AND owner == %@", bob),
    ] {
      #expect(try caching.keys(SMFetchPolicyCacheOnly, where: predicate) == .keys(["a"]))
    }
    #expect(try caching.keys(SMFetchPolicyCacheOnly, "User") == .keys([]))
  }
}
