import Foundation
import ManagedObjects

extension Behaviour {
  /// Behaviours of contexts on their queues.
  static let queues = [
    Behaviour("contexts of the main queue work on it, whoever asks") { kind in
      let space = try Workspace(kind)
      let main = NSManagedObjectContext(.mainQueue)
      main.persistentStoreCoordinator = space.coordinator
      try await main.perform { @Sendable in
        dispatchPrecondition(condition: .onQueue(.main))
        let ann = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: main)
        ann.setValue("Ann", forKey: "name")
        try main.save()
      }
      let name = try await MainActor.run {
        try main.performAndWait { try main.find("Employee").first?.text("name") }
      }
      try require(name, is: "Ann")
    },
    Behaviour("waiting calls nest through a parent on the main queue") { kind in
      let space = try Workspace(kind)
      let main = NSManagedObjectContext(.mainQueue)
      main.persistentStoreCoordinator = space.coordinator
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = main
      try await MainActor.run {
        try child.performAndWait { @Sendable in
          try main.performAndWait {
            try child.performAndWait { try main.performAndWait { try main.save() } }
          }
          let ann = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: child)
          ann.setValue("Ann", forKey: "name")
          try child.save()
        }
      }
      try await child.perform { @Sendable in
        try require(try child.find("Employee").first?.text("name"), is: "Ann")
      }
      try await main.perform { @Sendable in try main.save() }
      try require(try space.newContext().find("Employee").map { $0.text("name") }, is: ["Ann"])
    },
    Behaviour("private contexts give results and errors back") { kind in
      struct Refused: Error {}
      let space = try Workspace(kind)
      let context = space.context
      try require(context.performAndWait { 5 }, is: 5)
      let six = await context.perform { @Sendable in 6 }
      try require(six, is: 6)
      var isRefused = false
      do {
        try await context.perform { @Sendable () throws in throw Refused() }
      } catch is Refused { isRefused = true }
      try require(isRefused)
    },
    Behaviour("many contexts save at once") { kind in
      let space = try Workspace(kind)
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<20 {
          let context = space.newContext()
          group.addTask {
            try await context.perform { @Sendable in
              let skill = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
              skill.setValue("\(number)", forKey: "name")
              try context.save()
            }
          }
        }
        try await group.waitForAll()
      }
      try require(Set(try space.newContext().find("Skill").map { $0.text("name") }).count, is: 20)
    },
  ]

  /// Behaviours of several contexts of one store, and of parents and children.
  static let contexts = [
    Behaviour("children save to their parents") { kind in
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann"])
      try space.context.save()
      let child = NSManagedObjectContext(.privateQueue)
      child.parent = space.context
      let twin = try child.existingObject(with: ann.objectID)
      twin.setValue("Bea", forKey: "name")
      let note = NSEntityDescription.insertNewObject(forEntityName: "Note", into: child)
      note.setValue(twin, forKey: "author")
      try require(ann.text("name"), is: "Ann")
      try child.save()
      try require(ann.text("name"), is: "Bea")
      try require(space.context.hasChanges)
      try require(try space.newContext().find("Employee").first?.text("name"), is: "Ann")
      try space.context.save()
      let stored = try require(space.newContext().find("Employee").first)
      try require(stored.text("name"), is: "Bea")
      try require(stored.ordered("notes").count, is: 0)
      try require((stored.value(forKey: "notes") as? NSOrderedSet)?.count, is: 1)
    },
    Behaviour("contexts tell what changed and what they saved") { kind in
      let space = try Workspace(kind)
      let observer = SaveObserver(space.context)
      let ann = space.insert("Employee", ["name": "Ann"])
      try space.context.save()
      ann.setValue("Bea", forKey: "name")
      try space.context.save()
      space.context.delete(ann)
      try space.context.save()
      try require(
        observer.saves,
        is: [[NSInsertedObjectsKey: 1], [NSUpdatedObjectsKey: 1], [NSDeletedObjectsKey: 1]])
    },
    Behaviour("conflicts are found and resolved") { kind in
      for (policy, name, age) in [
        (NSMergePolicy.mergeByPropertyObjectTrump, "Mine", 2),
        (.mergeByPropertyStoreTrump, "Other", 2), (.overwrite, "Mine", 2), (.rollback, "Other", 1),
      ] {
        let space = try Workspace(kind)
        let ann = space.insert("Employee", ["name": "Ann", "age": 1])
        try space.context.save()
        ann.setValue("Mine", forKey: "name")
        ann.setValue(2, forKey: "age")
        let other = space.newContext()
        try other.existingObject(with: ann.objectID).setValue("Other", forKey: "name")
        try other.save()
        try requireError(NSManagedObjectMergeError) { try space.context.save() }
        space.context.mergePolicy = policy
        try space.context.save()
        for object in [ann, try space.newContext().existingObject(with: ann.objectID)] {
          try require(object.text("name"), is: name)
          try require(object.value(forKey: "age") as? Int, is: age)
        }
      }
    },
    Behaviour("contexts take over what others saved") { kind in
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann"])
      let bob = space.insert("Employee", ["name": "Bob"])
      try space.context.save()
      let other = space.newContext()
      let observer = SaveObserver(other)
      try other.existingObject(with: ann.objectID).setValue("Bea", forKey: "name")
      other.delete(try other.existingObject(with: bob.objectID))
      try other.save()
      space.context.mergeChanges(fromContextDidSave: try require(observer.last))
      try require(ann.text("name"), is: "Bea")
      try require(bob.managedObjectContext == nil)
      try require(!space.context.hasChanges)
    },
    Behaviour("contexts merge by themselves where they are told to") { kind in
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann"])
      try space.context.save()
      let context = space.context
      context.automaticallyMergesChangesFromParent = true
      let other = space.newContext()
      try other.existingObject(with: ann.objectID).setValue("Bea", forKey: "name")
      try other.save()
      let id = ann.objectID
      // The merge was submitted to the queue before this block, so it has run when the block runs.
      let name = await context.perform { @Sendable in context.object(with: id).text("name") }
      try require(name, is: "Bea")
    },
  ]
}

/// Counts the objects in a context's saves; the notifications arrive on the test's thread.
private final class SaveObserver: @unchecked Sendable {
  private(set) var saves: [[String: Int]] = []
  private(set) var last: Notification?
  private var token: (any NSObjectProtocol)?

  init(_ context: NSManagedObjectContext) {
    token = NotificationCenter.default.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { [weak self] notification in
      self?.note(notification)
    }
  }

  deinit { if let token { NotificationCenter.default.removeObserver(token) } }

  private func note(_ notification: Notification) {
    last = notification
    var counts: [String: Int] = [:]
    for key in [NSInsertedObjectsKey, NSUpdatedObjectsKey, NSDeletedObjectsKey] {
      let objects = notification.userInfo?[key] as? Set<NSManagedObject> ?? []
      if !objects.isEmpty { counts[key] = objects.count }
    }
    saves.append(counts)
  }
}
