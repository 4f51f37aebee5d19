import Foundation
import ManagedObjects
import ManagedObjectsBehaviours
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `A store of another version of the model` {
  private final class Files {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("Migration-\(UUID().uuidString)")
    var url: URL { folder.appendingPathComponent("store.sqlite") }

    init() throws {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func open(
      _ model: NSManagedObjectModel, migrating: Bool = true, pragmas: [String: String] = [:]
    ) throws -> NSManagedObjectContext {
      let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url,
        options: [
          NSMigratePersistentStoresAutomaticallyOption: migrating,
          NSInferMappingModelAutomaticallyOption: migrating,
          NSSQLitePragmasOption: pragmas,
        ])
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }
  }

  private func fill(_ files: Files) throws {
    let context = try files.open(Company.model())
    func insert(_ entity: String, _ values: [String: Any]) -> NSManagedObject {
      let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
      object.setValuesForKeys(values)
      return object
    }
    let sales = insert("Department", ["name": "Sales", "floor": 3])
    let swift = insert("Skill", ["name": "Swift"])
    let max = insert("Manager", ["name": "Max", "title": "CTO"])
    let ann = insert(
      "Employee", ["name": "Ann", "age": 30, "department": sales, "skills": Set([swift])])
    ann.setValue(max, forKey: "boss")
    for text in ["b", "a"] {
      ann.mutableOrderedSetValue(forKey: "notes").add(insert("Note", ["text": text]))
    }
    try context.save()
    for store in context.persistentStoreCoordinator?.persistentStores ?? [] {
      try context.persistentStoreCoordinator?.remove(store)
    }
  }

  /// Names and closures of the changes that the new version of the model contains.
  private static let changes: [(String, @Sendable (NSManagedObjectModel) -> Void)] = [
    ("nothing", { _ in }),
    (
      "a new attribute",
      { model in
        let person = model.entitiesByName["Person"]
        person?.properties.append(Company.attribute("nick", .stringAttributeType))
      }
    ),
    (
      "a new mandatory attribute with a default",
      { model in
        model.entitiesByName["Employee"]?.properties.append(
          Company.attribute("grade", .integer16AttributeType, optional: false, default: 5))
      }
    ),
    (
      "a removed attribute",
      { model in
        let employee = model.entitiesByName["Employee"]
        employee?.properties = employee?.properties.filter { $0.name != "rate" } ?? []
      }
    ),
    (
      "a wider integer", { $0.entitiesByName["Person"]?.attributesByName["age"]?.type = .integer64 }
    ),
    (
      "a new entity",
      { model in
        let extra = Company.entity("Extra")
        extra.properties = [Company.attribute("name", .stringAttributeType)]
        model.entities.append(extra)
      }
    ),
    (
      "a relationship that becomes one to many",
      { model in
        model.entitiesByName["Employee"]?.relationshipsByName["department"]?.maxCount = 0
      }
    ),
  ]

  @Test(arguments: 0..<7)
  func `a store is migrated if the mapping can be inferred`(_ number: Int) throws {
    let (name, change) = Self.changes[number]
    let files = try Files()
    try fill(files)
    let model = Company.model()
    change(model)
    let context = try files.open(model)
    let ann = try #require(try context.find("Employee", "name == 'Ann'").first, "\(name)")
    #expect(ann.value(forKey: "age") as? Int == 30, "\(name)")
    #expect(ann.names("skills") == ["Swift"], "\(name)")
    #expect(ann.ordered("notes") == ["b", "a"], "\(name)")
    #expect(ann.object("boss")?.text("title") == "CTO", "\(name)")
    if number == 6 {
      #expect(ann.names("department") == ["Sales"])
    } else {
      #expect(ann.object("department")?.text("name") == "Sales", "\(name)")
    }
    if number == 2 { #expect(ann.value(forKey: "grade") as? Int == 5) }
    #expect(try context.find("Department").first?.names("employees") == ["Ann"], "\(name)")
    ann.setValue("Bea", forKey: "name")
    try context.save()
    #expect(try context.find("Person").map { $0.text("name") } == ["Bea", "Max"], "\(name)")
  }

  @Test func `a renamed entity or property still has its values`() throws {
    let files = try Files()
    try fill(files)
    let model = Company.model()
    let department = try #require(model.entitiesByName["Department"])
    department.name = "Team"
    department.renamingIdentifier = "Department"
    let floor = try #require(department.attributesByName["floor"])
    floor.name = "level"
    floor.renamingIdentifier = "floor"
    let context = try files.open(model)
    let team = try #require(try context.find("Team").first)
    #expect(team.value(forKey: "level") as? Int == 3)
    #expect(team.names("employees") == ["Ann"])
  }

  @Test func `a failed last write of a migration restores the old store`() throws {
    let files = try Files()
    try fill(files)
    let model = Company.model()
    let employee = try #require(model.entitiesByName["Employee"])
    employee.properties = employee.properties.filter { $0.name != "rate" }
    // A pragma's value is passed to SQLite unchanged; this one adds a trigger to the connection.
    let refusal =
      "0; CREATE TEMP TRIGGER refusal BEFORE INSERT ON metadata BEGIN SELECT RAISE(ABORT, 'no'); END"
    let error = #expect(throws: NSError.self) {
      _ = try files.open(model, pragmas: ["user_version": refusal])
    }
    #expect(error?.code == NSPersistentStoreOpenError)
    let context = try files.open(Company.model(), migrating: false)
    let ann = try #require(try context.find("Employee", "name == 'Ann'").first)
    #expect(ann.value(forKey: "rate") == nil)
    #expect(ann.names("skills") == ["Swift"])
    #expect(ann.ordered("notes") == ["b", "a"])
    let migrated = try files.open(model)
    #expect(try migrated.find("Employee").map { $0.text("name") } == ["Ann", "Max"])
  }

  @Test func `a store that cannot be migrated is refused and not changed`() throws {
    let files = try Files()
    try fill(files)
    let rows: [((NSManagedObjectModel) -> Void, String)] = [
      (
        { $0.entitiesByName["Person"]?.attributesByName["age"]?.type = .string },
        "the type of 'Employee.age' changed"
      ),
      (
        { model in
          model.entitiesByName["Skill"]?.properties.append(
            Company.attribute("level", .stringAttributeType, optional: false))
        }, "'Skill.level' is new and mandatory, and has no default value"
      ),
      (
        { $0.entitiesByName["Department"]?.relationshipsByName["employees"]?.maxCount = 1 },
        "'Department.employees' changed from to-many to to-one"
      ),
    ]
    for (change, reason) in rows {
      let model = Company.model()
      change(model)
      let error = #expect(throws: NSError.self) { _ = try files.open(model) }
      #expect(error?.code == NSInferredMappingModelError)
      #expect(error?.userInfo["reason"] as? String == reason)
      let plain = #expect(throws: NSError.self) { _ = try files.open(model, migrating: false) }
      #expect(plain?.code == NSPersistentStoreIncompatibleVersionHashError)
    }
    #expect(try files.open(Company.model()).find("Employee").count == 2)
  }
}
