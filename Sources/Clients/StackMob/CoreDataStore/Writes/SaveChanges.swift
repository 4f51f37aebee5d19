#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  enum SaveKind: Sendable, Hashable {
    case insert
    case update
    case delete

    /// The user info key, in an error -108, for failures of this kind.
    var failuresKey: String {
      switch self {
      case .insert: SMInsertedObjectFailures
      case .update: SMUpdatedObjectFailures
      case .delete: SMDeletedObjectFailures
      }
    }
  }

  /// The changes of a context that is being saved: three groups, each sorted in the order of
  /// sending.
  struct SaveChanges {
    struct Deletion {
      let id: NSManagedObjectID
      /// The managed object; `nil` if it was never saved and its context no longer has it.
      var object: NSManagedObject?
    }

    var inserted: [NSManagedObject] = []
    var updated: [NSManagedObject] = []
    var deleted: [Deletion] = []

    /// Creates the changes of a save request, and adds deletions for the objects in `forgotten`,
    /// which their context no longer has.
    init(_ request: NSSaveChangesRequest, forgotten: [NSManagedObjectID]) {
      inserted = Self.sorted(request.insertedObjects)
      updated = Self.sorted(request.updatedObjects)
      // If the app has created a forgotten object again under the same key, the object is not
      // deleted.
      let known = Set(inserted.map(\.objectID))
      deleted =
        Self.sorted(request.deletedObjects).map { Deletion(id: $0.objectID, object: $0) }
        + forgotten.filter { !known.contains($0) }.map { Deletion(id: $0) }
    }

    private init() {}

    private static func sorted(_ objects: Set<NSManagedObject>?) -> [NSManagedObject] {
      (objects ?? []).sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
    }

    var objectIDs: [NSManagedObjectID] {
      (inserted + updated).map(\.objectID) + deleted.map(\.id)
    }

    /// Separates the changes of objects in `waiting`, which wait for a sync, from all other
    /// changes.
    func split(_ waiting: Set<ObjectKey>) throws -> (dirty: SaveChanges, clean: SaveChanges) {
      var (dirty, clean) = (SaveChanges(), SaveChanges())
      for object in inserted {
        let isDirty = waiting.contains(try LocalChange.key(of: object))
        if isDirty { dirty.inserted.append(object) } else { clean.inserted.append(object) }
      }
      for object in updated {
        let isDirty = waiting.contains(try LocalChange.key(of: object))
        if isDirty { dirty.updated.append(object) } else { clean.updated.append(object) }
      }
      for deletion in deleted {
        let isDirty = waiting.contains(try LocalChange.key(of: deletion.id))
        if isDirty { dirty.deleted.append(deletion) } else { clean.deleted.append(deletion) }
      }
      return (dirty, clean)
    }
  }

  extension NSManagedObject {
    /// The key for sorting a save's objects: entity name, then primary key.
    fileprivate var sortKey: [String] { [entity.name ?? "", stackMobID ?? ""] }
  }
#endif
