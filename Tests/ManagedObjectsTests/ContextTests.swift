import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Contexts` {
  @Test(arguments: [
    ("nullify", NSDeleteRule.nullifyDeleteRule, [String?]([nil, nil])),
    ("cascade", .cascadeDeleteRule, []), ("no action", .noActionDeleteRule, ["gone", "gone"]),
  ])
  func `a deletion follows the delete rule`(
    _ name: String, _ rule: NSDeleteRule, _ left: [String?]
  ) throws {
    for kind in StoreKind.allCases {
      let model = Company.model()
      model.entitiesByName["Department"]?.relationshipsByName["employees"]?.deleteRule = rule
      let space = try Workspace(kind, model: model)
      let sales = space.insert("Department", ["name": "Sales"])
      let people = ["Ann", "Bob"].map {
        space.insert("Employee", ["name": $0, "department": sales])
      }
      try space.context.save()
      space.context.delete(sales)
      #expect(sales.isDeleted)
      try space.context.save()
      #expect(try space.newContext().find("Department") == [])
      let found = try space.newContext().find("Employee")
      #expect(found.count == left.count, "\(name) \(kind)")
      if rule == .nullifyDeleteRule {
        #expect(found.allSatisfy { $0.object("department") == nil }, "\(name) \(kind)")
        #expect(people.allSatisfy { $0.object("department") == nil }, "\(name) \(kind)")
      }
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a deletion that a relationship denies is refused`(_ kind: StoreKind) throws {
    let model = Company.model()
    model.entitiesByName["Department"]?.relationshipsByName["employees"]?.deleteRule =
      .denyDeleteRule
    let space = try Workspace(kind, model: model)
    let sales = space.insert("Department", ["name": "Sales"])
    let ann = space.insert("Employee", ["name": "Ann", "department": sales])
    try space.context.save()
    space.context.delete(sales)
    let error = #expect(throws: NSError.self) { try space.context.save() }
    #expect(error?.code == NSValidationRelationshipDeniedDeleteError)
    #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "employees")
    space.context.rollback()
    #expect(!sales.isDeleted)
    space.context.delete(ann)
    space.context.delete(sales)
    try space.context.save()
    #expect(try space.newContext().find("Department") == [])
  }

  @Test(arguments: StoreKind.allCases)
  func `a save lists all validation errors`(_ kind: StoreKind) throws {
    let model = Company.model()
    let name = model.entitiesByName["Department"]?.attributesByName["name"]
    name?.isOptional = false
    name?.minimumValue = 2
    name?.maximumValue = 4
    name?.regularExpression = "[a-z]+"
    let floor = model.entitiesByName["Department"]?.attributesByName["floor"]
    floor?.minimumValue = 1
    floor?.maximumValue = 9
    let rows: [(Any?, Any?, [Int])] = [
      (nil, 1, [NSValidationMissingMandatoryPropertyError]),
      ("a", 1, [NSValidationStringTooShortError]), ("abcde", 1, [NSValidationStringTooLongError]),
      ("AB", 1, [NSValidationStringPatternMatchingError]), ("ab", 1, []), ("ab", nil, []),
      ("ab", 0, [NSValidationNumberTooSmallError]), ("ab", 10, [NSValidationNumberTooLargeError]),
      (nil, 10, [NSValidationMissingMandatoryPropertyError, NSValidationNumberTooLargeError]),
    ]
    let space = try Workspace(kind, model: model)
    for (name, floor, codes) in rows {
      let object = space.insert("Department")
      object.setValue(name, forKey: "name")
      object.setValue(floor, forKey: "floor")
      guard !codes.isEmpty else {
        try space.context.save()
        continue
      }
      let error = #expect(throws: NSError.self) { try space.context.save() }
      let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError]
      #expect((details ?? [error].compactMap(\.self)).map(\.code).sorted() == codes.sorted())
      #expect(error?.code == (codes.count == 1 ? codes[0] : NSValidationMultipleErrorsError))
      space.context.delete(object)
    }
  }

  @Test(arguments: StoreKind.allCases)
  func `a child context saves to its parent only`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let sales = space.insert("Department", ["name": "Sales"])
    let bob = space.insert("Employee", ["name": "Bob", "department": sales])
    try space.context.save()
    let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    child.parent = space.context
    let twin = try #require(child.find("Department").first)
    #expect(twin !== sales)
    let ann = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
    ann.setValue("Ann", forKey: "name")
    ann.setValue(twin, forKey: "department")
    child.delete(child.object(with: bob.objectID))
    twin.setValue("Shop", forKey: "name")
    #expect(sales.text("name") == "Sales")
    try child.save()
    #expect(!child.hasChanges)
    #expect(sales.text("name") == "Shop")
    #expect(sales.names("employees") == ["Ann"])
    #expect(bob.isDeleted)
    #expect(space.context.insertedObjects.count == 1)
    #expect(try space.newContext().find("Employee").map { $0.text("name") } == ["Bob"])
    try space.context.save()
    #expect(try space.newContext().find("Employee").map { $0.text("name") } == ["Ann"])
    #expect(try space.newContext().find("Department").first?.names("employees") == ["Ann"])
    #expect(twin.names("employees") == ["Ann"])
  }

  @Test func `a context posts notifications of its saves and changes`() throws {
    let space = try Workspace()
    let seen = Recorder(space.context)
    let ann = space.insert("Employee", ["name": "Ann"])
    space.context.processPendingChanges()
    #expect(seen.take() == ["changed inserted:1"])
    try space.context.save()
    #expect(seen.take() == ["will save", "saved inserted:1"])
    ann.setValue("Bea", forKey: "name")
    try space.context.save()
    #expect(seen.take() == ["will save", "changed updated:1", "saved updated:1"])
    try space.context.save()
    #expect(seen.take() == [])
    space.context.refresh(ann, mergeChanges: false)
    space.context.processPendingChanges()
    #expect(seen.take() == ["changed refreshed:1"])
    space.context.delete(ann)
    try space.context.save()
    #expect(seen.take() == ["will save", "changed deleted:1", "saved deleted:1"])
  }

  @Test(arguments: StoreKind.allCases)
  func `changes saved in another context are merged`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann", "age": 1])
    let bob = space.insert("Employee", ["name": "Bob"])
    try space.context.save()
    let other = space.newContext()
    let saved = Recorder(other)
    let twin = try other.existingObject(with: ann.objectID)
    twin.setValue("Bea", forKey: "name")
    other.delete(try other.existingObject(with: bob.objectID))
    let new = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
    new.setValue("New", forKey: "name")
    ann.setValue(2, forKey: "age")
    try other.save()
    let notification = try #require(saved.lastSave)
    space.context.mergeChanges(fromContextDidSave: notification)
    #expect(ann.text("name") == "Bea")
    #expect(ann.value(forKey: "age") as? Int == 2)
    #expect(bob.managedObjectContext == nil)
    #expect(space.context.registeredObject(for: new.objectID)?.text("name") == "New")
    try space.context.save()
    #expect(try space.newContext().find("Employee", "age == 2").map { $0.text("name") } == ["Bea"])
  }

  @Test func `changes are merged automatically if the context is set to do so`() async throws {
    let space = try Workspace(.sqlite)
    let ann = space.insert("Employee", ["name": "Ann"])
    try space.context.save()
    space.context.automaticallyMergesChangesFromParent = true
    let other = space.newContext()
    try other.existingObject(with: ann.objectID).setValue("Bea", forKey: "name")
    try other.save()
    // The merge was submitted to the queue before this block, so it has run when the block runs.
    let context = space.context
    let id = ann.objectID
    let name = await context.perform { @Sendable in context.object(with: id).text("name") }
    #expect(name == "Bea")
  }

  @Test(arguments: StoreKind.allCases)
  func `a fetch includes unsaved changes`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann"])
    let bob = space.insert("Employee", ["name": "Bob"])
    try space.context.save()
    ann.setValue("Zed", forKey: "name")
    space.context.delete(bob)
    space.insert("Employee", ["name": "New"])
    #expect(try space.context.find("Employee").map { $0.text("name") } == ["New", "Zed"])
    #expect(try space.context.find("Employee", "name == 'Ann'") == [])
    #expect(try space.context.find("Employee", "name == 'Zed'") == [ann])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    #expect(try space.context.count(for: request) == 2)
    if kind != .incremental {
      request.includesPendingChanges = false
      #expect(try space.context.count(for: request) == 2)
      #expect(try space.context.fetch(request).count == 2)
    }
  }
}

