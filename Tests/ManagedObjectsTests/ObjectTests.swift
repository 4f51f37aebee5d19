import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Managed objects` {
  @Test(arguments: StoreKind.allCases)
  func `values of every type are the same after a save`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let born = Date(timeIntervalSinceReferenceDate: 1_234.5)
    let key = UUID()
    let site = try #require(URL(string: "https://example.com/a"))
    let object = space.insert(
      "Employee",
      [
        "name": "Ann", "age": 41, "born": born, "salary": 12.5, "rate": Float(0.5), "active": false,
        "budget": Decimal(string: "12.345") ?? 0, "photo": Data([1, 2, 3]), "key": key,
        "site": site, "extra": ["a": 1] as NSDictionary,
      ])
    try space.context.save()
    let id = object.objectID
    #expect(!id.isTemporaryID)
    let other = space.newContext()
    let found = try other.existingObject(with: id)
    #expect(found.value(forKey: "name") as? String == "Ann")
    #expect(found.value(forKey: "age") as? Int == 41)
    #expect(found.value(forKey: "age") as? Int32 == 41)
    #expect(found.value(forKey: "born") as? Date == born)
    #expect(found.value(forKey: "salary") as? Double == 12.5)
    #expect(found.value(forKey: "rate") as? Float == 0.5)
    #expect(found.value(forKey: "active") as? Bool == false)
    #expect((found.value(forKey: "budget") as? NSDecimalNumber)?.stringValue == "12.345")
    #expect(found.value(forKey: "photo") as? Data == Data([1, 2, 3]))
    #expect(found.value(forKey: "key") as? UUID == key)
    #expect(found.value(forKey: "site") as? URL == site)
    #expect((found.value(forKey: "extra") as? NSDictionary)?["a"] as? Int == 1)
  }

  @Test(arguments: StoreKind.allCases)
  func `both ends of a relationship are in step`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let sales = space.insert("Department", ["name": "Sales"])
    let lab = space.insert("Department", ["name": "Lab"])
    let ann = space.insert("Employee", ["name": "Ann"])
    let bob = space.insert("Employee", ["name": "Bob"])
    let swift = space.insert("Skill", ["name": "Swift"])
    ann.setValue(sales, forKey: "department")
    sales.mutableSetValue(forKey: "employees").add(bob)
    ann.setValue(Set([swift]), forKey: "skills")
    #expect(sales.names("employees") == ["Ann", "Bob"])
    #expect(bob.object("department") === sales)
    #expect(swift.names("holders") == ["Ann"])
    try space.context.save()
    bob.setValue(lab, forKey: "department")
    #expect(sales.names("employees") == ["Ann"])
    #expect(lab.names("employees") == ["Bob"])
    try space.context.save()
    let other = space.newContext()
    #expect(try other.existingObject(with: sales.objectID).names("employees") == ["Ann"])
    #expect(try other.existingObject(with: lab.objectID).names("employees") == ["Bob"])
    #expect(try other.existingObject(with: swift.objectID).names("holders") == ["Ann"])
    #expect(
      try other.existingObject(with: bob.objectID).object("department")?.text("name") == "Lab")
  }

  @Test(arguments: StoreKind.allCases, [false, true])
  func `a new object that is deleted before the save leaves no trace in its relationships`(
    _ kind: StoreKind, _ isRead: Bool
  ) throws {
    let space = try Workspace(kind)
    let skill = space.insert("Skill", ["name": "Swift"])
    try space.context.save()
    let context = space.newContext()
    let stored = context.object(with: skill.objectID)
    let employee = NSEntityDescription.insertNewObject(forEntityName: "Employee", into: context)
    employee.setValue(Set([stored]), forKey: "skills")
    context.delete(employee)
    context.processPendingChanges()
    if isRead { #expect(stored.set("holders").isEmpty) }
    stored.setValue("Objective-C", forKey: "name")
    try context.save()
    let reread = space.newContext().object(with: skill.objectID)
    #expect(reread.text("name") == "Objective-C")
    #expect(reread.set("holders").isEmpty)
  }

  @Test(arguments: StoreKind.allCases)
  func `an ordered relationship has the same order after a save`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann"])
    let notes = ann.mutableOrderedSetValue(forKey: "notes")
    for text in ["c", "a", "b"] { notes.add(space.insert("Note", ["text": text])) }
    try space.context.save()
    let other = space.newContext()
    let found = try other.existingObject(with: ann.objectID)
    #expect(found.ordered("notes") == ["c", "a", "b"])
    found.mutableOrderedSetValue(forKey: "notes").exchangeObject(at: 0, withObjectAt: 2)
    try other.save()
    space.context.refresh(ann, mergeChanges: false)
    #expect(ann.ordered("notes") == ["b", "a", "c"])
  }

  @Test(arguments: StoreKind.allCases)
  func `an object of a subentity is found by its ancestors`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    space.insert("Employee", ["name": "Ann"])
    space.insert("Manager", ["name": "Max", "title": "CTO"])
    try space.context.save()
    #expect(try space.newContext().find("Person").map { $0.text("name") } == ["Ann", "Max"])
    let request = NSFetchRequest<NSManagedObject>(entityName: "Employee")
    request.includesSubentities = false
    #expect(try space.newContext().fetch(request).map { $0.text("name") } == ["Ann"])
  }

  @Test(arguments: StoreKind.allCases)
  func `an object is unique in its context and a fault until it is read`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    space.insert("Employee", ["name": "Ann"])
    try space.context.save()
    let other = space.newContext()
    let first = try #require(try other.find("Employee").first)
    let second = try #require(try other.find("Employee").first)
    #expect(first === second)
    #expect(first.text("name") == "Ann")
    #expect(!first.isFault)
    other.refresh(first, mergeChanges: false)
    #expect(first.isFault)
    #expect(first.text("name") == "Ann")
  }

  @Test(arguments: StoreKind.allCases)
  func `an object lists its changed and its committed values`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let ann = space.insert("Employee", ["name": "Ann", "age": 1])
    try space.context.save()
    #expect(!ann.hasChanges)
    ann.setValue("Bea", forKey: "name")
    #expect(ann.changedValues().keys.sorted() == ["name"])
    #expect(ann.changedValues()["name"] as? String == "Bea")
    #expect(ann.committedValues(forKeys: ["name"])["name"] as? String == "Ann")
    #expect(ann.isUpdated)
    #expect(space.context.updatedObjects == [ann])
    space.context.rollback()
    #expect(ann.text("name") == "Ann")
    #expect(!space.context.hasChanges)
  }

  @Test(arguments: StoreKind.allCases)
  func `key paths with operators return their results`(_ kind: StoreKind) throws {
    let space = try Workspace(kind)
    let sales = space.insert("Department", ["name": "Sales"])
    for (name, salary) in [("Ann", 10.0), ("Bob", 20.0), ("Cid", 30.0)] {
      space.insert("Employee", ["name": name, "salary": salary, "department": sales])
    }
    try space.context.save()
    let found = try #require(try space.newContext().find("Department").first)
    #expect(found.value(forKeyPath: "employees.@count") as? Int == 3)
    #expect(found.value(forKeyPath: "employees.@sum.salary") as? Double == 60)
    #expect(found.value(forKeyPath: "employees.@avg.salary") as? Double == 20)
    #expect(found.value(forKeyPath: "employees.@min.salary") as? Double == 10)
    #expect(found.value(forKeyPath: "employees.@max.salary") as? Double == 30)
    #expect(
      (found.value(forKeyPath: "employees.@distinctUnionOfObjects.name") as? [String])?.sorted()
        == ["Ann", "Bob", "Cid"])
  }
}
