public import Foundation
import GhostlightClient

/// The progress of a synchronisation at one moment.
///
/// An app gets it in the notification `MIASyncroStatus`, for a progress bar or a message. It is a value
/// and can be used on any thread.
///
/// - Source: Mia's guide, "MIASync Framwerork", names the properties; their types are a *decision*.
public struct SyncStatus: Sendable {
  /// The name of the class that was finished last; `nil` before the first.
  public let lastSyncedEntity: String?
  /// The name of the class that is synchronised now; `nil` if there is none.
  public let syncingEntity: String?
  /// The last error of the run; `nil` without an error.
  public let error: (any Error)?
  /// The completed part, from 0 to 1.
  public let progress: Double
  /// The local edits that newer documents of the service have replaced in this run, oldest first.
  public let replacedEdits: [ReplacedEdit]

  /// Creates a status.
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

/// A local edit that a newer document has replaced, because the service wins.
///
/// It is the record of a decision, not an error. An app can show it, or apply the edit again and
/// mark the object. It also records edits of objects that were not marked.
///
/// ```swift
/// import MIASync
///
/// func printReplacedEdits(of status: SyncStatus) {
///   for edit in status.replacedEdits {
///     print("\(edit.entity) \(edit.id) had \(edit.attributes)")
///   }
/// }
/// ```
///
/// - Source: *decision*; the guide says only that the service wins.
public struct ReplacedEdit: Sendable, Hashable {
  /// The name of the object's entity.
  public let entity: String
  /// The ID of the document that replaced the edit.
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

/// The key of the ``SyncStatus`` in a notification's `userInfo`.
///
/// - Source: Mia's guide, "MIASync Framwerork"; its value is a *decision*.
public let kMIASyncroNotificationKeyStatus = "kMIASyncroNotificationKeyStatus"

extension Notification.Name {
  /// Posted when a synchronisation has made progress.
  ///
  /// - Source: *decision*; the guide's observer hides the name.
  public static let MIASyncroStatus = Notification.Name("kMIASyncroNotification")
}

extension NotificationCenter {
  /// Calls a method whenever a synchronisation has made progress.
  ///
  /// `#selector` needs Objective-C, so pass the method itself, as in `selector: syncState`. The
  /// method is called on the thread that posts the notification, which is the callback queue of the
  /// synchronising object. To end the observation, pass the token to `removeObserver(_:)`. The
  /// observer is retained until then.
  ///
  /// - Parameters:
  ///   - observer: The object that has the method.
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

/// The error of a synchronisation that failed on this device, not by a refusal of the service.
///
/// A ``SyncStatus`` contains it, and the completion handler of a run gets it. Refusals of the service
/// have the errors of the vendor's SDK.
public enum SyncError: Error, Sendable, Hashable {
  /// The context's model has no entity for a class with this name.
  case noEntity(String)
  /// The context has no store for objects.
  case noStore
  /// The records of the objects' remote twins cannot be read or written.
  case recordsUnavailable(String)
  /// A document cannot become an object.
  ///
  /// The values are the entity, the document's ID and the problem.
  case invalidDocument(entity: String, id: String, reason: String)
  /// An object cannot be sent.
  ///
  /// The values are the entity, the attribute and the problem.
  case invalidValue(entity: String, attribute: String, reason: String)
  /// The response does not have the form that a service of this kind sends. The value is the problem.
  case unexpectedAnswer(String)
}

extension SyncError: CustomStringConvertible, LocalizedError {
  /// A description of the problem and, if the app can solve it, the remedy.
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

  /// The same text as ``description``.
  public var errorDescription: String? { description }
}