/// Records the notifications of a context.
final class Recorder: @unchecked Sendable {
  private var events: [String] = []
  private(set) var lastSave: Notification?
  /// The IDs of the objects in the last save, as another process would pass them.
  private(set) var savedIDs: [AnyHashable: Any] = [:]
  private var tokens: [any NSObjectProtocol] = []

  init(_ context: NSManagedObjectContext) {
    let names: [(Notification.Name, String)] = [
      (.NSManagedObjectContextWillSave, "will save"), (.NSManagedObjectContextDidSave, "saved"),
      (.NSManagedObjectContextObjectsDidChange, "changed"),
      (.NSManagedObjectContextDidSaveObjectIDs, "saved ids"),
    ]
    for (name, title) in names {
      let token = NotificationCenter.default.addObserver(
        forName: name, object: context, queue: nil
      ) { [weak self] notification in
        self?.note(title, notification)
      }
      tokens.append(token)
    }
  }

  deinit { for token in tokens { NotificationCenter.default.removeObserver(token) } }

  private func note(_ title: String, _ notification: Notification) {
    if title == "saved" { lastSave = notification }
    if title == "saved ids" { return savedIDs = notification.userInfo ?? [:] }
    let keys = [
      NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey, NSRefreshedObjectsKey,
    ]
    let counts = keys.compactMap { key -> String? in
      guard let set = notification.userInfo?[key] as? Set<NSManagedObject>, !set.isEmpty else {
        return nil
      }
      return "\(key):\(set.count)"
    }
    events.append(([title] + counts).joined(separator: " "))
  }

  func take() -> [String] {
    defer { events = [] }
    return events
  }
}
