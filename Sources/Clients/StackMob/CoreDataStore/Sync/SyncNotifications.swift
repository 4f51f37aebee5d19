#if canImport(CoreData) || ManagedObjects
  public import Foundation

  // What is posted about offline sync.
  // Source: protocol reference B21.

  /// Posted when an app asks a store to synchronise.
  public let SMSyncWithServerNotification = Notification.Name("SMSyncWithServerNotification")

  /// Posted when objects have become dirty or clean, with their ids under
  /// ``SMDirtyInsertedObjectKeys``, ``SMDirtyUpdatedObjectKeys`` and ``SMDirtyDeletedObjectKeys``.
  public let SMDirtyQueueNotification = Notification.Name("SMDirtyQueueNotification")

  /// Posted when an app marks an object that failed as synced.
  public let SMMarkObjectAsSyncedNotification = Notification.Name(
    "SMMarkObjectAsSyncedNotification")

  /// Posted when an app marks objects that failed as synced.
  public let SMMarkArrayOfObjectsAsSyncedNotification = Notification.Name(
    "SMMarkArrayOfObjectsAsSyncedNotification")
#endif
