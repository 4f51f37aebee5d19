#if canImport(CoreData) || ManagedObjects
  import Foundation

  /// What was done with an object that the server has not been told of.
  enum DirtyKind: Int16, Sendable, Hashable, CaseIterable {
    case inserted = 1
    case updated = 2
    case deleted = 3

    /// The name of the list of such objects.
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

  /// What an object of the cache owes to the server, and how offline saves change it.
  ///
  /// - Source: protocol reference B21, "Dirty queue".
  struct DirtyState: Sendable, Hashable {
    /// `nil` of an object that the server has like this.
    var kind: DirtyKind?
    /// The server's `lastmoddate` as of when the object became dirty; `nil` where the server is not
    /// known to have had it.
    var base: Date?
    /// Whether writes of the object are unanswered: the server may have it.
    var isSent = false

    /// What an offline save makes of an object, whose row may go with it.
    enum Outcome: Sendable, Hashable {
      case kept
      case removed
    }

    /// Changes the state as a save demands that did something with the object.
    ///
    /// The server's date is `lastmoddate` as the cache has it: the base where the object is clean.
    mutating func save(_ saved: DirtyKind, serverDate: Date?) -> Outcome {
      switch (saved, kind) {
      case (.inserted, nil), (.inserted, .inserted):
        kind = .inserted
      case (.inserted, .updated), (.inserted, .deleted):
        // The server has one of this key, or had it.
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

    /// Changes the state after the server has taken what was sent of the object, which is as it was
    /// sent still, or not.
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
