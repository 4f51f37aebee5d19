import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Tests faults whose stored object is missing.
///
/// Source: NSManagedObjectContext, "shouldDeleteInaccessibleFaults".
@Suite(.limitedConcurrency) struct `A fault without data` {
  private static func fault(
    _ kind: StoreKind
  ) throws -> (Workspace, NSManagedObjectContext, NSManagedObject) {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann"])
    try space.context.save()
    let context = space.newContext()
    let fault = context.object(with: ann.objectID)
    space.context.delete(ann)
    try space.context.save()
    return (space, context, fault)
  }

  @Test(arguments: StoreKind.allCases)
  func `the object is deleted, and all its properties are nil`(_ kind: StoreKind) throws {
    let (space, context, fault) = try Self.fault(kind)
    #expect(fault.text("name") == nil)
    #expect(fault.object("department") == nil)
    #expect(fault.set("skills") == [])
    #expect(fault.isDeleted)
    #expect(!fault.isFault)
    // The save does not write the object, because its deletion is already known to the store.
    try context.save()
    #expect(try space.newContext().find("Employee") == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `checking the existence of the object is an error`(_ kind: StoreKind) throws {
    let (_, context, fault) = try Self.fault(kind)
    let error = #expect(throws: NSError.self) {
      try context.existingObject(with: fault.objectID)
    }
    #expect(error?.domain == NSCocoaErrorDomain)
    #expect(error?.code == NSManagedObjectReferentialIntegrityError)
  }

  @Test func `a fault that may not be deleted ends the app, with Apple's name`() async throws {
    let result = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let (space, context, fault) = try Self.fault(.memory)
      context.shouldDeleteInaccessibleFaults = false
      _ = fault.value(forKey: "name")
      _ = space
    }
    let text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("NSObjectInaccessibleException"))
    #expect(text.contains("Core Data could not fulfill a fault for"))
  }

  @Test func `an object of a different context, or of the wrong entity, ends the app`() async {
    let contexts = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let space = try Workspace(.memory)
      let ann = space.insert("Employee", ["name": "Ann"])
      let sales = NSEntityDescription.insertNewObject(
        forEntityName: "Department", into: space.newContext())
      ann.setValue(sales, forKey: "department")
    }
    let text = String(decoding: contexts?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      text.contains(
        "Illegal attempt to establish a relationship 'department' between objects in different "
          + "contexts"))
    let entities = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) {
      let space = try Workspace(.memory)
      let ann = space.insert("Employee", ["name": "Ann"])
      ann.mutableSetValue(forKey: "skills").add(space.insert("Department"))
    }
    let other = String(decoding: entities?.standardErrorContent ?? [], as: UTF8.self)
    #expect(other.contains(#"property = "skills"; desired type = Skill; given type = Department"#))
  }

  @Test(arguments: StoreKind.allCases)
  func `a fault of a removed store has no data either`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann"])
    try space.context.save()
    let id = ann.objectID
    let context = space.newContext()
    let fault = context.object(with: id)
    try space.coordinator.remove(space.store)
    #expect(throws: NSError.self) { try context.existingObject(with: id) }
    #expect(fault.text("name") == nil)
    #expect(throws: NSError.self) { try context.find("Employee") }
    _ = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
    #expect(throws: NSError.self) { try context.save() }
    #expect(context.insertedObjects.count == 1)
  }
}
