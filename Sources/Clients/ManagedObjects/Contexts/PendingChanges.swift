#if !canImport(CoreData)
  public import Foundation

  /// What changed since the last notification.
  struct PendingChanges {
    var inserted: Set<NSManagedObject> = []
    var updated: Set<NSManagedObject> = []
    var deleted: Set<NSManagedObject> = []
    var refreshed: Set<NSManagedObject> = []
    var invalidated: Set<NSManagedObject> = []
    var invalidatedAll = false

    var isEmpty: Bool {
      inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty
        && invalidated.isEmpty && !invalidatedAll
    }

    var userInfo: [AnyHashable: Any] {
      var info: [AnyHashable: Any] = [:]
      if !inserted.isEmpty { info[NSInsertedObjectsKey] = inserted }
      if !updated.isEmpty { info[NSUpdatedObjectsKey] = updated }
      if !deleted.isEmpty { info[NSDeletedObjectsKey] = deleted }
      if !refreshed.isEmpty { info[NSRefreshedObjectsKey] = refreshed }
      if !invalidated.isEmpty { info[NSInvalidatedObjectsKey] = invalidated }
      if invalidatedAll { info[NSInvalidatedAllObjectsKey] = [NSManagedObjectID]() }
      return info
    }
  }

  /// The new objects of a notification: `Set<NSManagedObject>`.
  public let NSInsertedObjectsKey = "inserted"
  /// The changed objects of a notification.
  public let NSUpdatedObjectsKey = "updated"
  /// The deleted objects of a notification.
  public let NSDeletedObjectsKey = "deleted"
  /// The objects that were refreshed without having been changed here.
  public let NSRefreshedObjectsKey = "refreshed"
  /// The objects that are not valid any more.
  public let NSInvalidatedObjectsKey = "invalidated"
  /// That no object is valid any more.
  public let NSInvalidatedAllObjectsKey = "invalidatedAll"
  /// The ids of the new objects: `Set<NSManagedObjectID>`.
  public let NSInsertedObjectIDsKey = "inserted_objectIDs"
  /// The ids of the changed objects.
  public let NSUpdatedObjectIDsKey = "updated_objectIDs"
  /// The ids of the deleted objects.
  public let NSDeletedObjectIDsKey = "deleted_objectIDs"

  extension Notification.Name {
    /// A context is about to save.
    public static let NSManagedObjectContextWillSave = Notification.Name(
      "NSManagingContextWillSaveChangesNotification")
    /// A context has saved; the keys list the objects.
    public static let NSManagedObjectContextDidSave = Notification.Name(
      "NSManagingContextDidSaveChangesNotification")
    /// Objects of a context changed; the keys list them.
    public static let NSManagedObjectContextObjectsDidChange = Notification.Name(
      "NSObjectsChangedInManagingContextNotification")
    /// A context has saved; the keys list the ids.
    public static let NSManagedObjectContextDidSaveObjectIDs = Notification.Name(
      "NSManagedObjectContextDidSaveObjectIDsNotification")
  }

  extension NSManagedObjectContext {
    /// The keys of notifications.
    public enum NotificationKey: String, Sendable, Hashable {
      /// The query generation; never there.
      case queryGeneration = "newQueryGeneration"
      /// That no object is valid any more.
      case invalidatedAllObjects = "invalidatedAll"
      /// The new objects.
      case insertedObjects = "inserted"
      /// The changed objects.
      case updatedObjects = "updated"
      /// The deleted objects.
      case deletedObjects = "deleted"
      /// The refreshed objects.
      case refreshedObjects = "refreshed"
      /// The objects that are not valid any more.
      case invalidatedObjects = "invalidated"
      /// The ids of the new objects.
      case insertedObjectIDs = "inserted_objectIDs"
      /// The ids of the changed objects.
      case updatedObjectIDs = "updated_objectIDs"
      /// The ids of the deleted objects.
      case deletedObjectIDs = "deleted_objectIDs"
    }

    /// A context is about to save.
    public static let willSaveObjectsNotification =
      Notification.Name.NSManagedObjectContextWillSave
    /// A context has saved.
    public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
    /// A context has saved; the keys list ids.
    public static let didSaveObjectIDsNotification =
      Notification.Name.NSManagedObjectContextDidSaveObjectIDs
    /// Objects of a context changed.
    public static let didChangeObjectsNotification =
      Notification.Name.NSManagedObjectContextObjectsDidChange

    /// Carries deletions over to related objects and tells what changed.
    public func processPendingChanges() {
      if propagatesDeletesAtEndOfEvent { propagateDeletions() }
      guard !pending.isEmpty else { return }
      let info = pending.userInfo
      pending = PendingChanges()
      post(.NSManagedObjectContextObjectsDidChange, info)
    }

    final func post(_ name: Notification.Name, _ info: [AnyHashable: Any] = [:]) {
      NotificationCenter.default.post(name: name, object: self, userInfo: info)
    }
  }
#endif
