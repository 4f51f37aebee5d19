#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// The action of a sync for one object: what it changed on the server or in the cache.
  ///
  /// ``SMSyncedObject/actionTaken`` has one of the four constants. The raw values are those of the
  /// SDK.
  ///
  /// - Source: protocol reference B21.
  public struct SMSyncAction: RawRepresentable, Sendable, Hashable {
    /// The number of the action, from 0 to 3.
    public let rawValue: Int32

    /// Creates an action from its number.
    public init(rawValue: Int32) { self.rawValue = rawValue }
  }

  /// The object was created on the server.
  public let SMSyncActionInsertedOnServer = SMSyncAction(rawValue: 0)

  /// The object was changed on the server.
  public let SMSyncActionUpdatedOnServer = SMSyncAction(rawValue: 1)

  /// The object was deleted from the server.
  public let SMSyncActionDeletedFromServer = SMSyncAction(rawValue: 2)

  /// The server's object won.
  ///
  /// The cache now has its values, or has removed the object if the server does not have it.
  public let SMSyncActionUpdatedCache = SMSyncAction(rawValue: 3)

  /// An object that a sync has handled, as the completion callback gets it.
  ///
  /// It identifies the object and the action of the sync. Objects that failed are passed to other
  /// callbacks. It is immutable, and can be used on any thread.
  ///
  /// - Source: protocol reference B21.
  public final class SMSyncedObject: Sendable {
    /// The identity of an object after a sync.
    enum Identity: Sendable, Hashable {
      case managedObject(NSManagedObjectID)
      case primaryKey(String)
    }

    let identity: Identity
    /// The action of the sync for the object.
    public let actionTaken: SMSyncAction

    init(_ identity: Identity, _ action: SMSyncAction) {
      self.identity = identity
      actionTaken = action
    }

    /// The `NSManagedObjectID` of the object, or the primary key, a string, of an object that the
    /// app deleted.
    public var objectID: Any {
      switch identity {
      case .managedObject(let id): id
      case .primaryKey(let key): key
      }
    }
  }
#endif
