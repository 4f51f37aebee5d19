import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Tests when the values of faults are loaded and released.
///
/// Source: Core Data Programming Guide, "Faulting and Uniquing", and the references of
/// NSManagedObject and NSManagedObjectContext.
@Suite(.limitedConcurrency) struct `Faults` {
  /// A way to use a fault, and whether it loads the fault's values.
  struct Access: Sendable, CustomTestStringConvertible {
    let name: String
    let fires: Bool
    let perform: @Sendable (NSManagedObject) -> Void

    init(_ name: String, fires: Bool, _ perform: @escaping @Sendable (NSManagedObject) -> Void) {
      self.name = name
      self.fires = fires
      self.perform = perform
    }

    var testDescription: String { name }
  }

  private static let accesses = [
    Access("objectID", fires: false) { _ = $0.objectID },
    Access("entity", fires: false) { _ = $0.entity },
    Access("managedObjectContext", fires: false) { _ = $0.managedObjectContext },
    Access("isFault", fires: false) { _ = $0.isFault },
    Access("isInserted", fires: false) { _ = $0.isInserted },
    Access("isUpdated", fires: false) { _ = $0.isUpdated },
    Access("isDeleted", fires: false) { _ = $0.isDeleted },
    Access("hasChanges", fires: false) { _ = $0.hasChanges },
    Access("faultingState", fires: false) { _ = $0.faultingState },
    Access("hash", fires: false) { _ = $0.hash },
    Access("isEqual", fires: false) { _ = $0.isEqual($0) },
    Access("description", fires: false) { _ = $0.description },
    Access("value for objectID", fires: false) { _ = $0.value(forKey: "objectID") },
    Access("hasFault(forRelationshipNamed:)", fires: false) {
      _ = $0.hasFault(forRelationshipNamed: "department")
    },
    Access("value for an attribute", fires: true) { _ = $0.value(forKey: "name") },
    Access("value for an attribute that is nil", fires: true) { _ = $0.value(forKey: "age") },
    Access("value for a relationship", fires: true) { _ = $0.value(forKey: "department") },
    Access("value for a relationship to many", fires: true) { _ = $0.value(forKey: "skills") },
    Access("value for a key path", fires: true) { _ = $0.value(forKeyPath: "department.name") },
    Access("objectIDs(forRelationshipNamed:)", fires: true) {
      _ = $0.objectIDs(forRelationshipNamed: "skills")
    },
    Access("primitive value", fires: true) {
      $0.willAccessValue(forKey: "name")
      _ = $0.primitiveValue(forKey: "name")
    },
    Access("willAccessValue(forKey: nil)", fires: true) { $0.willAccessValue(forKey: nil) },
    Access("committed values", fires: true) { _ = $0.committedValues(forKeys: nil) },
    Access("setting a value", fires: true) { $0.setValue("Bea", forKey: "name") },
    Access("setting nil", fires: true) { $0.setValue(nil, forKey: "department") },
    Access("adding to a set", fires: true) {
      let skill = $0.managedObjectContext.map {
        NSEntityDescription.insertNewObject(forEntityName: "Skill", into: $0)
      }
      skill.map($0.mutableSetValue(forKey: "skills").add)
    },
  ]

  @Test(arguments: accesses, StoreKind.allCases)
  func `an access fires a fault only if it needs the values`(
    _ access: Access, _ kind: StoreKind
  ) throws {
    let space = try Workspace(kind)
    let sales = space.insert("Department", ["name": "Sales"])
    let ann = space.insert("Employee", ["name": "Ann", "department": sales])
    try space.context.save()
    let context = space.newContext()
    let fault = context.object(with: ann.objectID)
    #expect(fault.isFault)
    access.perform(fault)
    #expect(fault.isFault != access.fires)
  }

