#if canImport(CoreData) || ManagedObjects
  import Foundation
  import ManagedObjects

  /// The change that a sync made for one object, on the server or in the cache.
  ///
  /// ``SMSyncedObject/actionTaken`` is one of four constants, such as
  /// ``SMSyncActionInsertedOnServer``. The raw values are those of the vendor's SDK.
  ///
  /// - Source: protocol reference B21.
  public struct SMSyncAction: RawRepresentable, Sendable, Hashable {
    /// The action's number: 0 inserted, 1 updated, 2 deleted on the server, 3 updated in the cache.
    public let rawValue: Int32

    /// Creates an action from its number; apps normally use the constants instead.
    public init(rawValue: Int32) { self.rawValue = rawValue }
  }

  /// The sync created the object on the server.
  public let SMSyncActionInsertedOnServer = SMSyncAction(rawValue: 0)

  /// The sync changed the object on the server.
  public let SMSyncActionUpdatedOnServer = SMSyncAction(rawValue: 1)

  /// The sync deleted the object from the server.
  public let SMSyncActionDeletedFromServer = SMSyncAction(rawValue: 2)

  /// The sync replaced the object in the cache by the server's version.
  ///
  /// If the server does not have the object, the sync removed it from the cache.
  public let SMSyncActionUpdatedCache = SMSyncAction(rawValue: 3)

  /// One object that a sync has handled, as the completion callback gets it.
  ///
  /// It tells which object it is and what the sync did with it. Objects that the sync could not
  /// send are passed to the callbacks for failures instead. It is immutable, and can be used on any
  /// thread.
  ///
  /// - Source: protocol reference B21.
  public final class SMSyncedObject: Sendable {
    /// The identity of an object after a sync.
    enum Identity: Sendable, Hashable {
      case managedObject(NSManagedObjectID)
      case primaryKey(String)
    }

    let identity: Identity
    /// The change that the sync made for the object, on the server or in the cache.
    public let actionTaken: SMSyncAction

    init(_ identity: Identity, _ action: SMSyncAction) {
      self.identity = identity
      actionTaken = action
    }

    /// The object's `NSManagedObjectID`; if the app deleted the object, its primary key, a
    /// `String`.
    public var objectID: Any {
      switch identity {
      case .managedObject(let id): id
      case .primaryKey(let key): key
      }
    }
  }
#endif
