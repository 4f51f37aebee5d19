#if !canImport(CoreData)
  import Foundation
  import Synchronization

  /// Maps entities to the classes of their objects, and classes to entities.
  enum EntityClasses {
    // Unchecked: the runtime synchronises weak references, and the table is locked.
    private struct Entry: @unchecked Sendable {
      weak var entity: NSEntityDescription?
    }

    private static let entities = Mutex<[ObjectIdentifier: [Entry]]>([:])

    /// Returns the class of an entity's objects.
    ///
    /// It is ``NSEntityDescription/managedObjectClass`` if that is set, otherwise the class with
    /// the name ``NSEntityDescription/managedObjectClassName``, or `NSManagedObject` if there is no
    /// such class. A name without a module, or with a leading dot, is searched in the modules whose
    /// code loaded the model.
    static func objectClass(of entity: NSEntityDescription) -> NSManagedObject.Type {
      if let known = entity.managedObjectClass { return known }
      let name = entity.managedObjectClassName
      guard !name.isEmpty, name != "NSManagedObject" else { return NSManagedObject.self }
      let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
      let modules = entity.managedObjectModel?.moduleNames ?? []
      for candidate in [bare] + modules.map({ "\($0).\(bare)" }) where candidate.contains(".") {
        if let found = NSClassFromString(candidate) as? NSManagedObject.Type { return found }
      }
      return NSManagedObject.self
    }

    /// Registers an entity under the class of its objects, after a coordinator has started to use
    /// its model.
    static func register(_ entity: NSEntityDescription) {
      let objectClass = entity.plan.objectClass
      guard objectClass != NSManagedObject.self else { return }
      entities.withLock { table in
        var entries = (table[ObjectIdentifier(objectClass)] ?? []).filter { $0.entity != nil }
        if !entries.contains(where: { $0.entity === entity }) {
          entries.append(Entry(entity: entity))
        }
        table[ObjectIdentifier(objectClass)] = entries
      }
    }

    /// Returns a class's entity, from the model that a coordinator started to use last.
    static func entity(of objectClass: NSManagedObject.Type) -> NSEntityDescription? {
      entities.withLock { table in
        table[ObjectIdentifier(objectClass)]?.last { $0.entity != nil }?.entity
      }
    }

    /// Returns a class's entity in the given model.
    static func entity(
      of objectClass: NSManagedObject.Type, in model: NSManagedObjectModel
    ) -> NSEntityDescription? {
      model.entities.first { $0.plan.objectClass == objectClass }
    }
  }
#endif
