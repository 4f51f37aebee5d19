#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// The kind of a change in a save.
  enum SaveKind: Sendable, Hashable {
    case insert
    case update
    case delete

    /// The user info key for failures of this kind, in an error -108.
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
    /// The deletion of an object.
    struct Deletion {
      let id: NSManagedObjectID
      /// `nil` for an object that its context no longer has, because it was never saved.
      var object: NSManagedObject?
    }

    var inserted: [NSManagedObject] = []
    var updated: [NSManagedObject] = []
    var deleted: [Deletion] = []

    /// Creates the changes of a request, with deletions of objects that their context no longer
    /// has.
    init(_ request: NSSaveChangesRequest, forgotten: [NSManagedObjectID]) {
      inserted = Self.sorted(request.insertedObjects)
      updated = Self.sorted(request.updatedObjects)
      // An object that the app has created again under the same key is not deleted.
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

    /// Returns the changes of objects that wait for a sync, and those of all other objects.
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
    /// The key by which the objects of a save are sorted.
    fileprivate var sortKey: [String] { [entity.name ?? "", stackMobID ?? ""] }
  }
#endif
