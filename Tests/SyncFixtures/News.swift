package import Foundation
package import ManagedObjects

/// A class for tests of the sync.
package final class News: NSManagedObject {}

/// A second class, with attributes for the records of the service.
package final class Author: NSManagedObject {}

/// A third class, without a collection in the CRUD service.
package final class Book: NSManagedObject {}

/// The model of the tests, and contexts with it.
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
      entity(Book.self, [("title", .stringAttributeType)]), KindsModel.entity(),
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

  /// Returns a context with a private queue and a store in memory or in a file.
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
