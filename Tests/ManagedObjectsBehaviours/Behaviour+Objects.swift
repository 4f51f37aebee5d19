import Foundation
import ManagedObjects

extension Behaviour {
  /// Behaviours of objects: insertion, fetches, changes, relationships and deletion.
  static let objects = [
    Behaviour("objects are created, fetched, updated and deleted") { kind in
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann", "age": 30])
      space.insert("Employee", ["name": "Bob"])
      try require(ann.objectID.isTemporaryID)
      try space.context.save()
      try require(!ann.objectID.isTemporaryID)
      let other = space.newContext()
      let found = try other.find("Employee", "age > %d", [20])
      try require(found.map { $0.text("name") }, is: ["Ann"])
      found.first?.setValue("Bea", forKey: "name")
      try other.save()
      try require(
        try space.newContext().find("Employee").map { $0.text("name") }, is: ["Bea", "Bob"])
      for object in found { other.delete(object) }
      try other.save()
      try require(try space.newContext().find("Employee").map { $0.text("name") }, is: ["Bob"])
    },
    Behaviour("relationships keep their inverses") { kind in
      let space = try Workspace(kind)
      let sales = space.insert("Department", ["name": "Sales"])
      let shop = space.insert("Department", ["name": "Shop"])
      let ann = space.insert("Employee", ["name": "Ann", "department": sales])
      try require(sales.names("employees"), is: ["Ann"])
      shop.mutableSetValue(forKey: "employees").add(ann)
      try require(ann.object("department") === shop)
      try require(sales.names("employees"), is: [])
      let skill = space.insert("Skill", ["name": "Swift"])
      ann.mutableSetValue(forKey: "skills").add(skill)
      try space.context.save()
      let other = space.newContext()
      try require(try other.find("Department").map { $0.names("employees") }, is: [[], ["Ann"]])
      try require(try other.find("Skill").map { $0.names("holders") }, is: [["Ann"]])
      try other.find("Employee").first?.setValue(nil, forKey: "department")
      try other.save()
      try require(
        try space.newContext().find("Department").map { $0.names("employees") }, is: [[], []])
    },
    Behaviour("ordered relationships keep their order") { kind in
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann"])
      let notes = ["b", "a", "c"].map { space.insert("Note", ["text": $0]) }
      ann.setValue(NSOrderedSet(array: notes), forKey: "notes")
      try space.context.save()
      let twin = try space.newContext().existingObject(with: ann.objectID)
      try require(twin.ordered("notes"), is: ["b", "a", "c"])
      ann.mutableOrderedSetValue(forKey: "notes").exchangeObject(at: 0, withObjectAt: 2)
      try space.context.save()
      let anew = try space.newContext().existingObject(with: ann.objectID)
      try require(anew.ordered("notes"), is: ["c", "a", "b"])
    },
    Behaviour("deletions follow the rules of relationships") { kind in
      let space = try Workspace(kind)
      let sales = space.insert("Department", ["name": "Sales"])
      let ann = space.insert("Employee", ["name": "Ann", "department": sales])
      let note = space.insert("Note", ["text": "n", "author": ann])
      try space.context.save()
      space.context.delete(sales)
      try space.context.save()
      try require(ann.object("department") == nil)
      space.context.delete(ann)
      try space.context.save()
      try require(note.managedObjectContext == nil)
      let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
      try require(try space.newContext().count(for: request), is: 0)
    },
    Behaviour("requests select, sort, bound and count") { kind in
      let space = try Workspace(kind)
      for number in 0..<9 { space.insert("Employee", ["name": "\(number)", "age": number % 3]) }
      try space.context.save()
      let request = NSFetchRequest<NSManagedObject>(entityName: "Person")
      request.predicate = NSPredicate(format: "age >= %d", 1)
      request.sortDescriptors = [
        NSSortDescriptor(key: "age", ascending: false),
        NSSortDescriptor(key: "name", ascending: true),
      ]
      request.fetchLimit = 3
      request.fetchOffset = 1
      let context = space.newContext()
      try require(try context.fetch(request).compactMap { $0.text("name") }, is: ["5", "8", "1"])
      request.fetchLimit = 0
      request.fetchOffset = 0
      try require(try context.count(for: request), is: 6)
    },
  ]

  /// Behaviours of faults.
  static let faults = [
    Behaviour("objects are faults until a value is read") { kind in
      let space = try Workspace(kind)
      let sales = space.insert("Department", ["name": "Sales"])
      let id = space.insert("Employee", ["name": "Ann", "department": sales]).objectID
      try space.context.save()
      let context = space.newContext()
      let ann = try require(context.find("Employee").first)
      try require(ann.isFault || !id.isTemporaryID)
      _ = (ann.objectID, ann.entity, ann.isDeleted, ann.hash)
      try require(ann.text("name"), is: "Ann")
      try require(!ann.isFault)
      let department = try require(ann.object("department"))
      try require(department.isFault)
      try require(department.text("name"), is: "Sales")
      try require(!department.isFault)
    },
    Behaviour("an object of a context is one object") { kind in
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann"])
      try space.context.save()
      try require(try space.context.find("Employee").first === ann)
      try require(space.context.object(with: ann.objectID) === ann)
      try require(space.context.registeredObject(for: ann.objectID) === ann)
      try require(try space.newContext().find("Employee").first !== ann)
    },
    Behaviour("refreshing brings stored values, over them what is changed") { kind in
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann", "age": 1])
      try space.context.save()
      let other = space.newContext()
      try other.existingObject(with: ann.objectID).setValue("Bea", forKey: "name")
      try other.save()
      ann.setValue(2, forKey: "age")
      space.context.refresh(ann, mergeChanges: true)
      try require(ann.text("name"), is: "Bea")
      try require(ann.value(forKey: "age") as? Int, is: 2)
      space.context.refresh(ann, mergeChanges: false)
      try require(ann.isFault)
      try require(!space.context.hasChanges)
      try require(ann.value(forKey: "age") as? Int, is: 1)
    },
    Behaviour("a rollback takes all changes back") { kind in
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann"])
      let bob = space.insert("Employee", ["name": "Bob"])
      try space.context.save()
      ann.setValue("Bea", forKey: "name")
      space.context.delete(bob)
      let new = space.insert("Employee", ["name": "New"])
      space.context.rollback()
      try require(!space.context.hasChanges)
      try require(ann.text("name"), is: "Ann")
      try require(!bob.isDeleted)
      try require(new.managedObjectContext == nil)
      space.context.reset()
      try require(ann.managedObjectContext == nil)
      try require(space.context.registeredObjects.isEmpty)
    },
    Behaviour("what is gone cannot be brought") { kind in
      let space = try Workspace(kind)
      let ann = space.insert("Employee", ["name": "Ann"])
      try space.context.save()
      let other = space.newContext()
      let fault = other.object(with: ann.objectID)
      space.context.delete(ann)
      try space.context.save()
      try requireError(NSManagedObjectReferentialIntegrityError) {
        _ = try other.existingObject(with: fault.objectID)
      }
    },
  ]
}

/// Returns a value, or throws if it is `nil`.
func require<Value>(_ value: Value?, file: String = #fileID, line: Int = #line) throws -> Value {
  guard let value else { throw Unmet(description: "\(file):\(line): nothing") }
  return value
}
