import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `Options and children of a context` {
  @Test func `a context has the documented defaults`() {
    let context = NSManagedObjectContext(concurrencyType: .confinementConcurrencyType)
    #expect(context.concurrencyType.rawValue == 0)
    #expect(context.name == nil && context.transactionAuthor == nil && context.parent == nil)
    #expect((context.mergePolicy as? NSMergePolicy)?.mergeType == .errorMergePolicyType)
    #expect(context.stalenessInterval == -1 && !context.retainsRegisteredObjects)
    #expect(context.propagatesDeletesAtEndOfEvent && context.shouldDeleteInaccessibleFaults)
    #expect(!context.automaticallyMergesChangesFromParent && !context.hasChanges)
    #expect(context.persistentStoreCoordinator == nil && context.userInfo.count == 0)
    let policies: [AnyObject] = [
      NSErrorMergePolicy, NSMergeByPropertyStoreTrumpMergePolicy,
      NSMergeByPropertyObjectTrumpMergePolicy, NSOverwriteMergePolicy, NSRollbackMergePolicy,
    ]
    #expect(policies.compactMap { ($0 as? NSMergePolicy)?.mergeType.rawValue } == [0, 1, 2, 3, 4])
    #expect(
      [
        NSMergePolicy.error, .mergeByPropertyStoreTrump, .mergeByPropertyObjectTrump, .overwrite,
        .rollback,
      ].map(\.mergeType.rawValue) == [0, 1, 2, 3, 4])
    context.undo()
    context.redo()
  }

  @Test func `a context without a coordinator or a store has an error for each use`() throws {
    let context = NSManagedObjectContext(.privateQueue)
    let model = Company.model()
    let skill = try #require(model.entitiesByName["Skill"])
    let object = NSManagedObject(entity: skill, insertInto: context)
    let request = NSFetchRequest<NSManagedObject>()
    request.entity = skill
    let lines = [
      text(failure { try context.save() }), text(failure { _ = try context.fetch(request) }),
      text(failure { try context.obtainPermanentIDs(for: [object]) }),
    ]
    let start =
      "NSCocoaErrorDomain \(NSPersistentStoreCoordinatorLockingError)\nNSLocalizedDescription: "
    #expect(
      lines
        == [
          "The context has no persistent stores.", "The context has no coordinator.",
          "The context has no persistent stores.",
        ].map { start + $0 })
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    context.persistentStoreCoordinator = coordinator
    let none =
      "This NSPersistentStoreCoordinator has no persistent stores. It cannot perform a save or "
      + "fetch operation."
    #expect(text(failure { try context.save() }) == start + none)
    #expect(text(failure { _ = try context.fetch(request) }) == start + none)
    context.rollback()
    #expect(text(failure { _ = try context.count(for: request) }) == start + none)
    #expect(coordinator.contexts.count == 1)
    context.persistentStoreCoordinator = nil
    #expect(coordinator.contexts.isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `objects of a context that retains them stay in memory until a reset`(
    _ kind: StoreKind
  ) throws {
    let space = try Workspace(kind)
    space.insert("Skill", ["name": "C"])
    try space.context.save()
    for retains in [false, true] {
      let context = space.newContext()
      context.retainsRegisteredObjects = retains
      #expect(try context.find("Skill").count == 1)
      #expect(context.registeredObjects.count == (retains ? 1 : 0))
      context.reset()
      #expect(context.registeredObjects.isEmpty)
    }
  }

  @Test func `delete rules apply at the end of an event, or only before a save`() throws {
    for atOnce in [true, false] {
      let space = try Workspace()
      space.context.propagatesDeletesAtEndOfEvent = atOnce
      let ann = space.insert("Employee", ["name": "Ann"])
      let note = space.insert("Note", ["text": "n", "author": ann])
      try space.context.save()
      space.context.delete(ann)
      #expect(!note.isDeleted && note.object("author") === ann)
      space.context.processPendingChanges()
      #expect(note.isDeleted == atOnce)
      try space.context.save()
      #expect(note.managedObjectContext == nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `permanent IDs replace temporary ones everywhere, without a save`(
    _ kind: StoreKind
  ) throws {
    let space = try Workspace(kind)
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = space.context
    let skill = space.insert("Skill", ["name": "C"])
    let old = skill.objectID
    let twin = child.object(with: old)
    #expect(old.isTemporaryID && old.persistentStore == nil && twin.text("name") == "C")
    try space.context.obtainPermanentIDs(for: [skill])
    let new = skill.objectID
    #expect(!new.isTemporaryID && new != old && skill.isInserted)
    #expect(new.persistentStore === space.store)
    try space.context.obtainPermanentIDs(for: [skill])
    #expect(skill.objectID === new)
    #expect(space.context.registeredObject(for: old) === skill)
    #expect(space.context.object(with: new) === skill)
    #expect(space.newContext().registeredObject(for: new) == nil)
    #expect(try space.newContext().find("Skill").isEmpty)
    try space.context.save()
    #expect(skill.objectID == new)
    #expect(try space.newContext().find("Skill").map(\.objectID) == [new])
    let inner = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: child)
    try child.save()
    #expect(inner.objectID.isTemporaryID)
    let outer = try #require(space.context.registeredObject(for: inner.objectID))
    try child.obtainPermanentIDs(for: [inner])
    #expect(outer.objectID == inner.objectID && !outer.objectID.isTemporaryID)
  }

  /// Returns a change that a child context saves: every form of a relationship, read before or not.
  @Test(arguments: StoreKind.allCases, [false, true])
  func `a child saves each form of a change to its parent`(
    _ kind: StoreKind, _ isRead: Bool
  ) throws {
    let space = try Workspace(kind, model: Zoo.model())
    try Zoo.fill(space.context)
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = space.context
    let all = try child.everything()
    func object(_ name: String) throws -> NSManagedObject {
      try #require(all.first { $0.text("name") == name })
    }
    if isRead { _ = try child.lines() }
    #expect(child.persistentStoreCoordinator === space.coordinator)
    let new = NSEntityDescription.insertNewObject(forEntityName: "Toy", into: child)
    new.setValuesForKeys(["name": "new", "size": 77])
    try object("k1").setValue(5, forKey: "lives")
    try object("k2").setValue(nil, forKey: "toy")
    try object("d1").setValue(object("c2"), forKey: "home")
    try object("k1").mutableSetValue(forKey: "friends").remove(object("d1"))
    try object("k1").mutableSetValue(forKey: "friends").add(object("a1"))
    try object("n2").mutableSetValue(forKey: "visitors").add(object("d2"))
    try object("n2").mutableSetValue(forKey: "visitors").remove(object("k2"))
    try object("n1").setValue(
      NSOrderedSet(array: [object("t2"), new, object("t3")]), forKey: "shelf")
    try object("t1").mutableSetValue(forKey: "fans").add(object("k2"))
    child.delete(try object("h1"))
    let expected = try child.lines()
    let unchanged = try space.newContext().lines()
    try child.save()
    #expect(!child.hasChanges)
    #expect(try space.context.lines() == expected)
    #expect(try child.lines() == expected)
    #expect(try space.newContext().lines() == unchanged)
    try space.context.save()
    #expect(try space.newContext().lines() == expected)
    #expect(expected != unchanged && expected.count == unchanged.count)
    #expect(expected.contains { $0.contains("shelf=[Toy.t2 Toy.new Toy.t3]") })
  }

  @Test func `saves are merged only into contexts that merge automatically`()
    async throws
  {
    let space = try Workspace(.sqlite)
    let ann = space.insert("Employee", ["name": "Ann"])
    try space.context.save()
    let id = ann.objectID
    func child(_ parent: NSManagedObjectContext, _ merges: Bool) -> NSManagedObjectContext {
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = parent
      child.automaticallyMergesChangesFromParent = merges
      return child
    }
    let (sibling, deaf, writer) = (
      child(space.context, true), child(space.context, false), child(space.context, true)
    )
    let other = space.newContext()
    other.automaticallyMergesChangesFromParent = true
    func name(_ context: NSManagedObjectContext) async -> String? {
      await context.perform { @Sendable in context.object(with: id).text("name") }
    }
    let contexts = [space.context, sibling, deaf, other]
    let held = contexts.map { $0.object(with: id) }
    for context in contexts { #expect(await name(context) == "Ann") }
    let twin = writer.object(with: id)
    twin.setValue("Bea", forKey: "name")
    try writer.save()
    var names: [String?] = []
    for context in contexts { names.append(await name(context)) }
    #expect(names == ["Bea", "Bea", "Ann", "Ann"])
    ann.setValue("Cid", forKey: "name")
    try space.context.save()
    names = []
    for context in contexts { names.append(await name(context)) }
    #expect(names == ["Cid", "Cid", "Ann", "Cid"])
    #expect(held.count == 4)
  }
}
