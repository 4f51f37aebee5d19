public import Foundation
import GhostlightClient

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

extension NotificationCenter {
  /// Calls a method whenever a synchronisation has come further.
  ///
  /// `#selector` needs Objective-C: give the method itself, as in `selector: syncState`. It is called
  /// where the notification is posted, on the callback queue of whoever synchronises, until the token
  /// is handed to `removeObserver(_:)`; the observer is kept until then.
  ///
  /// - Parameters:
  ///   - observer: Whom the method belongs to.
  ///   - selector: The method; the notification's `userInfo` has the ``SyncStatus`` under
  ///     ``kMIASyncroNotificationKeyStatus``.
  ///   - object: The `Sync` or `MIASyncro` to observe; `nil` for all.
  /// - Returns: The token of the observation.
  /// - Source: Mia's guide, "Sync", names the labels; the types are a *decision*.
  @discardableResult
  public func addObserverForSyncStatus(
    observer: Any, selector: @escaping (Notification) -> Void, object: Any?
  ) -> any NSObjectProtocol {
    let callback = Callback { (notification: Notification) in
      withExtendedLifetime(observer) { selector(notification) }
    }
    return addObserver(forName: .MIASyncroStatus, object: object, queue: nil) { notification in
      callback.block(notification)
    }
  }
}

/// Why a synchronisation could not do something that no service refused.
public enum SyncError: Error, Sendable, Hashable {
  /// The context's model has no entity for a class, by its name.
  case noEntity(String)
  /// The context has no store to keep objects in.
  case noStore
  /// What is known of the objects' remote twins can be neither read nor written.
  case recordsUnavailable(String)
  /// A document cannot become an object: the entity, the document's id, what is wrong.
  case invalidDocument(entity: String, id: String, reason: String)
  /// An object cannot be sent: the entity, the attribute, what is wrong.
  case invalidValue(entity: String, attribute: String, reason: String)
  /// The answer is not what a service of this kind sends.
  case unexpectedAnswer(String)
}

extension SyncError: CustomStringConvertible, LocalizedError {
  /// What is wrong, and what to do where it is the app's part.
  public var description: String {
    switch self {
    case .noEntity(let name):
      "The model has no entity \(name); name entity, class and collection alike."
    case .noStore: "The context has no persistent store; add one to its coordinator first."
    case .recordsUnavailable(let reason): "The synchronisation's own records fail: \(reason)"
    case .invalidDocument(let entity, let id, let reason):
      "The document \(id) does not fit the entity \(entity): \(reason)"
    case .invalidValue(let entity, let attribute, let reason):
      "\(entity).\(attribute) cannot be sent: \(reason)"
    case .unexpectedAnswer(let reason): "The service's answer lacks what it should say: \(reason)"
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}
