#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// What a sync did with an object.
  ///
  /// - Source: protocol reference B21.
  public struct SMSyncAction: RawRepresentable, Sendable, Hashable {
    /// The number of the action, from 0 to 3.
    public let rawValue: Int32

    /// An action of a number.
    public init(rawValue: Int32) { self.rawValue = rawValue }
  }

  /// The object was created on the server.
  public let SMSyncActionInsertedOnServer = SMSyncAction(rawValue: 0)

  /// The object was changed on the server.
  public let SMSyncActionUpdatedOnServer = SMSyncAction(rawValue: 1)

  /// The object was deleted from the server.
  public let SMSyncActionDeletedFromServer = SMSyncAction(rawValue: 2)

  /// The server's object won: it is in the cache now, or gone from it where the server has none.
  public let SMSyncActionUpdatedCache = SMSyncAction(rawValue: 3)

  /// An object that a sync has handled, as the completion callback gets it.
  ///
  /// - Source: protocol reference B21.
  public final class SMSyncedObject: Sendable {
    /// How an object is known after a sync.
    enum Identity: Sendable, Hashable {
      case managedObject(NSManagedObjectID)
      case primaryKey(String)
    }

    let identity: Identity
    /// What was done.
    public let actionTaken: SMSyncAction

    init(_ identity: Identity, _ action: SMSyncAction) {
      self.identity = identity
      actionTaken = action
    }

    /// The `NSManagedObjectID` of the object; the primary key, a string, of one that the app deleted.
    public var objectID: Any {
      switch identity {
      case .managedObject(let id): id
      case .primaryKey(let key): key
      }
    }
  }
#endif
