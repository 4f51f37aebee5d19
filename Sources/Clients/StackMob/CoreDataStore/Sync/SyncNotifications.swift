#if canImport(CoreData) || ManagedObjects
  public import Foundation

  // The notifications of offline sync.
  // Source: protocol reference B21.

  /// Posted when an app starts a sync of a store.
  public let SMSyncWithServerNotification = Notification.Name("SMSyncWithServerNotification")

  /// Posted when objects have become dirty or clean.
  ///
  /// The user info has their IDs under ``SMDirtyInsertedObjectKeys``, ``SMDirtyUpdatedObjectKeys``
  /// and ``SMDirtyDeletedObjectKeys``.
  public let SMDirtyQueueNotification = Notification.Name("SMDirtyQueueNotification")

  /// Posted when an app marks an object that could not be sent as synced.
  public let SMMarkObjectAsSyncedNotification = Notification.Name(
    "SMMarkObjectAsSyncedNotification")

  /// Posted when an app marks objects that could not be sent as synced.
  public let SMMarkArrayOfObjectsAsSyncedNotification = Notification.Name(
    "SMMarkArrayOfObjectsAsSyncedNotification")
#endif
