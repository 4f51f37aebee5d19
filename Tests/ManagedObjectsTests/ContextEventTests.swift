import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

/// Records the names and the whole user info of a context's notifications.
final class EventLog: @unchecked Sendable {
  private var lines: [String] = []
  private var tokens: [any NSObjectProtocol] = []

  init(_ context: NSManagedObjectContext) {
    for (name, title) in [
      (NSManagedObjectContext.willSaveObjectsNotification, "will save"),
      (NSManagedObjectContext.didSaveObjectsNotification, "saved"),
      (NSManagedObjectContext.didSaveObjectIDsNotification, "saved ids"),
      (NSManagedObjectContext.didChangeObjectsNotification, "changed"),
    ] {
      tokens.append(
        NotificationCenter.default.addObserver(forName: name, object: context, queue: nil) {
          [weak self] notification in
          self?.lines.append("\(title)\(Self.text(notification.userInfo ?? [:]))")
        })
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  private static func text(_ info: [AnyHashable: Any]) -> String {
    info.map { key, value in
      let names =
        switch value {
        case let objects as Set<NSManagedObject>:
          objects.map { $0.isFault ? "fault" : $0.text("name") ?? "-" }
        case let ids as Set<NSManagedObjectID>: ids.map { $0.entity.name ?? "" }
        default: ["\(value)"]
        }
      return " \(key): \(names.sorted().joined(separator: ","))"
    }.sorted().joined(separator: ";")
  }

  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

@Suite(.limitedConcurrency) struct `Events of a context` {
  @Test func `the notifications of a save list the objects and their IDs by kind`() throws {
    let space = try Workspace(.sqlite)
    let ann = space.insert("Employee", ["name": "Ann"])
    let bob = space.insert("Employee", ["name": "Bob"])
    try space.context.save()
    let log = EventLog(space.context)
    space.insert("Skill", ["name": "C"])
    space.insert("Skill", ["name": "D"])
    ann.setValue("Bea", forKey: "name")
    space.context.delete(bob)
    try space.context.save()
    let objects = " deleted: Bob; inserted: C,D; updated: Bea"
    #expect(
      log.take() == [
        "will save", "changed\(objects)", "saved\(objects)",
        "saved ids deleted_objectIDs: Employee; inserted_objectIDs: Skill,Skill; "
          + "updated_objectIDs: Employee",
      ])
    try space.context.save()
    #expect(log.take() == [])
  }

  @Test func `each change is posted once, with its kind`() throws {
    let space = try Workspace(.sqlite)
    let ann = space.insert("Employee", ["name": "Ann"])
    let bob = space.insert("Employee", ["name": "Bob"])
    try space.context.save()
    let log = EventLog(space.context)
    func posted(_ change: () throws -> Void) rethrows -> [String] {
      try change()
      space.context.processPendingChanges()
      space.context.processPendingChanges()
      return log.take()
    }
    #expect(posted {} == [])
    #expect(posted { ann.setValue("Bea", forKey: "name") } == ["changed updated: Bea"])
    #expect(posted { ann.setValue("Cid", forKey: "name") } == ["changed updated: Cid"])
    let new = space.insert("Skill", ["name": "C"])
    #expect(posted {} == ["changed inserted: C"])
    #expect(posted { new.setValue("D", forKey: "name") } == ["changed updated: D"])
    #expect(posted { space.context.delete(new) } == ["changed deleted: D"])
    #expect(posted { space.context.delete(space.insert("Skill")) } == [])
    #expect(posted { space.context.delete(bob) } == ["changed deleted: Bob"])
    #expect(posted { space.context.insert(bob) } == [])
    #expect(
      posted { space.context.refresh(bob, mergeChanges: false) } == ["changed refreshed: fault"])
    #expect(
      posted { space.context.refresh(ann, mergeChanges: true) } == ["changed refreshed: Cid"])
    #expect(posted { space.context.rollback() } == ["changed refreshed: fault"])
    #expect(posted { space.context.reset() } == ["changed invalidatedAll: []"])
    #expect(PendingChanges().isEmpty && PendingChanges().userInfo.isEmpty)
  }

