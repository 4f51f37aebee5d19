import Foundation
import GhostlightSyncStatus
import ManagedObjects

/// Finds a context's objects by the URIs of their permanent IDs.
///
/// Use it only on the context's queue.
struct LocalObjects {
  let context: NSManagedObjectContext

  /// Assigns permanent IDs to objects, and returns their URIs in the order of the objects.
  static func uris(of objects: [NSManagedObject]) throws -> [String] {
    var open: [ObjectIdentifier: (context: NSManagedObjectContext, objects: [NSManagedObject])] =
      [:]
    for object in objects where object.objectID.isTemporaryID {
      guard let context = object.managedObjectContext else { continue }
      open[ObjectIdentifier(context), default: (context, [])].objects.append(object)
    }
    for part in open.values {
      try part.context.performBlocking { try part.context.obtainPermanentIDs(for: part.objects) }
    }
    return objects.map { $0.objectID.uriRepresentation().absoluteString }
  }

  /// Returns the object with a URI, or `nil` if the object was deleted or never saved.
  func object(_ uri: String) -> NSManagedObject? {
    guard let url = URL(string: uri),
      let id = context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: url),
      let object = try? context.existingObject(with: id), !object.isDeleted
    else { return nil }
    return object
  }

  func entity(_ name: String) throws(SyncError) -> NSEntityDescription {
    let model = context.persistentStoreCoordinator?.managedObjectModel
    guard let entity = model?.entitiesByName[name] else { throw SyncError.noEntity(name) }
    return entity
  }
}

extension NSManagedObjectContext {
  /// Returns the name of each class's entity.
  ///
  /// It is the class name if an entity has this name, otherwise the name of the entity that uses
  /// the class.
  func entityNames(of types: [NSManagedObject.Type]) -> [String] {
    let entities = persistentStoreCoordinator?.managedObjectModel.entities ?? []
    return types.map { type in
      let name = String(describing: type)
      if entities.contains(where: { $0.name == name }) { return name }
      let entity = entities.first { entity in
        entity.managedObjectClassName.split(separator: ".").last.map(String.init) == name
      }
      return entity?.name ?? name
    }
  }
}
