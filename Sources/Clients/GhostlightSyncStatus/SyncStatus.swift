public import Foundation

/// How far a synchronisation is.
///
/// - Source: Mia's guide, "MIASync Framwerork", names the properties; their types are a *decision*.
public struct SyncStatus: Sendable {
  /// The name of the class that was finished last; `nil` before the first.
  public let lastSyncedEntity: String?
  /// The name of the class in work; `nil` when nothing is.
  public let syncingEntity: String?
  /// What failed last; `nil` while all is well.
  public let error: (any Error)?
  /// The part that is done, from 0 to 1.
  public let progress: Double

  /// A status of all its parts.
  public init(
    lastSyncedEntity: String?, syncingEntity: String?, error: (any Error)?, progress: Double
  ) {
    self.lastSyncedEntity = lastSyncedEntity
    self.syncingEntity = syncingEntity
    self.error = error
    self.progress = progress
  }
}

/// The key of a notification's `userInfo` under which its ``SyncStatus`` stands.
///
/// - Source: Mia's guide, "MIASync Framwerork"; its value is a *decision*.
public let kMIASyncroNotificationKeyStatus = "kMIASyncroNotificationKeyStatus"

extension Notification.Name {
  /// Posted when a synchronisation has come further.
  ///
  /// - Source: *decision*; the guide's observer hides the name.
  public static let MIASyncroStatus = Notification.Name("kMIASyncroNotification")
}
