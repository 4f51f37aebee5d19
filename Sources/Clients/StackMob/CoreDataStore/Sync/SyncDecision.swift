#if canImport(CoreData) || ManagedObjects
  import Foundation

  /// What a sync does about an object.
  ///
  /// - Source: protocol reference B21, the table of dirty kinds and server states.
  enum SyncDecision: Sendable, Hashable {
    /// Create it on the server.
    case insert
    /// Replace it on the server.
    case update
    /// Delete it from the server.
    case delete
    /// The server has taken it at an earlier sync, whose answer was lost.
    case confirm
    /// Put the server's object into the cache.
    case takeServer
    /// Remove it from the cache, for the server has it no more.
    case purge
    /// Forget the deletion: the server has no such object.
    case drop
    /// Ask the merge policy, then see ``init(_:isClient:isOnServer:)``.
    case askPolicy

    /// How the server's object stands to what this device knows of it.
    enum Standing: Sendable, Hashable, CaseIterable {
      /// There is none.
      case missing
      /// There is none, and this device sent a deletion of which no word came.
      case deletedHere
      /// It was changed last when the base was.
      case base
      /// It is what this device sent, of which no word came, and the object is like that still.
      case sent
      /// It is what this device sent, of which no word came; the object was changed since.
      case sentBefore
      /// Somebody else changed it.
      case other
    }

    /// The decision that needs no policy, or that one is needed.
    ///
    /// What this device did itself is no conflict, whatever date the server gave it.
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

    /// The decision that a merge policy's answer means.
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
