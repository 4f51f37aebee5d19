import Foundation
import ManagedObjectsBehaviours
import TestSupport
import Testing

@testable import ManagedObjects

/// A skill that records the calls of its methods.
private final class Witness: NSManagedObject {
  var calls: [String] = []
  var rename: String?

  func take() -> [String] {
    defer { calls = [] }
    return calls
  }

  override func awakeFromInsert() { calls.append("awakeFromInsert") }
  override func awakeFromFetch() { calls.append("awakeFromFetch") }
  override func didSave() { calls.append("didSave") }
  override func prepareForDeletion() { calls.append("prepareForDeletion") }
  override func willTurnIntoFault() { calls.append("willTurnIntoFault \(isFault)") }
  override func didTurnIntoFault() { calls.append("didTurnIntoFault \(isFault)") }
  override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
    calls.append("awake \(flags.rawValue)")
  }
  override func willSave() {
    calls.append("willSave")
    guard let rename else { return }
    self.rename = nil
    setValue(rename, forKey: "name")
  }
}

@Suite(.limitedConcurrency) struct `The life of an object` {
  private static func witness(_ kind: StoreKind) throws -> (Workspace, Witness) {
    let model = Company.model()
    model.entitiesByName["Skill"]?.managedObjectClass = Witness.self
    let space = try Workspace(kind, model: model)
    return (space, try #require(space.insert("Skill", ["name": "C"]) as? Witness))
  }

  @Test(arguments: StoreKind.allCases)
  func `the methods of its class are called in order`(_ kind: StoreKind) throws {
    let (space, skill) = try Self.witness(kind)
    #expect(skill.take() == ["awakeFromInsert"])
    try space.context.save()
    #expect(skill.take() == ["willSave", "didSave"])
    space.context.refresh(skill, mergeChanges: false)
    #expect(skill.take() == ["willTurnIntoFault false", "didTurnIntoFault true"])
    space.context.refresh(skill, mergeChanges: false)
    #expect(skill.take() == [])
    #expect(skill.text("name") == "C")
    #expect(skill.take() == ["awakeFromFetch"])
    skill.setValue("D", forKey: "name")
    space.context.rollback()
    #expect(skill.take() == ["willTurnIntoFault false", "didTurnIntoFault true", "awake 16"])
    skill.setValue("D", forKey: "name")
    skill.rename = "E"
    #expect(skill.take() == ["awakeFromFetch"])
    try space.context.save()
    #expect(skill.take() == ["willSave", "didSave"])
    #expect(try space.newContext().find("Skill").map { $0.text("name") } == ["E"])
    space.context.delete(skill)
    space.context.delete(skill)
    #expect(skill.take() == ["prepareForDeletion"])
    try space.context.save()
    #expect(skill.take() == ["willSave", "didSave"])
    let flags: [NSSnapshotEventType] = [
      .undoInsertion, .undoDeletion, .undoUpdate, .rollback, .refresh, .mergePolicy,
    ]
    #expect(flags.map(\.rawValue) == [2, 4, 8, 16, 32, 64])
  }

  @Test(arguments: StoreKind.allCases)
  func `willSave can change other objects, whose willSave is called once too`(
    _ kind: StoreKind
  ) throws {
    final class Chain: NSManagedObject {
      static let key = "holders"
      override func willSave() {
        guard let context = managedObjectContext, text("name") == "first" else { return }
        setValue("done", forKey: "name")
        let next = NSEntityDescription.insertNewObject(forEntityName: "Skill", into: context)
        next.setValue("next", forKey: "name")
      }
    }
    let model = Company.model()
    model.entitiesByName["Skill"]?.managedObjectClass = Chain.self
    let space = try Workspace(kind, model: model)
    space.insert("Skill", ["name": "first"])
    try space.context.save()
    #expect(try space.newContext().find("Skill").map { $0.text("name") } == ["done", "next"])
  }

  /// Returns the state of an object: inserted, updated, deleted, fault, has changes, and is in a context.
  private static func state(_ object: NSManagedObject) -> String {
    [
      object.isInserted ? "inserted" : nil, object.isUpdated ? "updated" : nil,
      object.isDeleted ? "deleted" : nil, object.isFault ? "fault" : nil,
      object.hasChanges ? "changes" : nil, object.managedObjectContext == nil ? "alone" : nil,
      object.hasPersistentChangedValues ? "values" : nil,
    ].compactMap(\.self).joined(separator: " ")
  }

  @Test(arguments: StoreKind.allCases)
  func `its state follows each change, and so do the sets of its context`(
    _ kind: StoreKind
  ) throws {
    let space = try Workspace(kind)
    let context = space.context
    let ann = space.insert("Employee", ["name": "Ann"])
    func check(_ state: String, _ sets: String, line: Int = #line) {
      let place = SourceLocation(fileID: #fileID, filePath: #filePath, line: line, column: 1)
      #expect(Self.state(ann) == state, sourceLocation: place)
      let found = [context.insertedObjects, context.updatedObjects, context.deletedObjects]
        .map { $0.contains(ann) ? "1" : "0" }.joined()
      #expect(found == sets, sourceLocation: place)
      #expect(context.hasChanges == (sets != "000"), sourceLocation: place)
      #expect(ann.faultingState == (ann.isFault ? 1 : 0), sourceLocation: place)
    }
    check("inserted changes values", "100")
    #expect(ann.objectID.isTemporaryID && ann.committedValues(forKeys: nil).isEmpty)
    try context.save()
    check("", "000")
    #expect(!ann.objectID.isTemporaryID)
    ann.setValue("Ann", forKey: "name")
    check("updated changes", "010")
    ann.setValue("Bea", forKey: "name")
    check("updated changes values", "010")
    context.refresh(ann, mergeChanges: true)
    check("updated changes values", "010")
    context.rollback()
    check("fault", "000")
    ann.setValue("Bea", forKey: "name")
    context.delete(ann)
    check("deleted changes values", "001")
    context.insert(ann)
    check("updated changes values", "010")
    try context.save()
    #expect(try space.newContext().find("Employee").map { $0.text("name") } == ["Bea"])
    context.delete(ann)
    context.rollback()
    check("fault", "000")
    context.delete(ann)
    try context.save()
    check("alone", "000")
    let bob = space.insert("Employee", ["name": "Bob"])
    context.delete(bob)
    #expect(Self.state(bob) == "inserted deleted changes values" && !context.hasChanges)
    context.insert(bob)
    #expect(Self.state(bob) == "inserted changes values" && context.insertedObjects == [bob])
    context.delete(bob)
    context.processPendingChanges()
    #expect(Self.state(bob) == "alone values")
    let free = NSManagedObject(entity: bob.entity, insertInto: nil)
    #expect(Self.state(free) == "alone")
    context.insert(free)
    #expect(Self.state(free) == "inserted changes values")
  }

  @Test(arguments: StoreKind.allCases)
  func `changed and committed values have each property, attribute or relationship`(
    _ kind: StoreKind
  ) throws {
    let space = try Workspace(kind)
    let sales = space.insert("Department", ["name": "Sales"])
    let c = space.insert("Skill", ["name": "C"])
    let note = space.insert("Note", ["text": "n"])
    let ann = space.insert(
      "Employee", ["name": "Ann", "age": 1, "department": sales, "skills": Set([c])])
    ann.mutableOrderedSetValue(forKey: "notes").add(note)
    #expect(Set(ann.changedValues().keys) == ["name", "age", "department", "skills", "notes"])
    try space.context.save()
    #expect(ann.changedValues().isEmpty && ann.changedKeys == [])
    let context = space.newContext()
    let twin = context.object(with: ann.objectID)
    #expect(twin.changedValues().isEmpty && twin.isFault)
    twin.setValue(nil, forKey: "name")
    twin.setValue(nil, forKey: "department")
    twin.mutableSetValue(forKey: "skills").removeAllObjects()
    twin.mutableOrderedSetValue(forKey: "notes").removeAllObjects()
    let changed = twin.changedValues()
    #expect(changed["name"] is NSNull && changed["department"] is NSNull && changed["age"] == nil)
    #expect(changed["skills"] as? Set<NSManagedObject> == [])
    #expect((changed["notes"] as? NSOrderedSet)?.count == 0)
    #expect(twin.changedKeys == ["name", "department", "skills", "notes"])
    #expect(twin.changedValuesForCurrentEvent().keys.sorted() == changed.keys.sorted())
    let before = twin.committedValues(forKeys: nil)
    #expect(before["name"] as? String == "Ann" && before["age"] as? Int == 1)
    #expect(before["born"] is NSNull && before["boss"] is NSNull)
    #expect((before["department"] as? NSManagedObject)?.objectID == sales.objectID)
    #expect((before["skills"] as? Set<NSManagedObject>)?.map(\.objectID) == [c.objectID])
    #expect((before["notes"] as? NSOrderedSet)?.count == 1)
    #expect(before.count == ann.entity.properties.count)
    #expect(twin.committedValues(forKeys: ["age", "nosuch"]).keys.sorted() == ["age"])
    // The inverses have changed too.
    #expect(context.object(with: c.objectID).changedKeys == ["holders"])
    #expect(context.object(with: sales.objectID).changedKeys == ["employees"])
    #expect(context.object(with: note.objectID).changedKeys == ["author"])
  }

  @Test func `values are read and set by key, by key path and in groups`() throws {
    let space = try Workspace()
    let sales = space.insert("Department", ["name": "Sales"])
    let ann = space.insert("Employee", ["name": "Ann", "age": 3, "department": sales])
    let values = ann.dictionaryWithValues(forKeys: ["name", "age", "born"])
    #expect(values["name"] as? String == "Ann" && values["age"] as? Int == 3)
    #expect(values["born"] is NSNull && values.count == 3)
    ann.setValuesForKeys(["name": NSNull(), "age": 4])
    #expect(ann.text("name") == nil && ann.value(forKey: "age") as? Int == 4)
    ann.setValue("Lab", forKeyPath: "department.name")
    ann.setValue("Bea", forKeyPath: "name")
    ann.setValue("x", forKeyPath: "boss.name")
    #expect(sales.text("name") == "Lab" && ann.text("name") == "Bea")
    #expect(ann.value(forKeyPath: "department.name") as? String == "Lab")
    #expect(ann.value(forKey: "objectID") as? NSManagedObjectID == ann.objectID)
    #expect(ann.value(forKey: "entity") as? NSEntityDescription === ann.entity)
    try space.context.save()
    ann.setPrimitiveValue("Cid", forKey: "name")
    ann.setPrimitiveValue(nil, forKey: "department")
    let skill = space.insert("Skill")
    ann.setPrimitiveValue(Set([skill]), forKey: "skills")
    let note = space.insert("Note", ["text": "n"])
    ann.setPrimitiveValue(NSOrderedSet(array: [note]), forKey: "notes")
    ann.setPrimitiveValue(5, forKey: "nosuch")
    #expect(!ann.hasChanges && skill.set("holders").isEmpty)
    #expect(ann.primitiveValue(forKey: "name") as? String == "Cid")
    #expect(ann.primitiveValue(forKey: "department") == nil && ann.ordered("notes") == ["n"])
    #expect(ann.primitiveValue(forKey: "skills") as? Set<NSManagedObject> == [skill])
    #expect(ann.primitiveValue(forKey: "nosuch") == nil)
    ann.willChangeValue(forKey: "name")
    ann.willChangeValue(forKey: "skills")
    ann.didChangeValue(forKey: "name")
    ann.willChangeValue(forKey: "nosuch")
    #expect(ann.changedKeys == ["name", "skills"])
    #expect(ann.objectIDs(forRelationshipNamed: "skills") == [skill.objectID])
    #expect(ann.objectIDs(forRelationshipNamed: "name") == [])
    #expect(!ann.hasFault(forRelationshipNamed: "skills"))
    #expect(!ann.hasFault(forRelationshipNamed: "name"))
    #expect(
      note.description
        == "<NSManagedObject> (entity: Note; id: \(note.objectID); data: text = n)")
    #expect(NSManagedObject.contextShouldIgnoreUnmodeledPropertyChanges)
    space.context.refresh(sales, mergeChanges: false)
    #expect(
      sales.description
        == "<NSManagedObject> (entity: Department; id: \(sales.objectID); data: <fault>)")
  }
}
