import Foundation
import ManagedObjects

// Every part of the public surface, as an app writes it; compiled in three language modes.

nonisolated final class SurfaceTodo: NSManagedObject {
  @Managed("title") var title: String?
  @Managed("rank") var rank: Int
  @Managed("list") var list: NSManagedObject?

  override func awakeFromInsert() {
    super.awakeFromInsert()
    setPrimitiveValue("new", forKey: "title")
  }

  override func willSave() { super.willSave() }
  override func didSave() { super.didSave() }
  override func prepareForDeletion() { super.prepareForDeletion() }
  override func validateForInsert() throws { try super.validateForInsert() }
}

nonisolated enum Surface {
  static func model() -> NSManagedObjectModel {
    let title = NSAttributeDescription()
    title.name = "title"
    title.type = .string
    title.isOptional = false
    title.defaultValue = ""
    let rank = NSAttributeDescription()
    rank.name = "rank"
    rank.attributeType = .integer64AttributeType
    let todo = NSEntityDescription()
    todo.name = "Todo"
    todo.managedObjectClassName = NSStringFromClass(SurfaceTodo.self)
    let list = NSEntityDescription()
    list.name = "List"
    let todos = NSRelationshipDescription()
    todos.name = "todos"
    todos.destinationEntity = todo
    todos.deleteRule = .cascadeDeleteRule
    let inverse = NSRelationshipDescription()
    inverse.name = "list"
    inverse.destinationEntity = list
    inverse.maxCount = 1
    todos.inverseRelationship = inverse
    inverse.inverseRelationship = todos
    todo.properties = [title, rank, inverse]
    list.properties = [todos]
    let model = NSManagedObjectModel()
    model.entities = [todo, list]
    return model
  }

  static func container() throws -> NSPersistentContainer {
    let container = NSPersistentContainer(name: "Surface", managedObjectModel: model())
    let description = NSPersistentStoreDescription()
    description.type = NSInMemoryStoreType
    description.shouldMigrateStoreAutomatically = true
    container.persistentStoreDescriptions = [description]
    container.loadPersistentStores { _, error in
      if let error { print(error) }
    }
    return container
  }

  static func work(_ container: NSPersistentContainer) throws {
    let context = container.newBackgroundContext()
    context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
    context.automaticallyMergesChangesFromParent = true
    try context.performAndWait {
      let todo = SurfaceTodo(context: context)
      todo.title = "a"
      todo.rank += 1
      let list = NSEntityDescription.insertNewObject(forEntityName: "List", into: context)
      list.mutableSetValue(forKey: "todos").add(todo)
      try context.save()
      let request = NSFetchRequest<SurfaceTodo>(entityName: "Todo")
      request.predicate = NSPredicate(
        format: "title ==[c] %@ AND rank > %d AND %K != nil", "A", 0, "list")
      request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
      request.fetchLimit = 10
      for found in try context.fetch(request) { print(found.title ?? "", found.objectID) }
      print(try context.count(for: request))
      let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Todo")
      ids.resultType = .managedObjectIDResultType
      print(try context.fetch(ids))
      context.refresh(todo, mergeChanges: true)
      context.delete(list)
      try context.save()
      context.rollback()
      context.reset()
    }
  }

  static func wait(_ container: NSPersistentContainer) async throws {
    let context = container.newBackgroundContext()
    let count = try await context.perform { @Sendable in
      try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Todo"))
    }
    print(count)
    try await container.performBackgroundTask { @Sendable context in try context.save() }
    let due = NSPredicate(format: "born < %@", Date() as any CVarArg)
    print(due, NSCompoundPredicate(andPredicateWithSubpredicates: [due]))
  }

  static func observe(_ context: NSManagedObjectContext) {
    let center = NotificationCenter.default
    let token = center.addObserver(
      forName: .NSManagedObjectContextDidSave, object: context, queue: nil
    ) { note in
      print((note.userInfo?[NSInsertedObjectsKey] as? Set<NSManagedObject>)?.count ?? 0)
    }
    center.removeObserver(token)
  }

  static func controller(_ context: NSManagedObjectContext) throws {
    let request = NSFetchRequest<SurfaceTodo>(entityName: "Todo")
    request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: false)]
    let controller = NSFetchedResultsController(
      fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    try controller.performFetch()
    print(controller.fetchedObjects ?? [], controller.sections?.count ?? 0)
  }
}

nonisolated final class SurfaceStore: NSIncrementalStore, @unchecked Sendable {
  override init(
    persistentStoreCoordinator root: NSPersistentStoreCoordinator?,
    configurationName name: String?, at url: URL, options: [AnyHashable: Any]? = nil
  ) {
    super.init(
      persistentStoreCoordinator: root, configurationName: name, at: url, options: options)
  }

  override var type: String { "Surface" }

  override func loadMetadata() throws {
    metadata = [NSStoreUUIDKey: "surface", NSStoreTypeKey: type]
  }

  override func execute(
    _ request: NSPersistentStoreRequest, with context: NSManagedObjectContext?
  ) throws -> Any {
    [Any]()
  }

  override func newValuesForObject(
    with objectID: NSManagedObjectID, with context: NSManagedObjectContext
  ) throws -> NSIncrementalStoreNode {
    NSIncrementalStoreNode(objectID: objectID, withValues: ["title": "a"], version: 1)
  }

  override func newValue(
    forRelationship relationship: NSRelationshipDescription,
    forObjectWith objectID: NSManagedObjectID, with context: NSManagedObjectContext?
  ) throws -> Any {
    NSNull()
  }

  override func obtainPermanentIDs(for array: [NSManagedObject]) throws -> [NSManagedObjectID] {
    array.map { newObjectID(for: $0.entity, referenceObject: "x") }
  }
}
