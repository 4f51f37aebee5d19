import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Conflicts` {
  /// The values after each policy has resolved a conflict.
  ///
  /// This context changed `name` and `age`, after another context had saved `name` and `salary`.
  @Test(arguments: [
    (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, "Other", 2, 9.0),
    (.mergeByPropertyObjectTrumpMergePolicyType, "Mine", 2, 9.0),
    (.overwriteMergePolicyType, "Mine", 2, 1.0), (.rollbackMergePolicyType, "Other", 1, 9.0),
  ])
  func `a conflict is resolved according to the policy`(
    _ type: NSMergePolicyType, _ name: String, _ age: Int, _ salary: Double
  ) throws {
    for kind in [StoreKind.memory, .sqlite] {
      let (space, ann, _) = try conflict(kind)
      space.context.mergePolicy = NSMergePolicy(merge: type)
      try space.context.save()
      let stored = try space.newContext().existingObject(with: ann.objectID)
      for object in [ann, stored] {
        #expect(object.text("name") == name, "\(kind)")
        #expect(object.value(forKey: "age") as? Int == age, "\(kind)")
        #expect(object.value(forKey: "salary") as? Double == salary, "\(kind)")
      }
    }
  }

  private func conflict(
    _ kind: StoreKind
  ) throws -> (Workspace, NSManagedObject, NSManagedObjectContext) {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann", "age": 1, "salary": 1.0])
    try space.context.save()
    let other = space.newContext()
    let twin = try other.existingObject(with: ann.objectID)
    ann.setValue("Mine", forKey: "name")
    ann.setValue(2, forKey: "age")
    twin.setValue("Other", forKey: "name")
    twin.setValue(9.0, forKey: "salary")
    try other.save()
    return (space, ann, other)
  }

  @Test(arguments: [StoreKind.memory, .sqlite])
  func `a conflict fails a save by default, with its full details`(_ kind: StoreKind) throws {
    let (space, ann, _) = try conflict(kind)
    let error = #expect(throws: NSError.self) { try space.context.save() }
    #expect(error?.code == NSManagedObjectMergeError)
    let conflicts =
      error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict] ?? []
    let found = try #require(conflicts.first)
    #expect(conflicts.count == 1)
    #expect(found.sourceObject === ann)
    #expect(found.oldVersionNumber == 1)
    #expect(found.newVersionNumber == 2)
    #expect(found.objectSnapshot?["name"] as? String == "Ann")
    #expect(found.persistedSnapshot?["name"] as? String == "Other")
    #expect(ann.text("name") == "Mine")
    #expect(space.context.hasChanges)
  }

  @Test(arguments: [
    (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, 0),
    (.mergeByPropertyObjectTrumpMergePolicyType, 1), (.overwriteMergePolicyType, 1),
    (.rollbackMergePolicyType, 0),
  ])
  func `a conflict with a deletion is resolved`(_ type: NSMergePolicyType, _ left: Int) throws {
    for kind in [StoreKind.memory, .sqlite] {
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann"])
      try space.context.save()
      let other = space.newContext()
      other.delete(try other.existingObject(with: ann.objectID))
      ann.setValue("Mine", forKey: "name")
      try other.save()
      space.context.mergePolicy = NSMergePolicy(merge: type)
      try space.context.save()
      let found = try space.newContext().find("Employee").map { $0.text("name") }
      #expect(found == (left == 1 ? ["Mine"] : []), "\(kind)")
    }
  }

  @Test(arguments: [
    (NSMergePolicyType.mergeByPropertyStoreTrumpMergePolicyType, ["Other"]),
    (.mergeByPropertyObjectTrumpMergePolicyType, []), (.overwriteMergePolicyType, []),
    (.rollbackMergePolicyType, ["Other"]),
  ])
  func `a deletion conflicting with a change is resolved too`(
    _ type: NSMergePolicyType, _ left: [String]
  ) throws {
    for kind in [StoreKind.memory, .sqlite] {
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann"])
      try space.context.save()
      let other = space.newContext()
      try other.existingObject(with: ann.objectID).setValue("Other", forKey: "name")
      space.context.delete(ann)
      try other.save()
      space.context.mergePolicy = NSMergePolicy(merge: type)
      try space.context.save()
      #expect(try space.newContext().find("Employee").map { $0.text("name") } == left, "\(kind)")
    }
  }

  @Test func `a policy of an app can inspect the conflicts`() throws {
    final class Watching: NSMergePolicy, @unchecked Sendable {
      var seen: [String] = []

      override func resolve(optimisticLockingConflicts list: [NSMergeConflict]) throws {
        seen += list.compactMap { $0.sourceObject.value(forKey: "name") as? String }
        try super.resolve(optimisticLockingConflicts: list)
      }
    }
    let (space, _, _) = try conflict(.sqlite)
    let policy = Watching(merge: .overwriteMergePolicyType)
    space.context.mergePolicy = policy
    try space.context.save()
    #expect(policy.seen == ["Mine"])
  }

  @Test func `conflicts over unique values are found and resolved`() throws {
    let model = Company.model()
    model.entitiesByName["Skill"]?.uniquenessConstraints = [["name"]]
    let space = try Workspace(.sqlite, model: model)
    let first = space.insert("Skill", ["name": "Swift"])
    try space.context.save()
    space.insert("Skill", ["name": "Swift"])
    let error = #expect(throws: NSError.self) { try space.context.save() }
    #expect(error?.code == NSManagedObjectConstraintMergeError)
    space.context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    try space.context.save()
    #expect(try space.newContext().find("Skill").map(\.objectID) == [first.objectID])
  }
}
