import Foundation
import Ghostlight
import GhostlightCore
import ManagedObjects
@testable import StackMob
import StackMobStoreScenarios
import TestExecutors
import Testing

/// When the connection is cut: before StackMob gets a request, or after it has processed the
/// request.
enum Cut: Sendable, CaseIterable {
  case before
  case after
}

@MainActor @Suite struct `A connection that is cut` {
  private static func name(_ number: Int) -> String {
    "t" + String(String(number + 1000).dropFirst())
  }

  /// The expected titles on the server: 20 changed and 170 new objects; the other 10 are deleted.
  private static let expected: [String: JSON] = {
    var objects: [String: JSON] = [:]
    for number in 0..<20 { objects[name(number)] = "changed" }
    for number in 30..<200 { objects[name(number)] = "new" }
    return objects
  }()

  /// Cuts the connection at one request of a save with 200 objects, and saves again.
  @Test(arguments: Cut.allCases, 1...200)
  func `a save loses nothing and duplicates nothing`(_ cut: Cut, _ number: Int) async throws {
    let app = try StoreApp(
      (0..<30).map {
        .object("todo", ["todo_id": .string(Self.name($0)), "title": "old"])
      })
    for todo in try app.fetch("Todo") {
      if (todo.smObjectId() ?? "") < Self.name(20) {
        todo.setValue("changed", forKey: "title")
      } else {
        #expect(todo.value(forKey: "title") as? String == "old")
        app.context.delete(todo)
      }
    }
    for number in 30..<200 {
      app.insert("Todo", ["todoId": Self.name(number), "title": "new"])
    }
    var plan = FaultPlan(.deliver(cut == .before ? .reset : .truncated(bytes: 0)))
    plan.occurrence = .call(number)
    try app.testStage.space.addFault(plan)
    let before = app.lines.count
    let error = try #require(await app.save())
    #expect(error.code == -108)
    let lists = [SMInsertedObjectFailures, SMUpdatedObjectFailures, SMDeletedObjectFailures]
    #expect(lists.flatMap { error.userInfo[$0] as? [[String: Any]] ?? [] }.count == 1)
    #expect(await app.save() == nil)
    let stored = try await app.stored("todo")
    #expect(stored.mapValues { $0["title"] ?? .null } == Self.expected)
    #expect(!app.context.hasChanges)
    // Only the request that was cut is sent again, and up to two requests check whether it has
    // arrived.
    #expect(app.lines(after: before).count <= 203)
    #expect(Set(app.lines(after: before)).count >= 200)
  }

  @Test func `an object changed between two attempts is saved in its last state`() async throws {
    for (cut, title) in [(Cut.before, "second"), (.after, "second"), (.after, "first")] {
      let app = try StoreApp()
      let todo = app.insert("Todo", ["todoId": "t", "title": "first"])
      app.insert("Todo", ["todoId": "u", "title": "other"])
      var plan = FaultPlan(.deliver(cut == .before ? .reset : .truncated(bytes: 0)))
      plan.occurrence = .call(1)
      try app.testStage.space.addFault(plan)
      #expect(await app.save()?.code == -108)
      if title != "first" { todo.setValue(title, forKey: "title") }
      #expect(await app.save() == nil)
      let stored = try await app.stored("todo")
      #expect(stored.mapValues { $0["title"]?.string } == ["t": title, "u": "other"])
    }
  }

  /// An unchanged nested object is sent as its key, by which no write can be recognized later.
  @Test func `a lost save has no pending write of an object that it only refers to`() async throws {
    let app = try StoreApp([.object("tag", ["tag_id": "x", "name": "X"])])
    let tag = try #require(try app.fetch("Tag").first)
    #expect(tag.value(forKey: "name") as? String == "X")
    app.insert("Todo", ["todoId": "t", "best": tag])
    try app.testStage.space.addFault(FaultPlan(.deliver(.reset)))
    #expect(await app.save()?.code == -108)
    let keys = [ObjectKey(entity: "Todo", key: "t"), ObjectKey(entity: "Tag", key: "x")]
    let ledgers = try app.store.settings.writes.ledgers(of: keys)
    #expect(Set(ledgers.keys) == [keys[0]])
  }

  @Test func `another client's object with the same key is not a success`() async throws {
    let app = try StoreApp([.object("todo", ["todo_id": "t", "title": "theirs"])])
    app.insert("Todo", ["todoId": "t", "title": "ours"])
    try app.testStage.space.addFault(FaultPlan(.deliver(.reset)))
    #expect(await app.save()?.code == -108)
    app.testStage.space.removeFault()
    let error = try #require(await app.save())
    let failures = error.userInfo[SMInsertedObjectFailures] as? [[String: Any]]
    #expect((failures?.first?[SMFailedManagedObjectError] as? NSError)?.code == 409)
    let stored = try await app.stored("todo")
    #expect(stored.mapValues { $0["title"] } == ["t": "theirs"])
  }
}