  @Test func `every kind of pending change is listed and counts`() throws {
    let space = try Workspace()
    let skill: Set = [space.insert("Skill", ["name": "C"])]
    let rows: [(WritableKeyPath<PendingChanges, Set<NSManagedObject>>, String)] = [
      (\.inserted, NSInsertedObjectsKey), (\.updated, NSUpdatedObjectsKey),
      (\.deleted, NSDeletedObjectsKey), (\.refreshed, NSRefreshedObjectsKey),
      (\.invalidated, NSInvalidatedObjectsKey),
    ]
    for (path, key) in rows {
      var pending = PendingChanges()
      pending[keyPath: path] = skill
      #expect(!pending.isEmpty)
      #expect(pending.userInfo as? [String: Set<NSManagedObject>] == [key: skill])
    }
    var all = PendingChanges()
    all.invalidatedAll = true
    #expect(!all.isEmpty)
    #expect(all.userInfo as? [String: [NSManagedObjectID]] == [NSInvalidatedAllObjectsKey: []])
  }

  @Test func `the keys of notifications are the documented strings`() {
    typealias Key = NSManagedObjectContext.NotificationKey
    let keys: [(Key, String)] = [
      (.insertedObjects, NSInsertedObjectsKey), (.updatedObjects, NSUpdatedObjectsKey),
      (.deletedObjects, NSDeletedObjectsKey), (.refreshedObjects, NSRefreshedObjectsKey),
      (.invalidatedObjects, NSInvalidatedObjectsKey),
      (.invalidatedAllObjects, NSInvalidatedAllObjectsKey),
      (.insertedObjectIDs, NSInsertedObjectIDsKey), (.updatedObjectIDs, NSUpdatedObjectIDsKey),
      (.deletedObjectIDs, NSDeletedObjectIDsKey), (.queryGeneration, "newQueryGeneration"),
    ]
    for (key, text) in keys { #expect(key.rawValue == text) }
    #expect(Set(keys.map(\.1)).count == 10)
  }

  @MainActor @Test func `a context of the main queue processes its changes in each turn`()
    async throws
  {
    let space = try Workspace()
    let main = NSManagedObjectContext(.mainQueue)
    main.persistentStoreCoordinator = space.coordinator
    #expect(main.concurrencyType == .mainQueueConcurrencyType)
    let log = EventLog(main)
    let ann = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: main)
    for name in ["Ann", "Bea", "Cid"] {
      ann.setValue(name, forKey: "name")
      #expect(log.take() == [])
      // The turn of the queue that processes the changes comes before this block.
      await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
      #expect(log.take() == ["changed \(name == "Ann" ? "inserted" : "updated"): \(name)"])
    }
    main.delete(ann)
    await withCheckedContinuation { turn in DispatchQueue.main.async { turn.resume() } }
    #expect(log.take() == ["changed deleted: Cid"])
  }

  @Test func `a private context processes its changes after each block`() async throws {
    let space = try Workspace()
    let context = space.context
    #expect(context.concurrencyType == .privateQueueConcurrencyType)
    #expect(NSManagedObjectContext(.privateQueue).concurrencyType == .privateQueueConcurrencyType)
    let log = EventLog(context)
    @Sendable func change() {
      let skill = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
      skill.setValue("C", forKey: "name")
    }
    context.performAndWait { change() }
    #expect(log.take() == ["changed inserted: C"])
    context.performBlocking { change() }
    #expect(log.take() == ["changed inserted: C"])
    await context.perform { @Sendable in
      _ = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
    }
    #expect(log.take() == ["changed inserted: -"])
    await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
      context.perform {
        _ = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
      }
      context.perform { done.resume() }
    }
    #expect(log.take() == ["changed inserted: -"])
  }
}
