import Foundation
package import ManagedObjects

/// The model of the tests, with departments, people and skills.
package enum Company {
  package static func attribute(
    _ name: String, _ type: NSAttributeType, optional: Bool = true, default value: Any? = nil
  ) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = optional
    attribute.defaultValue = value
    return attribute
  }

  package static func relationship(
    _ name: String, to entity: NSEntityDescription, many: Bool, ordered: Bool = false,
    rule: NSDeleteRule = .nullifyDeleteRule
  ) -> NSRelationshipDescription {
    let relationship = NSRelationshipDescription()
    relationship.name = name
    relationship.destinationEntity = entity
    relationship.maxCount = many ? 0 : 1
    relationship.isOrdered = ordered
    relationship.deleteRule = rule
    return relationship
  }

  package static func link(_ one: NSRelationshipDescription, _ other: NSRelationshipDescription) {
    one.inverseRelationship = other
    other.inverseRelationship = one
  }

  package static func entity(_ name: String) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    return entity
  }

  /// Returns the model: Person (abstract) ← Employee ← Manager; Department; Skill; Note.
  package static func model() -> NSManagedObjectModel {
    let person = entity("Person")
    person.isAbstract = true
    let employee = entity("Employee")
    let manager = entity("Manager")
    let department = entity("Department")
    let skill = entity("Skill")
    let note = entity("Note")

    let reports = relationship("reports", to: employee, many: true)
    let boss = relationship("boss", to: manager, many: false)
    link(reports, boss)
    let employees = relationship("employees", to: employee, many: true)
    let home = relationship("department", to: department, many: false)
    link(employees, home)
    let skills = relationship("skills", to: skill, many: true)
    let holders = relationship("holders", to: employee, many: true)
    link(skills, holders)
    let notes = relationship(
      "notes", to: note, many: true, ordered: true, rule: .cascadeDeleteRule)
    let author = relationship("author", to: employee, many: false)
    link(notes, author)

    person.properties = [
      attribute("name", .stringAttributeType), attribute("age", .integer32AttributeType),
      attribute("born", .dateAttributeType),
    ]
    person.subentities = [employee]
    employee.subentities = [manager]
    employee.properties = [
      attribute("salary", .doubleAttributeType), attribute("rate", .floatAttributeType),
      attribute("active", .booleanAttributeType, default: true),
      attribute("budget", .decimalAttributeType), attribute("photo", .binaryDataAttributeType),
      attribute("key", .UUIDAttributeType), attribute("site", .URIAttributeType),
      attribute("extra", .transformableAttributeType), home, boss, skills, notes,
    ]
    manager.properties = [attribute("title", .stringAttributeType), reports]
    department.properties = [
      attribute("name", .stringAttributeType), attribute("floor", .integer16AttributeType),
      employees,
    ]
    skill.properties = [attribute("name", .stringAttributeType), holders]
    note.properties = [attribute("text", .stringAttributeType), author]
    let model = NSManagedObjectModel()
    model.entities = [person, employee, manager, department, skill, note]
    return model
  }
}

/// The kinds of store that all behaviours are checked with.
package enum StoreKind: String, CaseIterable, Sendable {
  case memory
  case sqlite
  case incremental
}

/// A coordinator with one store, and contexts that use it.
package final class Workspace {
  package let model: NSManagedObjectModel
  package let coordinator: NSPersistentStoreCoordinator
  package let store: NSPersistentStore
  package let context: NSManagedObjectContext
  private let folder: URL
  private var contexts: [NSManagedObjectContext] = []

  package init(_ kind: StoreKind = .memory, model: NSManagedObjectModel = Company.model()) throws {
    self.model = model
    coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("ManagedObjects-\(UUID().uuidString)")
    switch kind {
    case .memory:
      store = try coordinator.addPersistentStore(
        ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
    case .sqlite:
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      store = try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil,
        at: folder.appendingPathComponent("store.sqlite"))
    case .incremental:
      NSPersistentStoreCoordinator.registerStoreClass(
        DictionaryStore.self, forStoreType: DictionaryStore.storeType)
      store = try coordinator.addPersistentStore(
        ofType: DictionaryStore.storeType, configurationName: nil,
        at: URL(string: "memory://\(UUID().uuidString)"))
    }
    context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
  }

  deinit { try? FileManager.default.removeItem(at: folder) }

  package func newContext() -> NSManagedObjectContext {
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    // Objects become invalid when their context is released, so the workspace retains the context.
    contexts.append(context)
    return context
  }

  @discardableResult
  package func insert(_ entity: String, _ values: [String: Any] = [:]) -> NSManagedObject {
    let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
    object.setValuesForKeys(values)
    return object
  }
}

extension NSManagedObjectContext {
  /// Returns the objects that match a predicate format, sorted by name; `nil` means all objects.
  package func find(_ entity: String, _ format: String? = nil, _ arguments: [Any] = []) throws
    -> [NSManagedObject]
  {
    let request = NSFetchRequest<NSManagedObject>(entityName: entity)
    request.predicate = format.map { NSPredicate(format: $0, argumentArray: arguments) }
    request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
    return try fetch(request)
  }
}

extension NSManagedObject {
  package func text(_ key: String) -> String? { value(forKey: key) as? String }
  package func object(_ key: String) -> NSManagedObject? { value(forKey: key) as? NSManagedObject }
  package func set(_ key: String) -> Set<NSManagedObject> {
    value(forKey: key) as? Set<NSManagedObject> ?? []
  }
  package func names(_ key: String) -> [String] { set(key).compactMap { $0.text("name") }.sorted() }
  package func ordered(_ key: String) -> [String] {
    let set = value(forKey: key) as? NSOrderedSet ?? NSOrderedSet()
    return (0..<set.count).compactMap { (set.object(at: $0) as? NSManagedObject)?.text("text") }
  }
}
