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
  /// The local edits that newer documents of the service have replaced in this run, oldest first.
  public let replacedEdits: [ReplacedEdit]

  /// Creates a status of all its parts.
  public init(
    lastSyncedEntity: String?, syncingEntity: String?, error: (any Error)?, progress: Double,
    replacedEdits: [ReplacedEdit] = []
  ) {
    self.lastSyncedEntity = lastSyncedEntity
    self.syncingEntity = syncingEntity
    self.error = error
    self.progress = progress
    self.replacedEdits = replacedEdits
  }
}

/// A local edit that a newer document of the service has replaced, since the service wins.
///
/// It is the record of a decision, not an error: an app can show it, or apply the edit again and
/// mark the object. Edits that were not marked are among them.
///
/// ```swift
/// for edit in status.replacedEdits {
///   print("\(edit.entity) \(edit.id) had \(edit.attributes)")
/// }
/// ```
///
/// - Source: *decision*; the guide says only that the service wins.
public struct ReplacedEdit: Sendable, Hashable {
  /// The name of the object's entity.
  public let entity: String
  /// The id of the document that replaced it.
  public let id: String
  /// The mark that the object had, such as `toPush` or `toTrash`; `nil` if it had none.
  public let mark: String?
  /// The attributes that the object had, as the text of a JSON object in the service's form.
  public let attributes: String

  /// Creates the record of a replaced edit.
  public init(entity: String, id: String, mark: String?, attributes: String) {
    self.entity = entity
    self.id = id
    self.mark = mark
    self.attributes = attributes
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
