#if canImport(CoreData) || ManagedObjects
  import Foundation

  /// The kind of change that the server does not have yet.
  enum DirtyKind: Int16, Sendable, Hashable, CaseIterable {
    case inserted = 1
    case updated = 2
    case deleted = 3

    /// The user info key for the list of objects with this kind of change.
    ///
    /// - Source: protocol reference B21.
    var listName: String {
      switch self {
      case .inserted: SMDirtyInsertedObjectKeys
      case .updated: SMDirtyUpdatedObjectKeys
      case .deleted: SMDirtyDeletedObjectKeys
      }
    }
  }

  /// The sync state of an object, and how offline saves change it.
  ///
  /// - Source: protocol reference B21, "Dirty queue".
  struct DirtyState: Sendable, Hashable {
    /// The kind of change that the server does not have; `nil` for a clean object.
    var kind: DirtyKind?
    /// The server's `lastmoddate` when the object was first changed offline; `nil` if the server is
    /// not known to have had the object.
    var base: Date?
    /// Whether writes of the object got no response, so that the server may have the object.
    var isSent = false

    /// The result of an offline save: whether the object's row stays in the cache.
    enum Outcome: Sendable, Hashable {
      case kept
      case removed
    }

    /// Changes the state for an offline save of the object.
    ///
    /// `serverDate` is the `lastmoddate` in the cache. If the object was clean, this date becomes
    /// its base.
    mutating func save(_ saved: DirtyKind, serverDate: Date?) -> Outcome {
      switch (saved, kind) {
      case (.inserted, nil), (.inserted, .inserted):
        kind = .inserted
      case (.inserted, .updated), (.inserted, .deleted):
        // With a `base`, the server has or had an object with this key, so the object is updated.
        kind = base == nil ? .inserted : .updated
      case (.updated, nil):
        (kind, base) = (.updated, serverDate)
      case (.updated, .deleted): kind = base == nil ? .inserted : .updated
      case (.updated, _): break
      case (.deleted, nil):
        (kind, base) = (.deleted, serverDate)
      case (.deleted, .inserted) where !isSent:
        self = DirtyState()
        return .removed
      case (.deleted, _): kind = .deleted
      }
      return .kept
    }

    /// Changes the state after the server has accepted the object.
    ///
    /// `current` is `true` if the object has not changed since it was sent.
    mutating func confirm(at date: Date?, isCurrent current: Bool) {
      isSent = false
      base = date
      if current {
        self = DirtyState()
      } else if kind == .inserted {
        kind = .updated
      }
    }
  }
#endif
