import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

@Suite(.limitedConcurrency) struct `Details of conflicts` {
  /// A property that both contexts change, and its value after each policy.
  struct Row: Sendable {
    let property: String
    let storeTrump: String
    let objectTrump: String
    let overwrite: String
    let rollback: String

    var outcomes: [(NSMergePolicy, String)] {
      [
        (.mergeByPropertyStoreTrump, storeTrump), (.mergeByPropertyObjectTrump, objectTrump),
        (.overwrite, overwrite), (.rollback, rollback),
      ]
    }
  }

  // The skill that this context changed has no conflict, so it is saved with its holders even by
  // the rollback policy.
  private static let rows = [
    Row(
      property: "name", storeTrump: "There", objectTrump: "Here", overwrite: "Here",
      rollback: "There"),
    Row(
      property: "department", storeTrump: "There", objectTrump: "Here", overwrite: "Here",
      rollback: "There"),
    Row(
      property: "skills", storeTrump: "Both Here There", objectTrump: "Both Here There",
      overwrite: "Both Here", rollback: "Both Here There"),
    Row(
      property: "notes", storeTrump: "a b Here", objectTrump: "a b Here", overwrite: "a b Here",
      rollback: "b a"),
  ]

  private static func change(
    _ name: String, _ property: String, _ ann: NSManagedObject
  ) throws {
    let context = try #require(ann.managedObjectContext)
    func found(_ entity: String) throws -> NSManagedObject? {
      try context.find(entity, "name == %@", [name]).first
    }
    switch property {
    case "name": ann.setValue(name, forKey: "name")
    case "department": ann.setValue(try found("Department"), forKey: "department")
    case "skills": ann.mutableSetValue(forKey: "skills").add(try found("Skill") as Any)
    default:
      let notes = ann.mutableOrderedSetValue(forKey: "notes")
      if name == "There" { return notes.exchangeObject(at: 0, withObjectAt: 1) }
      let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
      note.setValue(name, forKey: "text")
      notes.add(note)
    }
  }

  private static func value(_ property: String, _ ann: NSManagedObject) -> String {
    switch property {
    case "name": ann.text("name") ?? ""
    case "department": ann.object("department")?.text("name") ?? ""
    case "skills": ann.names("skills").joined(separator: " ")
    default: ann.ordered("notes").joined(separator: " ")
    }
  }

  @Test(arguments: rows, [StoreKind.memory, .sqlite])
  func `each form of a property is merged by the rule of the policy`(
    _ row: Row, _ kind: StoreKind
  ) throws {
    for (policy, expected) in row.outcomes {
      let space = try Workspace(kind)
      for name in ["Here", "There"] {
        space.insert("Department", ["name": name])
        space.insert("Skill", ["name": name])
      }
      let both = space.insert("Skill", ["name": "Both"])
      let ann = space.insert("Employee", ["name": "Ann", "skills": Set([both])])
      for text in ["a", "b"] { space.insert("Note", ["text": text, "author": ann]) }
      try space.context.save()
      let other = space.newContext()
      try Self.change("There", row.property, other.existingObject(with: ann.objectID))
      try Self.change("Here", row.property, ann)
      try other.save()
      space.context.mergePolicy = policy
      try space.context.save()
      #expect(Self.value(row.property, ann) == expected, "\(policy.mergeType)")
      let stored = try space.newContext().existingObject(with: ann.objectID)
      #expect(Self.value(row.property, stored) == expected, "\(policy.mergeType)")
      #expect(!space.context.hasChanges)
    }
  }

