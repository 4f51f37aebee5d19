import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

/// Tests each merge policy with each kind of conflict.
///
/// Source: NSMergePolicy, and the reference of each of the five policies.
@Suite(.limitedConcurrency) struct `A merge policy` {
  /// A conflict between two changes of an object that had the `name` "Ann" and the `age` 1.
  ///
  /// The other context has saved first, with the `name` "There" or the `age` 2. This context then
  /// saves its own change, the `name` "Here" or a deletion.
  enum Conflict: String, CaseIterable, Sendable {
    /// Both contexts changed `name`.
    case sameProperty
    /// The other context changed `age`, and this context changed `name`.
    case otherProperty
    /// The other context changed `name` and `age`, and this context changed `name`.
    case sameAndOther
    /// The other context deleted the object, and this context changed `name`.
    case deletedThere
    /// The other context changed `name`, and this context deleted the object.
    case deletedHere
    /// Both contexts deleted the object.
    case deletedTwice
  }

  enum Outcome: Equatable, Sendable {
    case stored(String, Int)
    case deleted
    case refused
  }

  private static let rows: [(NSMergePolicyType, Conflict, Outcome)] = [
    (.errorMergePolicyType, .sameProperty, .refused),
    (.errorMergePolicyType, .otherProperty, .refused),
    (.errorMergePolicyType, .sameAndOther, .refused),
    (.errorMergePolicyType, .deletedThere, .refused),
    (.errorMergePolicyType, .deletedHere, .refused),
    (.errorMergePolicyType, .deletedTwice, .refused),
    (.mergeByPropertyStoreTrumpMergePolicyType, .sameProperty, .stored("There", 1)),
    (.mergeByPropertyStoreTrumpMergePolicyType, .otherProperty, .stored("Here", 2)),
    (.mergeByPropertyStoreTrumpMergePolicyType, .sameAndOther, .stored("There", 2)),
    (.mergeByPropertyStoreTrumpMergePolicyType, .deletedThere, .deleted),
    (.mergeByPropertyStoreTrumpMergePolicyType, .deletedHere, .stored("There", 1)),
    (.mergeByPropertyStoreTrumpMergePolicyType, .deletedTwice, .deleted),
    (.mergeByPropertyObjectTrumpMergePolicyType, .sameProperty, .stored("Here", 1)),
    (.mergeByPropertyObjectTrumpMergePolicyType, .otherProperty, .stored("Here", 2)),
    (.mergeByPropertyObjectTrumpMergePolicyType, .sameAndOther, .stored("Here", 2)),
    (.mergeByPropertyObjectTrumpMergePolicyType, .deletedThere, .stored("Here", 1)),
    (.mergeByPropertyObjectTrumpMergePolicyType, .deletedHere, .deleted),
    (.mergeByPropertyObjectTrumpMergePolicyType, .deletedTwice, .deleted),
    (.overwriteMergePolicyType, .sameProperty, .stored("Here", 1)),
    (.overwriteMergePolicyType, .otherProperty, .stored("Here", 1)),
    (.overwriteMergePolicyType, .sameAndOther, .stored("Here", 1)),
    (.overwriteMergePolicyType, .deletedThere, .stored("Here", 1)),
    (.overwriteMergePolicyType, .deletedHere, .deleted),
    (.overwriteMergePolicyType, .deletedTwice, .deleted),
    (.rollbackMergePolicyType, .sameProperty, .stored("There", 1)),
    (.rollbackMergePolicyType, .otherProperty, .stored("Ann", 2)),
    (.rollbackMergePolicyType, .sameAndOther, .stored("There", 2)),
    (.rollbackMergePolicyType, .deletedThere, .deleted),
    (.rollbackMergePolicyType, .deletedHere, .stored("There", 1)),
    (.rollbackMergePolicyType, .deletedTwice, .deleted),
  ]

  private func clash(
    _ conflict: Conflict, _ kind: StoreKind
  ) throws -> (Workspace, NSManagedObject) {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann", "age": 1])
    try space.context.save()
    let other = space.newContext()
    let twin = try other.existingObject(with: ann.objectID)
    if conflict == .deletedHere || conflict == .deletedTwice {
      space.context.delete(ann)
    } else {
      ann.setValue("Here", forKey: "name")
    }
    switch conflict {
    case .sameProperty, .deletedHere: twin.setValue("There", forKey: "name")
    case .otherProperty: twin.setValue(2, forKey: "age")
    case .sameAndOther: twin.setValuesForKeys(["name": "There", "age": 2])
    case .deletedThere, .deletedTwice: other.delete(twin)
    }
    try other.save()
    return (space, ann)
  }

  private func outcome(_ object: NSManagedObject?) -> Outcome {
    guard let object else { return .deleted }
    return .stored(object.text("name") ?? "", object.value(forKey: "age") as? Int ?? 0)
  }

  @Test(arguments: rows, [StoreKind.memory, .sqlite])
  func `every kind of conflict is resolved`(
    _ row: (type: NSMergePolicyType, conflict: Conflict, outcome: Outcome), _ kind: StoreKind
  ) throws {
    let (space, ann) = try clash(row.conflict, kind)
    space.context.mergePolicy = NSMergePolicy(merge: row.type)
    guard row.outcome != .refused else {
      let error = #expect(throws: NSError.self) { try space.context.save() }
      #expect(error?.code == NSManagedObjectMergeError)
      #expect(space.context.hasChanges)
      return
    }
    try space.context.save()
    #expect(!space.context.hasChanges)
    #expect(outcome(try space.newContext().find("Employee").first) == row.outcome)
    if row.outcome == .deleted {
      #expect(ann.managedObjectContext == nil)
    } else {
      #expect(outcome(ann) == row.outcome)
    }
    // Resolved objects can be changed and saved again, in any context.
    for context in [space.context, space.newContext()] {
      let again = try context.find("Employee").first
      again?.setValue("Again", forKey: "name")
      try context.save()
      if let again { context.refresh(again, mergeChanges: false) }
      space.context.refreshAllObjects()
    }
  }

  @Test(arguments: [StoreKind.memory, .sqlite])
  func `no relationship to an object deleted elsewhere is left`(_ kind: StoreKind) throws {
    for policy in [
      NSMergePolicy.mergeByPropertyStoreTrump, .rollback, .mergeByPropertyObjectTrump, .overwrite,
    ] {
      let space = try Workspace(kind)
      let sales = space.insert("Department", ["name": "Sales"])
      let ann = space.insert("Employee", ["name": "Ann"])
      try space.context.save()
      let other = space.newContext()
      other.delete(try other.existingObject(with: sales.objectID))
      ann.setValue(sales, forKey: "department")
      try other.save()
      space.context.mergePolicy = policy
      try space.context.save()
      let stored = try #require(try space.newContext().find("Employee").first)
      let departments = try space.newContext().find("Department")
      #expect(stored.object("department")?.objectID == departments.first?.objectID)
      #expect(departments.count == (policy.mergeType.rawValue / 2 == 1 ? 1 : 0), "\(policy)")
    }
  }

  @Test(arguments: [StoreKind.memory, .sqlite])
  func `a deletion also clears relationships not read here`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let sales = space.insert("Department", ["name": "Sales"])
    try space.context.save()
    #expect(sales.set("employees") == [])
    let other = space.newContext()
    let ann = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: other)
    ann.setValue(other.object(with: sales.objectID), forKey: "department")
    try other.save()
    space.context.delete(sales)
    space.context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    try space.context.save()
    #expect(try space.newContext().find("Department") == [])
    let stored = try #require(try space.newContext().find("Employee").first)
    #expect(stored.object("department") == nil)
  }
}
