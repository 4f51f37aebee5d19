#if Server
  import Foundation
  import ManagedObjects

  final class Person: NSManagedObject {
    @Managed("name") var name: String?
    @Managed("mail") var mail: String?
    @Managed("age") var age: Int
    @Managed("salary") var salary: Double
    @Managed("born") var born: Date?
  }

  /// An SQLite store of people, for managed objects.
  struct PersonStore {
    let coordinator: NSPersistentStoreCoordinator

    init(_ url: URL) throws {
      let entity = NSEntityDescription()
      entity.name = "Person"
      entity.managedObjectClass = Person.self
      let types: [(String, NSAttributeType)] = [
        ("name", .stringAttributeType), ("mail", .stringAttributeType),
        ("age", .integer64AttributeType), ("salary", .doubleAttributeType),
        ("born", .dateAttributeType),
      ]
      entity.properties = types.map { name, type in
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isIndexed = name == "mail"
        return attribute
      }
      let model = NSManagedObjectModel()
      model.entities = [entity]
      coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
      try coordinator.addPersistentStore(
        ofType: NSSQLiteStoreType, configurationName: nil, at: url)
    }

    func context() -> NSManagedObjectContext {
      let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
      context.persistentStoreCoordinator = coordinator
      return context
    }

    func insert(_ numbers: Range<Int>) throws {
      let context = context()
      for number in numbers {
        let person = Person(context: context)
        person.name = "name \(number)"
        person.mail = "person\(number)@example.com"
        person.age = number % 90
        person.salary = Double(number) * 1.5
        person.born = Date(timeIntervalSinceReferenceDate: Double(number))
      }
      try context.save()
    }

    func read(_ limit: Int) throws -> Int {
      let context = context()
      let request = NSFetchRequest<Person>(entityName: "Person")
      request.fetchLimit = limit
      return try context.fetch(request).reduce(0) { $0 + $1.age }
    }

    func find(_ number: Int, _ context: NSManagedObjectContext) throws -> Int {
      let request = NSFetchRequest<Person>(entityName: "Person")
      request.predicate = NSPredicate(format: "mail == %@", "person\(number)@example.com")
      return try context.fetch(request).first?.age ?? 0
    }

    func people(_ limit: Int, _ context: NSManagedObjectContext) throws -> [Person] {
      let request = NSFetchRequest<Person>(entityName: "Person")
      request.fetchLimit = limit
      request.returnsObjectsAsFaults = false
      return try context.fetch(request)
    }

    func update(_ people: [Person], _ salary: Double, _ context: NSManagedObjectContext) throws {
      for person in people { person.salary = salary }
      try context.save()
    }

    /// Creates a fault for each id, one after another, and returns the number of faults.
    func passFaults(_ ids: ClosedRange<Int>, _ context: NSManagedObjectContext) -> Int {
      guard let store = coordinator.persistentStores.first else { return 0 }
      let base = "x-coredata://\(store.metadata?[NSStoreUUIDKey] as? String ?? "")/Person/p"
      var count = 0
      for number in ids {
        guard let url = URL(string: "\(base)\(number)"),
          let id = coordinator.managedObjectID(forURIRepresentation: url)
        else { continue }
        if context.object(with: id).isFault { count += 1 }
      }
      return count
    }
  }
#endif
