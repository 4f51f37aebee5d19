import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `A changed object with values that must be unique` {
  private static let memoryWins: [NSMergePolicyType] = [
    .mergeByPropertyObjectTrumpMergePolicyType, .overwriteMergePolicyType,
  ]
  private static let storeWins: [NSMergePolicyType] = [
    .mergeByPropertyStoreTrumpMergePolicyType, .rollbackMergePolicyType,
  ]

  private func workspace(_ change: (NSManagedObjectModel) -> Void = { _ in }) throws -> Workspace {
    let model = Company.model()
    model.entitiesByName["Skill"]?.uniquenessConstraints = [["name"]]
    change(model)
    return try Workspace(.sqlite, model: model)
  }

  @Test(arguments: memoryWins)
  func `the stored object is deleted if memory wins`(_ policy: NSMergePolicyType) throws {
    let space = try workspace()
    let stored = space.insert("Skill", ["name": "C"])
    let ann = space.insert("Employee", ["name": "Ann", "skills": Set([stored])])
    let changed = space.insert("Skill", ["name": "Swift"])
    try space.context.save()
    space.context.mergePolicy = NSMergePolicy(merge: policy)
    changed.setValue("C", forKey: "name")
    try space.context.save()
    let fresh = space.newContext()
    #expect(try fresh.find("Skill").map(\.objectID) == [changed.objectID])
    #expect(try fresh.find("Skill").map { $0.text("name") } == ["C"])
    #expect(try fresh.find("Employee").map { $0.names("skills") } == [[]])
    #expect(ann.names("skills") == [])
    #expect(!space.context.hasChanges)
  }

  @Test(arguments: storeWins)
  func `the object is reverted if the store wins`(_ policy: NSMergePolicyType) throws {
    let space = try workspace()
    let stored = space.insert("Skill", ["name": "C"])
    let changed = space.insert("Skill", ["name": "Swift"])
    try space.context.save()
    space.context.mergePolicy = NSMergePolicy(merge: policy)
    changed.setValue("C", forKey: "name")
    try space.context.save()
    #expect(changed.text("name") == "Swift")
    #expect(
      try space.newContext().find("Skill").map(\.objectID) == [stored.objectID, changed.objectID])
  }

  @Test(arguments: memoryWins)
  func `a delete rule for the stored object makes the save fail`(_ policy: NSMergePolicyType) throws
  {
    let space = try workspace { model in
      model.entitiesByName["Skill"]?.relationshipsByName["holders"]?.deleteRule = .denyDeleteRule
    }
    let stored = space.insert("Skill", ["name": "C"])
    space.insert("Employee", ["name": "Ann", "skills": Set([stored])])
    let changed = space.insert("Skill", ["name": "Swift"])
    try space.context.save()
    space.context.mergePolicy = NSMergePolicy(merge: policy)
    changed.setValue("C", forKey: "name")
    let error = #expect(throws: NSError.self) { try space.context.save() }
    #expect(error?.code == NSValidationRelationshipDeniedDeleteError)
    #expect(try space.newContext().find("Skill").map { $0.text("name") } == ["C", "Swift"])
    #expect(!stored.isDeleted)
  }

  @Test(arguments: memoryWins)
  func `two changed objects with the same value fail the save if memory wins`(
    _ policy: NSMergePolicyType
  ) throws {
    let space = try workspace()
    let skills = ["C", "Swift"].map { space.insert("Skill", ["name": $0]) }
    try space.context.save()
    let counting = CountingPolicy(merge: policy)
    space.context.mergePolicy = counting
    for skill in skills { skill.setValue("Go", forKey: "name") }
    let error = #expect(throws: NSError.self) { try space.context.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    #expect(counting.calls == 1)
    #expect(try space.newContext().find("Skill").map { $0.text("name") } == ["C", "Swift"])
    #expect(skills.map { $0.text("name") } == ["Go", "Go"])
  }

  @Test(arguments: storeWins)
  func `the second object is reverted if the store wins`(_ policy: NSMergePolicyType) throws {
    let space = try workspace()
    let skills = ["C", "Swift"].map { space.insert("Skill", ["name": $0]) }
    try space.context.save()
    space.context.mergePolicy = NSMergePolicy(merge: policy)
    for skill in skills { skill.setValue("Go", forKey: "name") }
    try space.context.save()
    #expect(skills.map { $0.text("name") } == ["Go", "Swift"])
    #expect(try space.newContext().find("Skill").map { $0.text("name") } == ["Go", "Swift"])
  }

  @Test func `a policy that does nothing fails the save with the conflict`() throws {
    let space = try workspace()
    let skills = ["C", "Swift"].map { space.insert("Skill", ["name": $0]) }
    try space.context.save()
    space.context.mergePolicy = IdlePolicy(merge: .overwriteMergePolicyType)
    skills[1].setValue("C", forKey: "name")
    let error = #expect(throws: NSError.self) { try space.context.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    let conflicts =
      error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSConstraintConflict]
    #expect(conflicts?.map(\.databaseObject) == [skills[0]])
  }
}

private final class CountingPolicy: NSMergePolicy, @unchecked Sendable {
  var calls = 0

  override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
    calls += 1
    try super.resolve(constraintConflicts: list)
  }
}

private final class IdlePolicy: NSMergePolicy, @unchecked Sendable {
  override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {}
}
