#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// The kind of a change in a save.
  enum SaveKind: Sendable, Hashable {
    case insert
    case update
    case delete

    /// The key of its failures in the user info of -108.
    var failuresKey: String {
      switch self {
      case .insert: SMInsertedObjectFailures
      case .update: SMUpdatedObjectFailures
      case .delete: SMDeletedObjectFailures
      }
    }
  }

  /// The changes of a context that is saved, each group in the order in which it is sent.
  struct SaveChanges {
    /// An object to be deleted.
    struct Deletion {
      let id: NSManagedObjectID
      /// `nil` for an object that its context has forgotten, since no save of it ever succeeded.
      var object: NSManagedObject?
    }

    var inserted: [NSManagedObject] = []
    var updated: [NSManagedObject] = []
    var deleted: [Deletion] = []

    /// Creates the changes of a request, with deletions of objects that their context has forgotten.
    init(_ request: NSSaveChangesRequest, forgotten: [NSManagedObjectID]) {
      inserted = Self.sorted(request.insertedObjects)
      updated = Self.sorted(request.updatedObjects)
      // One that the app has created again under the same key is not deleted.
      let known = Set(inserted.map(\.objectID))
      deleted =
        Self.sorted(request.deletedObjects).map { Deletion(id: $0.objectID, object: $0) }
        + forgotten.filter { !known.contains($0) }.map { Deletion(id: $0) }
    }

    private init() {}

    private static func sorted(_ objects: Set<NSManagedObject>?) -> [NSManagedObject] {
      (objects ?? []).sorted { $0.sortKey.lexicographicallyPrecedes($1.sortKey) }
    }

    /// The ids of all objects.
    var objectIDs: [NSManagedObjectID] {
      (inserted + updated).map(\.objectID) + deleted.map(\.id)
    }

    /// The changes of objects that wait for a sync, and all others.
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
    /// The position of an object among those of a save.
    fileprivate var sortKey: [String] { [entity.name ?? "", stackMobID ?? ""] }
  }
#endif