  @Test(arguments: [StoreKind.memory, .sqlite])
  func `an unresolved conflict has the values and versions of both sides`(
    _ kind: StoreKind
  ) throws {
    let space = try Workspace(kind)
    let skills = ["a", "b"].map { space.insert("Skill", ["name": $0]) }
    try space.context.save()
    let other = space.newContext()
    let twins = try skills.map { try other.existingObject(with: $0.objectID) }
    for round in ["1", "2"] {
      twins[0].setValue(round, forKey: "name")
      try other.save()
    }
    other.delete(twins[1])
    try other.save()
    for skill in skills { skill.setValue("Here", forKey: "name") }
    let error = try #require(failure { try space.context.save() })
    #expect(error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectMergeError)
    #expect(error.localizedDescription == "Could not merge changes.")
    #expect(error.userInfo.count == 2)
    let conflicts = try #require(
      error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict])
    let lines = conflicts.map { conflict in
      let snapshots = [
        conflict.objectSnapshot, conflict.cachedSnapshot, conflict.persistedSnapshot,
      ].map { $0.map { "\($0)" } ?? "nil" }
      return (["\(conflict.oldVersionNumber) \(conflict.newVersionNumber)"] + snapshots)
        .joined(separator: " ")
    }
    #expect(
      lines == [
        #"1 3 ["name": "a"] ["name": "2"] ["name": "2"]"#, #"1 0 ["name": "b"] nil nil"#,
      ])
    #expect(conflicts.map(\.sourceObject) == skills)
    let own = NSMergeConflict(
      source: skills[0], newVersion: 7, oldVersion: 6, cachedSnapshot: ["name": "c"],
      persistedSnapshot: nil)
    #expect(own.newVersionNumber == 7 && own.oldVersionNumber == 6)
    #expect(own.cachedSnapshot as? [String: String] == ["name": "c"])
    #expect(own.persistedSnapshot == nil && own.stored?.version == 7)
    #expect(own.objectSnapshot as? [String: String] == ["name": "a"])
    own.resolve(.rollbackMergePolicyType)
    #expect(skills[0].text("name") == "c" && !skills[0].hasChanges)
  }

  @Test func `a conflict over unique values has the values and the objects of both sides`() throws {
    let model = Company.model()
    model.entitiesByName["Employee"]?.uniquenessConstraints = [["name", "age"], ["salary"]]
    let space = try Workspace(.sqlite, model: model)
    let stored = space.insert("Manager", ["name": "a", "age": 1, "salary": 5])
    // Values that differ in one property, or that are missing, are unique.
    space.insert("Employee", ["name": "a", "age": 2, "salary": 6])
    space.insert("Employee", ["name": "b", "age": 1])
    space.insert("Employee", ["name": "a"])
    space.insert("Employee", ["name": "a"])
    try space.context.save()
    let here = space.insert("Employee", ["name": "a", "age": 1, "salary": 7])
    let new = [8, 8].map { space.insert("Employee", ["salary": $0]) }
    let error = try #require(failure { try space.context.save() })
    #expect(error.domain == NSCocoaErrorDomain && error.code == NSManagedObjectConstraintMergeError)
    #expect(error.localizedDescription == "Could not merge changes." && error.userInfo.count == 2)
    let conflicts = try #require(
      error.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])
    #expect(conflicts.map(\.constraint) == [["name", "age"], ["salary"]])
    #expect(conflicts[0].constraintValues["name"] as? String == "a")
    #expect(conflicts[0].constraintValues["age"] as? Int == 1)
    #expect(conflicts[1].constraintValues["salary"] as? Double == 8)
    #expect(conflicts.map(\.constraintValues.count) == [2, 1])
    #expect(conflicts.map(\.databaseObject) == [stored, nil])
    #expect(conflicts.map(\.conflictingObjects) == [[here], new])
    #expect(conflicts.map { $0.conflictingSnapshots.map(\.count) } == [[0], [0, 0]])
    #expect(conflicts.allSatisfy { $0.databaseSnapshot == nil })
    let types: [NSMergePolicyType] = [
      .errorMergePolicyType, .mergeByPropertyStoreTrumpMergePolicyType,
      .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
      .rollbackMergePolicyType,
    ]
    for conflict in conflicts {
      #expect(types.map(conflict.canResolve) == [false, true, true, true, true])
    }
    here.setValue(9, forKey: "age")
    new[0].setValue(10, forKey: "salary")
    try space.context.save()
    // A changed object does not conflict with a deleted one, or with one whose value changes too.
    let (one, two) = (new[0], new[1])
    one.setValue(8, forKey: "salary")
    two.setValue(10, forKey: "salary")
    try space.context.save()
    space.context.delete(one)
    two.setValue(8, forKey: "salary")
    try space.context.save()
    #expect(
      try space.newContext().find("Employee", "salary == 8").map(\.objectID) == [two.objectID])
  }

  @Test(arguments: [
    (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, 1, "a 1"),
    (.mergeByPropertyObjectTrumpMergePolicyType, 1, "a 2"), (.overwriteMergePolicyType, 1, "a 2"),
    (.rollbackMergePolicyType, 1, "a 1"),
  ])
  func `a new object with a stored unique value is merged into it, or discarded`(
    _ type: NSMergePolicyType, _ count: Int, _ line: String
  ) throws {
    let model = Company.model()
    model.entitiesByName["Department"]?.uniquenessConstraints = [["name"]]
    let space = try Workspace(.sqlite, model: model)
    let stored = space.insert("Department", ["name": "a", "floor": 1])
    try space.context.save()
    let new = space.insert("Department", ["name": "a", "floor": 2])
    space.context.mergePolicy = NSMergePolicy(merge: type)
    try space.context.save()
    #expect(new.managedObjectContext == nil && !space.context.hasChanges)
    let found = try space.newContext().find("Department")
    #expect(found.map(\.objectID) == [stored.objectID] && found.count == count)
    #expect(found.map { "\($0.text("name") ?? "") \($0.value(forKey: "floor") ?? "")" } == [line])
  }

  @Test func `a policy sorts its conflicts by kind, and refuses those that it cannot resolve`()
    throws
  {
    final class Counting: NSMergePolicy, @unchecked Sendable {
      var calls: [String] = []
      override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        calls.append("versions \(list.count)")
      }
      override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
        calls.append("constraints \(list.count)")
      }
    }
    let space = try Workspace()
    let skill = space.insert("Skill", ["name": "C"])
    let version = NSMergeConflict(skill, stored: nil)
    let constraint = NSConstraintConflict(
      constraint: ["name"], database: skill, databaseSnapshot: ["a": 1], conflicting: [skill],
      conflictingSnapshots: [])
    #expect(constraint.databaseSnapshot as? [String: Int] == ["a": 1])
    let policy = Counting(merge: .overwriteMergePolicyType)
    try policy.resolve(mergeConflicts: [])
    try policy.resolve(mergeConflicts: [version, version])
    try policy.resolve(mergeConflicts: [constraint])
    try policy.resolve(mergeConflicts: [version, constraint, constraint, "text"])
    #expect(policy.calls == ["versions 2", "constraints 1", "versions 1", "constraints 2"])
    let error = failure { try NSMergePolicy.error.resolve(mergeConflicts: [version]) }
    #expect(error?.code == NSManagedObjectMergeError)
    let other = failure { try NSMergePolicy.error.resolve(mergeConflicts: [constraint]) }
    #expect(other?.code == NSManagedObjectConstraintMergeError && other?.userInfo.count == 2)
    #expect(
      (other?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict])?.first
        === constraint)
  }
}