  @Test(arguments: StoreKind.allCases)
  func `reading a relationship does not fire the related objects`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let sales = space.insert("Department", ["name": "Sales"])
    let ann = space.insert("Employee", ["name": "Ann", "department": sales])
    try space.context.save()
    let context = space.newContext()
    let twin = context.object(with: sales.objectID)
    #expect(twin.hasFault(forRelationshipNamed: "employees"))
    let employee = try #require(twin.set("employees").first)
    #expect(!twin.hasFault(forRelationshipNamed: "employees"))
    #expect(employee.isFault)
    #expect(employee.objectID == ann.objectID)
    #expect(employee.object("department") === twin)
  }

  @Test(arguments: StoreKind.allCases)
  func `a context releases a fault that the app no longer holds`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann"])
    try space.context.save()
    let context = space.newContext()
    weak var released: NSManagedObject?
    do {
      let fault = context.object(with: ann.objectID)
      released = fault
      #expect(fault.isFault)
    }
    #expect(released == nil)
    #expect(context.registeredObjects == [])
  }

  /// A way to refresh an object, and the object's expected state afterwards.
  ///
  /// The stored `name` and `age` were "Ann" and 1. Another context has set `name` to "Bea". If
  /// `isChanged` is `true`, this context has set `age` to 2.
  struct Refreshing: Sendable {
    let title: String
    let isChanged: Bool
    let refresh: @Sendable (NSManagedObjectContext, NSManagedObject) -> Void
    /// Whether the refresh turns the object into a fault.
    let isFault: Bool
    let name: String
    let age: Int
    let hasChanges: Bool
  }

  private static let refreshings: [Refreshing] = [
    Refreshing(
      title: "an unchanged object, keeping changes", isChanged: false,
      refresh: { $0.refresh($1, mergeChanges: true) }, isFault: true, name: "Bea", age: 1,
      hasChanges: false),
    Refreshing(
      title: "an unchanged object", isChanged: false,
      refresh: { $0.refresh($1, mergeChanges: false) }, isFault: true, name: "Bea", age: 1,
      hasChanges: false),
    Refreshing(
      title: "a changed object, keeping changes", isChanged: true,
      refresh: { $0.refresh($1, mergeChanges: true) }, isFault: false, name: "Bea", age: 2,
      hasChanges: true),
    Refreshing(
      title: "a changed object", isChanged: true,
      refresh: { $0.refresh($1, mergeChanges: false) }, isFault: true, name: "Bea", age: 1,
      hasChanges: false),
    Refreshing(
      title: "all objects", isChanged: true, refresh: { context, _ in context.refreshAllObjects() },
      isFault: false, name: "Bea", age: 2, hasChanges: true),
    Refreshing(
      title: "all objects, none of them changed", isChanged: false,
      refresh: { context, _ in context.refreshAllObjects() }, isFault: true, name: "Bea", age: 1,
      hasChanges: false),
    Refreshing(
      title: "nothing", isChanged: true, refresh: { _, _ in }, isFault: false, name: "Ann", age: 2,
      hasChanges: true),
    Refreshing(
      title: "a rollback: back to what was read", isChanged: true,
      refresh: { context, _ in context.rollback() }, isFault: true, name: "Ann", age: 1,
      hasChanges: false),
  ]

  @Test(arguments: refreshings, StoreKind.allCases)
  func `a refreshed object has the right state`(_ row: Refreshing, _ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann", "age": 1])
    try space.context.save()
    let other = space.newContext()
    try other.existingObject(with: ann.objectID).setValue("Bea", forKey: "name")
    try other.save()
    if row.isChanged { ann.setValue(2, forKey: "age") }
    row.refresh(space.context, ann)
    #expect(ann.isFault == row.isFault, "\(row.title)")
    #expect(ann.text("name") == row.name, "\(row.title)")
    #expect(ann.value(forKey: "age") as? Int == row.age, "\(row.title)")
    #expect(ann.hasChanges == row.hasChanges, "\(row.title)")
    #expect(space.context.hasChanges == row.hasChanges, "\(row.title)")
  }

  @Test(arguments: StoreKind.allCases)
  func `a reset removes all objects and faults from the context`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann"])
    try space.context.save()
    let fault = space.context.object(with: space.insert("Skill").objectID)
    space.context.reset()
    #expect([ann, fault].allSatisfy { $0.managedObjectContext == nil && !$0.hasChanges })
    #expect(space.context.registeredObjects == [])
    #expect(space.context.registeredObject(for: ann.objectID) == nil)
    #expect(try space.context.existingObject(with: ann.objectID) !== ann)
  }

  @Test(arguments: StoreKind.allCases)
  func `a deleted object still has its values`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann"])
    try space.context.save()
    space.context.delete(ann)
    #expect(ann.text("name") == "Ann")
    #expect(ann.isDeleted)
    try space.context.save()
    #expect(ann.text("name") == "Ann")
    #expect(!ann.isDeleted)
    #expect(ann.managedObjectContext == nil)
  }
}
