import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Tests statements of the manual that no other test checks.
@Suite(.limitedConcurrency) struct `The manual of managed objects` {
  @Test(arguments: StoreKind.allCases)
  func `dictionary results ignore unsaved changes`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    space.insert("Skill", ["name": "C"])
    try space.context.save()
    space.insert("Skill", ["name": "Swift"])
    let request = NSFetchRequest<NSDictionary>(entityName: "Skill")
    request.resultType = .dictionaryResultType
    request.propertiesToFetch = ["name"]
    let found = try space.context.fetch(request)
    #expect(found.compactMap { $0["name"] as? String } == ["C"])
  }

  @Test(arguments: StoreKind.allCases)
  func `a block sorts in memory before the limit and the offset apply`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    for name in ["ccc", "a", "dddd", "bb"] { space.insert("Skill", ["name": name]) }
    try space.context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Skill")
    request.sortDescriptors = [
      NSSortDescriptor(key: "name", ascending: false) { one, other in
        let lengths = [one, other].map { ($0 as? String)?.count ?? 0 }
        return lengths[0] == lengths[1]
          ? .orderedSame : lengths[0] < lengths[1] ? .orderedAscending : .orderedDescending
      }
    ]
    request.fetchLimit = 2
    request.fetchOffset = 1
    #expect(try space.newContext().fetch(request).map { $0.text("name") } == ["ccc", "bb"])
  }

  @Test(arguments: StoreKind.allCases)
  func `nil comes first in an order, and texts are in order of bytes`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    for name in ["b", "é", "B", nil, "z"] {
      space.insert("Skill", name.map { ["name": $0] } ?? [:])
    }
    try space.context.save()
    let names = try space.newContext().find("Skill").map { $0.text("name") }
    #expect(names == [nil, "B", "b", "z", "é"])
  }

  @Test func `a batch request fails if the store does not support it`() throws {
    let space = try Workspace(.incremental)
    let all = NSFetchRequest<any NSFetchRequestResult>(entityName: "Skill")
    space.insert("Skill")
    try space.context.save()
    #expect {
      try space.context.execute(NSBatchDeleteRequest(fetchRequest: all))
    } throws: {
      ($0 as NSError).code == NSPersistentStoreOperationError
    }
  }

  @Test func `a fetched property is fetched each time, with the object in a variable`() throws {
    let model = Company.model()
    let property = NSFetchedPropertyDescription()
    property.name = "namesakes"
    property.fetchRequest = NSFetchRequest(entityName: "Skill")
    property.fetchRequest?.predicate = NSPredicate(format: "name == $FETCH_SOURCE.name")
    let department = try #require(model.entitiesByName["Department"])
    department.properties += [property]
    let space = try Workspace(.sqlite, model: model)
    let lab = space.insert("Department", ["name": "Lab"])
    #expect((lab.value(forKey: "namesakes") as? [NSManagedObject])?.count == 0)
    let skill = space.insert("Skill", ["name": "Lab"])
    #expect(lab.value(forKey: "namesakes") as? [NSManagedObject] == [skill])
  }

  @Test func `a registered transformer turns values into bytes`() throws {
    let name = NSValueTransformerName("ManualTagsTransformer")
    ValueTransformer.setValueTransformer(TagsTransformer(), forName: name)
    let model = Company.model()
    model.entitiesByName["Employee"]?.attributesByName["extra"]?.valueTransformerName =
      name.rawValue
    let space = try Workspace(.sqlite, model: model)
    space.insert("Employee", ["extra": ["a", "b"]])
    try space.context.save()
    let found = try #require(try space.newContext().find("Employee").first)
    #expect(found.value(forKey: "extra") as? [String] == ["a", "b"])
  }

  @Test func `an object can still be found by its temporary id`() throws {
    let space = try Workspace(.sqlite)
    let child = NSManagedObjectContext(.privateQueue)
    child.parent = space.context
    let skill = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: child)
    let old = skill.objectID
    #expect(old.isTemporaryID)
    try child.save()
    #expect(skill.objectID.isTemporaryID)
    try space.context.save()
    let saved = space.context.object(with: old)
    #expect(!saved.objectID.isTemporaryID)
    #expect(saved.objectID.uriRepresentation().scheme == "x-coredata")
    #expect(space.newContext().object(with: old).objectID == saved.objectID)
  }

  @Test func `the sample store of the manual works`() throws {
    NSPersistentStoreCoordinator.registerStoreClass(
      SampleStore.self, type: NSPersistentStore.StoreType(rawValue: "Sample"))
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Company.model())
    try coordinator.addPersistentStore(
      ofType: "Sample", configurationName: nil, at: URL(string: "sample://x"))
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    let request = NSFetchRequest<NSManagedObject>(entityName: "Skill")
    #expect(try context.fetch(request).map { $0.text("name") } == ["1", "2"])
    #expect(try context.count(for: request) == 2)
    #expect(try context.fetch(request).first?.set("holders") == [])
    _ = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
    try context.save()
    #expect(context.hasChanges == false)
  }
}

private final class TagsTransformer: ValueTransformer {
  override func transformedValue(_ value: Any?) -> Any? {
    (value as? [String]).map { Data($0.joined(separator: ",").utf8) }
  }

  override func reverseTransformedValue(_ value: Any?) -> Any? {
    (value as? Data).map { String(decoding: $0, as: UTF8.self).components(separatedBy: ",") }
  }
}

/// The store in the manual's article "Stores, migration and incremental stores".
private final class SampleStore: NSIncrementalStore, @unchecked Sendable {
  override var type: String { "Sample" }

  override func loadMetadata() throws {
    metadata = [NSStoreUUIDKey: "sample", NSStoreTypeKey: type]
  }

  override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    if request is NSSaveChangesRequest { return [Any]() }
    guard let fetch = request as? NSFetchRequest<any NSFetchRequestResult>,
      let entity = fetch.entity, let context
    else { return [Any]() }
    return ["1", "2"].map { key in
      context.object(with: newObjectID(for: entity, referenceObject: key))
    }
  }

  override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    let key = referenceObject(for: objectID)
    return NSIncrementalStoreNode(objectID: objectID, withValues: ["name": "\(key)"], version: 1)
  }

  override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    relationship.isToMany ? [NSManagedObjectID]() : NSNull()
  }

  override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    array.map { newObjectID(for: $0.entity, referenceObject: UUID().uuidString) }
  }
}
