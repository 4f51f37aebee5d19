import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `The forms of merged changes` {
  /// The key of a list, and whether it is of the inserted, changed or deleted objects.
  private static let keys: [(String, Int)] = [
    (NSInsertedObjectsKey, 0), (NSInsertedObjectIDsKey, 0), (NSUpdatedObjectsKey, 1),
    (NSUpdatedObjectIDsKey, 1), (NSRefreshedObjectsKey, 1), (NSDeletedObjectsKey, 2),
    (NSDeletedObjectIDsKey, 2),
  ]

  @Test func `objects and IDs in a set or an array are read under each key`() throws {
    let space = try Workspace()
    let objects = ["a", "b"].map { space.insert("Skill", ["name": $0]) }
    try space.context.save()
    let ids = objects.map(\.objectID)
    let forms: [Any] = [
      Set(objects), Array(objects.reversed()), Set(ids), Array(ids.reversed()),
    ]
    for (key, kind) in Self.keys {
      for form in forms {
        let found = MergedIDs([key: form])
        let lists = [found.inserted, found.updated, found.deleted]
        for (place, list) in lists.enumerated() { #expect(list == (place == kind ? ids : [])) }
      }
      let other = MergedIDs([key: "text"])
      #expect(other.inserted + other.updated + other.deleted == [])
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `relationships of both sides are merged in each form`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let skills = ["a", "b", "c"].map { space.insert("Skill", ["name": $0]) }
    let homes = ["x", "y"].map { space.insert("Department", ["name": $0]) }
    let ann = space.insert("Employee", ["name": "Ann", "skills": Set([skills[0]])])
    ann.setValue(homes[0], forKey: "department")
    try space.context.save()
    for isRead in [false, true] {
      let (here, there) = (space.newContext(), space.newContext())
      let (mine, theirs) = (
        try here.existingObject(with: ann.objectID), try there.existingObject(with: ann.objectID)
      )
      if isRead { _ = (mine.names("skills"), mine.object("department")) }
      let saved = Recorder(there)
      theirs.mutableSetValue(forKey: "skills").add(there.object(with: skills[1].objectID))
      theirs.setValue(there.object(with: homes[1].objectID), forKey: "department")
      mine.mutableSetValue(forKey: "skills").add(here.object(with: skills[2].objectID))
      try there.save()
      here.mergeChanges(fromContextDidSave: try #require(saved.lastSave))
      #expect(mine.names("skills") == ["a", "b", "c"])
      #expect(mine.object("department")?.text("name") == "y")
      here.rollback()
      theirs.mutableSetValue(forKey: "skills").remove(there.object(with: skills[1].objectID))
      theirs.setValue(there.object(with: homes[0].objectID), forKey: "department")
      try there.save()
    }
  }

  @Test
  func `a registry contains the objects in use, and lists removed objects while it is watched`()
    throws
  {
    let space = try Workspace()
    let registry = space.context.registry
    #expect(registry.context === space.context && registry === space.context.registry)
    let all = (0..<600).map { _ in space.insert("Skill") }
    try space.context.save()
    let kept = Array(all.prefix(5))
    #expect(registry.drainGone() == [])
    registry.watch()
    registry.reserve(2000)
    let ids = kept.map(\.objectID)
    #expect(ids.map { registry.object($0) } == kept)
    registry.remove(ids[0])
    #expect(registry.object(ids[0]) == nil && registry.drainGone() == [ids[0]])
    #expect(registry.drainGone() == [])
    // An entry whose object is still in use is kept.
    registry.forget(ids[1])
    #expect(registry.object(ids[1]) === kept[1] && registry.drainGone() == [])
    let other = NSManagedObjectID(temporaryFor: kept[1].entity)
    registry.rename(kept[1], from: ids[1], to: other)
    #expect(registry.object(other) === kept[1] && registry.object(ids[1]) == nil)
    registry.register(kept[0], ids[0])
    #expect(registry.object(ids[0]) === kept[0])
    #expect(all.count == 600)
    registry.removeAll()
    #expect(registry.objects.isEmpty)
  }

  @Test func `several stores save, delete and change their own objects`() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Company.model())
    let stores = try (0..<2).map { _ in
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let skills = (0..<4).map { number in
      let skill = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
      skill.setValue("\(number)", forKey: "name")
      context.assign(skill, to: stores[number % 2])
      return skill
    }
    context.assign("text", to: stores[1])
    try context.save()
    func names(_ store: Int? = nil) throws -> String {
      let request = NSFetchRequest<NSManagedObject>(entityName: "Skill")
      request.affectedStores = store.map { [stores[$0]] }
      request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
      let other = NSManagedObjectContext(.privateQueue)
      other.persistentStoreCoordinator = coordinator
      return try other.fetch(request).compactMap { $0.text("name") }.joined(separator: " ")
    }
    #expect(try [names(0), names(1), names()] == ["0 2", "1 3", "0 1 2 3"])
    skills[1].setValue("9", forKey: "name")
    skills[2].setValue("8", forKey: "name")
    context.delete(skills[0])
    context.delete(skills[3])
    try context.save()
    #expect(try [names(0), names(1), names()] == ["8", "9", "8 9"])
    let update = NSBatchUpdateRequest(entityName: "Skill")
    update.propertiesToUpdate = ["name": "z"]
    update.affectedStores = [stores[1]]
    update.resultType = .updatedObjectsCountResultType
    #expect((try context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 1)
    #expect(try [names(0), names(1)] == ["8", "z"])
    let delete = NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Skill"))
    _ = try context.execute(delete)
    #expect(try [names(0), names(1)] == ["", ""])
  }
}
