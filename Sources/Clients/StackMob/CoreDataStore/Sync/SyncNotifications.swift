#if canImport(CoreData) || ManagedObjects
  public import Foundation

  // The notifications of offline sync.
  // Source: protocol reference B21.

  /// Posted when an app starts a sync of a store.
  public let SMSyncWithServerNotification = Notification.Name("SMSyncWithServerNotification")

  /// Posted when the set of objects that wait for a sync has changed.
  ///
  /// The user info contains the objects' IDs under ``SMDirtyInsertedObjectKeys``,
  /// ``SMDirtyUpdatedObjectKeys`` and ``SMDirtyDeletedObjectKeys``.
  public let SMDirtyQueueNotification = Notification.Name("SMDirtyQueueNotification")

  /// Posted when an app marks an object as synced that a sync could not send.
  public let SMMarkObjectAsSyncedNotification = Notification.Name(
    "SMMarkObjectAsSyncedNotification")

  /// Posted when an app marks several objects as synced that a sync could not send.
  public let SMMarkArrayOfObjectsAsSyncedNotification = Notification.Name(
    "SMMarkArrayOfObjectsAsSyncedNotification")
#endif
