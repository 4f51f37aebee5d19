#if !canImport(CoreData)
  public import Foundation

  /// The objects that the next notification of changes lists.
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

  /// The user info key for the inserted objects, a `Set<NSManagedObject>`.
  public let NSInsertedObjectsKey = "inserted"
  /// The user info key for the changed objects, a `Set<NSManagedObject>`.
  public let NSUpdatedObjectsKey = "updated"
  /// The user info key for the deleted objects, a `Set<NSManagedObject>`.
  public let NSDeletedObjectsKey = "deleted"
  /// The user info key for objects that got newer stored values without being changed in the
  /// context.
  public let NSRefreshedObjectsKey = "refreshed"
  /// The user info key for objects that are no longer valid, a `Set<NSManagedObject>`.
  public let NSInvalidatedObjectsKey = "invalidated"
  /// The user info key that is present if no object of the context is valid any more.
  public let NSInvalidatedAllObjectsKey = "invalidatedAll"
  /// The user info key for the IDs of the inserted objects, a `Set<NSManagedObjectID>`.
  public let NSInsertedObjectIDsKey = "inserted_objectIDs"
  /// The user info key for the IDs of the changed objects, a `Set<NSManagedObjectID>`.
  public let NSUpdatedObjectIDsKey = "updated_objectIDs"
  /// The user info key for the IDs of the deleted objects, a `Set<NSManagedObjectID>`.
  public let NSDeletedObjectIDsKey = "deleted_objectIDs"

  extension Notification.Name {
    /// Posted before a context saves.
    public static let NSManagedObjectContextWillSave = Notification.Name(
      "NSManagingContextWillSaveChangesNotification")
    /// Posted after a context has saved; the user info contains the saved objects.
    public static let NSManagedObjectContextDidSave = Notification.Name(
      "NSManagingContextDidSaveChangesNotification")
    /// Posted after objects of a context have changed; the user info contains the changed objects.
    public static let NSManagedObjectContextObjectsDidChange = Notification.Name(
      "NSObjectsChangedInManagingContextNotification")
    /// Posted after a context has saved; the user info contains the IDs of the saved objects.
    public static let NSManagedObjectContextDidSaveObjectIDs = Notification.Name(
      "NSManagedObjectContextDidSaveObjectIDsNotification")
  }

  extension NSManagedObjectContext {
    /// The keys in the user info of a context's notifications.
    ///
    /// The raw values are the same strings as the constants such as ``NSInsertedObjectsKey``. The
    /// query generation is never present here, because query generations are not supported.
    public enum NotificationKey: String, Sendable, Hashable {
      /// The query generation, which is never present.
      case queryGeneration = "newQueryGeneration"
      /// Present if no object of the context is valid any more.
      case invalidatedAllObjects = "invalidatedAll"
      /// The inserted objects.
      case insertedObjects = "inserted"
      /// The changed objects.
      case updatedObjects = "updated"
      /// The deleted objects.
      case deletedObjects = "deleted"
      /// The objects that got newer stored values without being changed in the context.
      case refreshedObjects = "refreshed"
      /// The objects that are no longer valid.
      case invalidatedObjects = "invalidated"
      /// The IDs of the inserted objects.
      case insertedObjectIDs = "inserted_objectIDs"
      /// The IDs of the changed objects.
      case updatedObjectIDs = "updated_objectIDs"
      /// The IDs of the deleted objects.
      case deletedObjectIDs = "deleted_objectIDs"
    }

    /// Posted before a context saves.
    public static let willSaveObjectsNotification =
      Notification.Name.NSManagedObjectContextWillSave
    /// Posted after a context has saved; the user info contains the saved objects.
    public static let didSaveObjectsNotification = Notification.Name.NSManagedObjectContextDidSave
    /// Posted after a context has saved; the user info contains the IDs of the saved objects.
    public static let didSaveObjectIDsNotification =
      Notification.Name.NSManagedObjectContextDidSaveObjectIDs
    /// Posted after objects of a context have changed; the user info contains the changed objects.
    public static let didChangeObjectsNotification =
      Notification.Name.NSManagedObjectContextObjectsDidChange

    /// Posts the notification of the changes since the last call.
    ///
    /// If ``propagatesDeletesAtEndOfEvent`` is `true`, it first applies the delete rules.
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
