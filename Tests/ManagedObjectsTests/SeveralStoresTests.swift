import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Tests coordinators with several stores.
///
/// Source: NSPersistentStoreCoordinator, NSManagedObjectContext "assign(_:to:)", NSFetchRequest
/// "affectedStores", and configurations of models.
@Suite(.limitedConcurrency) struct `Several stores of one coordinator` {
  private func coordinator(
    _ model: NSManagedObjectModel, _ configurations: [String?]
  ) throws -> (NSPersistentStoreCoordinator, [NSPersistentStore], NSManagedObjectContext) {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    let stores = try configurations.map { name in
      try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: name, at: nil)
    }
    let context = NSManagedObjectContext(.privateQueue)
    context.persistentStoreCoordinator = coordinator
    return (coordinator, stores, context)
  }

  private func insert(
    _ entity: String, _ name: String, _ context: NSManagedObjectContext
  ) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValue(name, forKey: "name")
    return object
  }

  @Test func `an object is saved to its assigned store, by default to the first`() throws {
    let (_, stores, context) = try coordinator(Company.model(), [nil, nil])
    let ann = insert("Skill", "Ann", context)
    let bob = insert("Skill", "Bob", context)
    context.assign(bob, to: stores[1])
    try context.save()
    #expect(ann.objectID.persistentStore === stores[0])
    #expect(bob.objectID.persistentStore === stores[1])
    bob.setValue("Bea", forKey: "name")
    ann.setValue("Abe", forKey: "name")
    try context.save()
    context.reset()
    #expect(try context.find("Skill").map { $0.text("name") } == ["Abe", "Bea"])
  }

  @Test(arguments: [([0], ["Ann"]), ([1], ["Bob"]), ([0, 1], ["Ann", "Bob"]), ([], [])])
  func `a fetch reads only the stores of the request`(_ affected: [Int], _ found: [String]) throws {
    let (_, stores, context) = try coordinator(Company.model(), [nil, nil])
    _ = insert("Skill", "Ann", context)
    context.assign(insert("Skill", "Bob", context), to: stores[1])
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Skill")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    request.affectedStores = affected.map { stores[$0] }
    #expect(try context.fetch(request).map { $0.text("name") } == found)
    #expect(try context.count(for: request) == found.count)
  }

  @Test func `a store has the entities of its configuration`() throws {
    let model = Company.model()
    model.setEntities(
      try [#require(model.entitiesByName["Skill"])], forConfigurationName: "Skills")
    model.setEntities(
      model.entities.filter { $0.name != "Skill" }, forConfigurationName: "Others")
    let (coordinator, stores, context) = try coordinator(model, ["Others", "Skills"])
    #expect(stores.map(\.configurationName) == ["Others", "Skills"])
    let skill = insert("Skill", "Swift", context)
    let ann = insert("Employee", "Ann", context)
    try context.save()
    #expect(skill.objectID.persistentStore === stores[1])
    #expect(ann.objectID.persistentStore === stores[0])
    try coordinator.remove(stores[1])
    #expect(try context.find("Employee").count == 1)
    _ = insert("Skill", "Nowhere", context)
    let error = #expect(throws: NSError.self) { try context.save() }
    #expect(error?.code == NSPersistentStoreSaveError)
  }

  @Test func `results of several stores are sorted and bounded together`() throws {
    let (_, stores, context) = try coordinator(Company.model(), [nil, nil])
    for number in 0..<6 {
      context.assign(insert("Skill", "\(number)", context), to: stores[number % 2])
    }
    try context.save()
    let request = NSFetchRequest<NSManagedObject>(entityName: "Skill")
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: false)]
    request.fetchOffset = 1
    request.fetchLimit = 3
    #expect(try context.fetch(request).map { $0.text("name") } == ["4", "3", "2"])
  }

  @Test func `a store that cannot be opened is refused with the reason`() throws {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: Company.model())
    let place = FileManager.default.temporaryDirectory
      .appendingPathComponent("missing-\(UUID().uuidString)/store.sqlite")
    let error = #expect(throws: NSError.self) {
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: place)
    }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(coordinator.persistentStores == [])
    #expect(throws: NSError.self) {
      try coordinator.addPersistentStore(ofType: "Unknown", configurationName: nil, at: nil)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a deletion is propagated at a save only, on demand`(_ kind: StoreKind) throws {
    for atEndOfEvent in [true, false] {
      let space = try Workspace(kind)
      let sales = space.insert("Department", ["name": "Sales"])
      let ann = space.insert("Employee", ["name": "Ann", "department": sales])
      let note = space.insert("Note", ["text": "n", "author": ann])
      try space.context.save()
      space.context.propagatesDeletesAtEndOfEvent = atEndOfEvent
      space.context.delete(sales)
      space.context.delete(ann)
      space.context.processPendingChanges()
      #expect(note.isDeleted == atEndOfEvent)
      try space.context.save()
      #expect(note.managedObjectContext == nil)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      #expect(try space.newContext().count(for: request) == 0)
    }
  }
}
