package import Foundation
package import ManagedObjects

/// The class of the sync tests, with a collection in each service.
package final class News: NSManagedObject {}

/// A second class, with attributes that show the service's information about a document.
package final class Author: NSManagedObject {}

/// A third class, which does not have a collection in the CRUD service.
package final class Book: NSManagedObject {}

/// The model of the sync tests, and contexts that use it.
package enum NewsModel {
  package static func make() -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = [
      entity(
        News.self,
        [
          ("title", .stringAttributeType), ("text", .stringAttributeType),
          ("rating", .integer64AttributeType), ("price", .doubleAttributeType),
          ("isRead", .booleanAttributeType), ("published", .dateAttributeType),
        ]),
      entity(
        Author.self,
        [
          ("name", .stringAttributeType), ("id", .stringAttributeType),
          ("createdAt", .dateAttributeType), ("updatedAt", .integer64AttributeType),
          ("creatorId", .stringAttributeType), ("updaterId", .stringAttributeType),
        ]),
      entity(Book.self, [("title", .stringAttributeType)]),
      entity(Kinds.self, KindsModel.attributes),
    ]
    return model
  }

  private static func entity(
    _ type: NSManagedObject.Type, _ attributes: [(String, NSAttributeType)]
  ) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = String(describing: type)
    entity.managedObjectClassName = NSStringFromClass(type)
    entity.properties = attributes.map { name, type in
      let attribute = NSAttributeDescription()
      attribute.name = name
      attribute.attributeType = type
      attribute.isOptional = true
      return attribute
    }
    return entity
  }

  /// Returns a context on a private queue, with a store in the given file; `nil` means in memory.
  package static func context(_ file: URL? = nil) throws -> NSManagedObjectContext {
    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: make())
    try coordinator.addPersistentStore(
      ofType: file == nil ? NSInMemoryStoreType : NSSQLiteStoreType, configurationName: nil,
      at: file)
    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
    context.persistentStoreCoordinator = coordinator
    return context
  }
}
