public import Foundation
import GhostlightClient

/// The progress of a synchronisation at one moment.
///
/// An app gets it with the notification `MIASyncroStatus`, for example to update a progress bar. It
/// is a value and can be used on any thread.
///
/// - Source: Mia's guide, "MIASync Framwerork", names the properties; their types are a *decision*.
public struct SyncStatus: Sendable {
  /// The name of the entity that was synchronised last; `nil` before the first.
  public let lastSyncedEntity: String?
  /// The name of the entity that is being synchronised; `nil` if there is none.
  public let syncingEntity: String?
  /// The last error of the run; `nil` if there was none.
  public let error: (any Error)?
  /// The completed part of the run, from 0 to 1.
  public let progress: Double
  /// The local edits that newer documents of the service have replaced in this run, oldest first.
  public let replacedEdits: [ReplacedEdit]

  /// Creates a status with the given values.
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

/// A local edit that a newer document of the service has replaced.
///
/// It is not an error: the service wins if both sides have changed an object. An app can show the
/// edit, or apply it again and mark the object. Edits of objects that were not marked are reported
/// too.
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
  /// The name of the edited object's entity.
  public let entity: String
  /// The ID of the document that replaced the edit.
  public let id: String
  /// The mark that the object had, such as `toPush` or `toTrash`; `nil` if it did not have one.
  public let mark: String?
  /// The attributes that the object had, as a JSON object in the form that the service receives.
  public let attributes: String

  /// Creates a replaced edit with the given values.
  public init(entity: String, id: String, mark: String?, attributes: String) {
    self.entity = entity
    self.id = id
    self.mark = mark
    self.attributes = attributes
  }
}

/// The key under which a notification's `userInfo` contains the ``SyncStatus``.
///
/// - Source: Mia's guide, "MIASync Framwerork"; its value is a *decision*.
public let kMIASyncroNotificationKeyStatus = "kMIASyncroNotificationKeyStatus"

extension Notification.Name {
  /// Posted whenever a synchronisation has made progress.
  ///
  /// - Source: *decision*; the guide's observer hides the name.
  public static let MIASyncroStatus = Notification.Name("kMIASyncroNotification")
}

extension NotificationCenter {
  /// Calls a method whenever a synchronisation has made progress.
  ///
  /// `#selector` needs Objective-C, so pass the method itself, as in `selector: syncState`. The
  /// method is called on the callback queue of the object that synchronises. To end the
  /// observation, pass the returned token to `removeObserver(_:)`. Until then, the observer is
  /// retained.
  ///
  /// - Parameters:
  ///   - observer: The object whose method is called.
  ///   - selector: The method; the notification's `userInfo` contains the ``SyncStatus`` under
  ///     ``kMIASyncroNotificationKeyStatus``.
  ///   - object: The `Sync` or `MIASyncro` to observe; `nil` for all.
  /// - Returns: A token with which the observation can be ended.
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

/// An error of a synchronisation, other than the service's rejection of a request.
///
/// A ``SyncStatus`` contains it, and a run passes it to its completion handler. If the service
/// rejects a request, the error is one of the vendor's SDK instead.
public enum SyncError: Error, Sendable, Hashable {
  /// The context's model does not have an entity for the class with this name.
  case noEntity(String)
  /// The context does not have a store.
  case noStore
  /// The file with the sync records cannot be read or written; the value is the reason.
  case recordsUnavailable(String)
  /// A document cannot become an object.
  ///
  /// The values are the entity's name, the document's ID and the reason.
  case invalidDocument(entity: String, id: String, reason: String)
  /// An object cannot be sent, because an attribute has an invalid value.
  ///
  /// The values are the entity's name, the attribute's name and the reason.
  case invalidValue(entity: String, attribute: String, reason: String)
  /// The response does not have the form that the service's protocol defines; the value is the
  /// reason.
  case unexpectedAnswer(String)
}

extension SyncError: CustomStringConvertible, LocalizedError {
  /// A message with the problem and, if the app can solve it, the remedy.
  public var description: String {
    switch self {
    case .noEntity(let name):
      "The model has no entity \(name); give the entity, its class and its collection the same name."
    case .noStore: "The context has no persistent store; add one to its coordinator first."
    case .recordsUnavailable(let reason):
      "The records of the synchronisation cannot be used: \(reason)"
    case .invalidDocument(let entity, let id, let reason):
      "The document \(id) does not fit the entity \(entity): \(reason)"
    case .invalidValue(let entity, let attribute, let reason):
      "\(entity).\(attribute) cannot be sent: \(reason)"
    case .unexpectedAnswer(let reason):
      "The service's response does not have the expected form: \(reason)"
    }
  }

  /// The same message as ``description``.
  public var errorDescription: String? { description }
}
