#if canImport(CoreData) || ManagedObjects
  import Foundation

  /// The decision of a sync about an object.
  ///
  /// - Source: protocol reference B21, the table of dirty kinds and server states.
  enum SyncDecision: Sendable, Hashable {
    /// Creates the object on the server.
    case insert
    /// Replaces the object on the server.
    case update
    /// Deletes the object from the server.
    case delete
    /// The server accepted the object in an earlier sync, whose response was lost.
    case confirm
    /// Stores the server's object in the cache.
    case takeServer
    /// Removes the object from the cache, because the server no longer has it.
    case purge
    /// Forgets the deletion, because the server does not have the object.
    case drop
    /// The merge policy has to decide; ``init(_:isClient:isOnServer:)`` converts its result.
    case askPolicy

    /// The relation of the server's object to this device's knowledge of it.
    enum Standing: Sendable, Hashable, CaseIterable {
      /// The server does not have the object.
      case missing
      /// The server does not have the object, and this device sent a deletion that got no response.
      case deletedHere
      /// The server's object is unchanged since this device's base.
      case base
      /// It is the version that this device sent without a response, and the object is unchanged
      /// since.
      case sent
      /// It is a version that this device sent without a response, and the object was changed
      /// since.
      case sentBefore
      /// Another client changed the object.
      case other
    }

    /// Creates the decision from the kind of change and the server's state, or ``askPolicy``.
    ///
    /// A change by this device itself is not a conflict, whatever date the server gave it.
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
