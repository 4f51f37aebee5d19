#if canImport(CoreData) || ManagedObjects
  import GhostlightCore
  import HTTPTypes
  import ManagedObjects

  /// What saves that failed have done nevertheless.
  ///
  /// A context that could not be saved brings all its changes again with the next save. What StackMob
  /// has taken must not be sent twice, and what it may have taken must not be refused.
  struct SaveMemory {
    /// One object of a save that failed.
    struct Entry {
      /// The object of the context that was saved: another one under its id is another matter.
      weak var object: NSManagedObject?
      let kind: SaveKind
      /// What was sent.
      let body: JSONObject
      /// Whether StackMob said that it took it; else nobody knows.
      let isCertain: Bool
    }

    private var entries: [NSManagedObjectID: Entry] = [:]

    /// What was done with an object.
    func entry(of object: NSManagedObject, _ kind: SaveKind) -> Entry? {
      guard let entry = entries[object.objectID], entry.object === object, entry.kind == kind else {
        return nil
      }
      return entry
    }

    mutating func note(_ entry: Entry, of id: NSManagedObjectID) { entries[id] = entry }

    /// Forgets what is done, and what nobody will bring again.
    mutating func forget(_ ids: [NSManagedObjectID]) {
      for id in ids { entries[id] = nil }
      entries = entries.filter { $0.value.object != nil }
    }
  }

  /// What a save does with an object.
  enum SaveKind: Sendable, Hashable {
    case insert
    case update
    case delete

    /// The key of its failures in the user info of -108.
    var failuresKey: String {
      switch self {
      case .insert: SMInsertedObjectFailures
      case .update: SMUpdatedObjectFailures
      case .delete: SMDeletedObjectFailures
      }
    }
  }

  extension CallFailure {
    /// Whether StackMob may have done what it was asked, although no word of it came.
    var leavesOutcomeOpen: Bool {
      guard let exchange else {
        if case SMErrorNetworkNotReachable = error { return false }
        return true
      }
      switch exchange.response.status.code {
      case 500, 502, 504: return true
      default: return false
      }
    }
  }

  extension JSONObject {
    /// The members that another object lacks or has otherwise.
    func members(differingFrom other: JSONObject) -> JSONObject {
      JSONObject(uniqueMembers: members.filter { other[$0.key] != $0.value })
    }

    /// Whether an object that StackMob answers is what was made of these members.
    ///
    /// The texts of binary fields have become URLs, and what was null may be missing.
    func isStored(as stored: JSON) -> Bool {
      members.allSatisfy { member in
        let value = stored[member.key] ?? .null
        switch member.value {
        case .string(let text) where text.contains("Content-Transfer-Encoding"):
          return value.string != nil
        case .integer, .double, .decimal: return value.number == member.value.number
        case .object(let place):
          return place.members.allSatisfy { value[$0.key]?.number == $0.value.number }
        default: return value == member.value
        }
      }
    }
  }
#endif
