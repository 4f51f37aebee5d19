package import Foundation
package import ManagedObjects

/// The class that tests synchronise.
package final class News: NSManagedObject {}

/// A second one, with attributes that mirror what the service says.
package final class Author: NSManagedObject {}

/// A third one, of which there is no collection where CRUD has it.
package final class Book: NSManagedObject {}

/// The model of the tests, and contexts of it.
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

  /// A context of its own queue, in memory or in a file.
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
