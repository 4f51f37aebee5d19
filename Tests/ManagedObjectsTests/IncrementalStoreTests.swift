import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `Stores of an app` {
  private final class Empty: NSIncrementalStore, @unchecked Sendable {
    var answer: Any = []
    var isBare = true

    override func loadMetadata() throws {
      metadata = [NSStoreUUIDKey: "empty", NSStoreTypeKey: "IncrementalStoreTests"]
    }

    override func execute(
      _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
    ) throws -> Any {
      isBare ? try super.execute(request, with: context) : answer
    }

    override func newValue(
      forRelationship relationship: NSRelationshipDescription,
      forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
    ) throws -> Any {
      isBare
        ? try super.newValue(forRelationship: relationship, forObjectWith: objectID, with: context)
        : answer
    }

    override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
      isBare ? try super.obtainPermanentIDs(for: array) : []
    }
  }

  private static func store() throws -> (Empty, NSManagedObjectContext) {
    NSPersistentStoreCoordinator.registerStoreClass(
      Empty.self, forStoreType: "IncrementalStoreTests")
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Company.model())
    let store = try coordinator.addPersistentStore(
      ofType: "IncrementalStoreTests", configurationName: nil, at: nil)
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return (try #require(store as? Empty), context)
  }

  @Test func `a method that a subclass must override throws an error with its name`() throws {
    let (store, context) = try Self.store()
    let skill = try #require(
      NSEntityDescription.entity(forEntityName: "Skill", in: context))
    let holders = try #require(skill.relationshipsByName["holders"])
    let object = NSManagedObject(entity: skill, insertInto: nil)
    let id = store.newObjectID(for: skill, referenceObject: 5)
    let rows: [(NSError?, String)] = [
      (
        failure { _ = try store.execute(NSPersistentStoreRequest(), with: context) },
        "executeRequest:withContext:error:"
      ),
      (
        failure { _ = try store.newValuesForObject(with: id, with: context) },
        "newValuesForObjectWithID:withContext:error:"
      ),
      (
        failure {
          _ = try store.newValue(forRelationship: holders, forObjectWith: id, with: context)
        },
        "newValueForRelationship:forObjectWithID:withContext:error:"
      ),
      (
        failure { _ = try store.obtainPermanentIDs(for: [object]) },
        "obtainPermanentIDsForObjects:error:"
      ),
    ]
    for (error, selector) in rows {
      #expect(
        text(error) == """
          NSCocoaErrorDomain \(NSPersistentStoreOperationError)
          NSLocalizedDescription: -[Empty \(selector)] must be overridden by a subclass.
          """)
    }
    #expect((Empty.identifierForNewStore(at: URL(filePath: "/a")) as? String)?.count == 36)
  }

  @Test func `an unexpected result of a request is an error, and every count is understood`() throws
  {
    let (store, context) = try Self.store()
    store.isBare = false
    let request = NSFetchRequest<NSManagedObject>(entityName: "Skill")
    for (answer, count) in [
      (3 as Any, 3), ([NSNumber(value: 4)], 4), ([] as [Any], 0), (["a", "b"], 2),
    ] {
      store.answer = answer
      #expect(try context.count(for: request) == count)
    }
    for (answer, name) in [("text" as Any, "String"), (["text"], "String")] {
      store.answer = answer
      #expect(
        text(failure { _ = try context.fetch(request) }) == """
          NSCocoaErrorDomain \(NSPersistentStoreOperationError)
          NSLocalizedDescription: The store returned \(name) instead of objects.
          """)
    }
    let skill = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
    let error = failure { try context.save() }
    #expect(error?.code == NSPersistentStoreOperationError && skill.objectID.isTemporaryID)
    context.rollback()
    let id = store.newObjectID(for: skill.entity, referenceObject: "a")
    let other = store.newObjectID(for: skill.entity, referenceObject: 7)
    for answer in [[id, other] as Any, [context.object(with: id)]] {
      store.answer = answer
      #expect(try context.fetch(request).first?.objectID == id)
    }
    let holders = try #require(skill.entity.relationshipsByName["holders"])
    let answers: [(Any, [NSManagedObjectID])] = [
      (NSNull(), []), (id, [id]), (context.object(with: other), [other]),
      ([id, other], [id, other]), ([context.object(with: id), "text"] as [Any], [id]),
    ]
    for (answer, ids) in answers {
      store.answer = answer
      #expect(try store.storedRelated(of: id, holders, context) == ids)
    }
    #expect(store.referenceObject(for: id) as? String == "a")
    #expect(store.referenceObject(for: other) as? Int == 7)
    let found = store.permanentID(skill.entity, forText: "b")
    #expect(found.map { store.referenceObject(for: $0) as? String } == "b")
    #expect(id != other && id == store.newObjectID(for: skill.entity, referenceObject: "a"))
  }

  @Test func `the values of a node become a snapshot, and later values replace them`() throws {
    let (store, context) = try Self.store()
    let employee = try #require(
      NSEntityDescription.entity(forEntityName: "Employee", in: context))
    func id(_ name: String, _ number: Int) throws -> NSManagedObjectID {
      let entity = try #require(NSEntityDescription.entity(forEntityName: name, in: context))
      return store.newObjectID(for: entity, referenceObject: number)
    }
    let (ann, sales) = (try id("Employee", 1), try id("Department", 2))
    let node = NSIncrementalStoreNode(
      objectID: ann, withValues: ["name": "Ann", "age": "x", "department": sales], version: 3)
    #expect(node.objectID == ann && node.version == 3)
    let plan = employee.plan
    func one(_ name: String, _ snapshot: Snapshot) -> NSManagedObjectID? {
      plan.relationship(name).flatMap { snapshot.one($0) }
    }
    let first = node.snapshot
    let values = first.values.map { Operand($0).external as? String }
    #expect(values[try #require(plan.attribute("name"))] == "Ann")
    #expect(values.compactMap(\.self) == ["Ann"] && first.version == 3)
    #expect(one("department", first) == sales && one("boss", first) == nil)
    let unknown = first.unknownOnes.indices(below: plan.relationships.count)
    #expect(unknown.map { plan.relationships[$0].name } == ["boss"])
    node.update(
      withValues: ["age": 4, "boss": context.object(with: ann), "department": NSNull()],
      version: UInt64.max)
    #expect(node.value(for: try #require(employee.propertiesByName["name"])) as? String == "Ann")
    #expect(node.value(for: try #require(employee.propertiesByName["born"])) == nil)
    let second = node.snapshot
    #expect(second.version == .max && second.unknownOnes.isEmpty)
    #expect(one("boss", second) == ann && one("department", second) == nil)
    #expect(second.one(99) == nil)
  }

  @Test func `rows are cached while a context uses them, with each relationship alone`() throws {
    let space = try Workspace(.incremental)
    let skill = try #require(space.model.entitiesByName["Skill"])
    func id(_ number: Int64) -> NSManagedObjectID {
      NSManagedObjectID(entity: skill, key: .row(number), store: space.store)
    }
    let snapshot = Snapshot(values: [.null], ones: [], version: 1)
    var cache = RowCache()
    cache.store(snapshot, id(1))
    cache.store([id(2)], id(1), "holders")
    #expect(cache.snapshot(id(1)) == nil && cache.related(id(1), "holders") == nil)
    cache.retain(id(1))
    cache.retain(id(1))
    cache.retain(id(2))
    cache.store(snapshot, id(1))
    cache.store([id(2)], id(1), "holders")
    #expect(cache.snapshot(id(1)) === snapshot && cache.snapshot(id(2)) == nil)
    #expect(cache.related(id(1), "holders") == [id(2)] && cache.related(id(1), "other") == nil)
    cache.release(id(1))
    #expect(cache.snapshot(id(1)) === snapshot)
    cache.forget(id(1))
    #expect(cache.snapshot(id(1)) == nil && cache.related(id(1), "holders") == nil)
    cache.release(id(1))
    cache.release(id(1))
    cache.release(id(3))
    cache.retain(id(1))
    #expect(cache.snapshot(id(1)) == nil)
  }

  @Test func `a store is informed once of each object that contexts use`() throws {
    let space = try Workspace(.incremental)
    let store = try #require(space.store as? DictionaryStore)
    for name in ["a", "b"] { space.insert("Skill", ["name": name]) }
    #expect(store.registered == 0)
    try space.context.save()
    space.context.reset()
    #expect(store.registered == 0)
    let (one, two) = (space.newContext(), space.newContext())
    var held = try one.find("Skill") + two.find("Skill")
    #expect(store.registered == 4)
    #expect(held.map { $0.text("name") } == ["a", "b", "a", "b"])
    let reads = store.reads
    one.refresh(held[0], mergeChanges: false)
    #expect(held[0].text("name") == "a" && held[2].text("name") == "a")
    #expect(store.reads == reads + 1)
    held.removeFirst(2)
    one.reset()
    #expect(store.registered == 2)
  }
}
