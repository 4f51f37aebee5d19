#if canImport(CoreData) || ManagedObjects
  import Foundation

  /// The action that a sync will take for one object.
  ///
  /// - Source: protocol reference B21, the table of dirty kinds and server states.
  enum SyncDecision: Sendable, Hashable {
    /// Creates the object on the server.
    case insert
    /// Replaces the object on the server.
    case update
    /// Deletes the object from the server.
    case delete
    /// Marks the object as synced: the server accepted it earlier, but the response was lost.
    case confirm
    /// Stores the server's version in the cache.
    case takeServer
    /// Removes the object from the cache, because the server no longer has it.
    case purge
    /// Discards the object's deletion, because the server does not have the object.
    case drop
    /// Calls the merge policy, whose result ``init(_:isClient:isOnServer:)`` converts to a
    /// decision.
    case askPolicy

    /// The relation of the server's version to the versions that this device has read and sent.
    enum Standing: Sendable, Hashable, CaseIterable {
      /// The server does not have the object.
      case missing
      /// The server does not have the object, and this device sent a deletion that got no response.
      case deletedHere
      /// The server's version has not changed since this device last read it.
      case base
      /// The server's version is what this device sent without getting a response, and the app has
      /// not changed the object since.
      case sent
      /// The server's version is what this device sent without getting a response, but the app has
      /// changed the object since.
      case sentBefore
      /// Another client changed the object.
      case other
    }

    /// Creates the decision from the kind of change and the server's version; ``askPolicy`` for a
    /// conflict.
    ///
    /// A change that this device sent itself is not a conflict, whatever date the server gave it.
    init(_ kind: DirtyKind, _ standing: Standing) {
      switch (kind, standing) {
      case (.inserted, .missing), (.inserted, .deletedHere), (.updated, .deletedHere):
        self = .insert
      case (.deleted, .missing), (.deleted, .deletedHere): self = .drop
      case (.deleted, .base), (.deleted, .sent), (.deleted, .sentBefore): self = .delete
      case (_, .sent): self = .confirm
      case (_, .base), (_, .sentBefore): self = .update
      case (.updated, .missing), (_, .other): self = .askPolicy
      }
    }

    /// Creates the decision from the result of a merge policy.
    init(_ kind: DirtyKind, isClient: Bool, isOnServer: Bool) {
      switch (isClient, kind, isOnServer) {
      case (true, .deleted, true): self = .delete
      case (true, .deleted, false): self = .drop
      case (true, _, true): self = .update
      case (true, _, false): self = .insert
      case (false, _, true): self = .takeServer
      case (false, _, false): self = .purge
      }
    }
  }
#endif
