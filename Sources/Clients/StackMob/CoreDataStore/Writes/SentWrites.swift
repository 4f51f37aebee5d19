#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightClient
  import GhostlightCore
  import GhostlightLedger
  import HTTPTypes
  import ManagedObjects
  import Synchronization

  /// The write ledgers of a store: writes that were sent and have no response yet, so that StackMob
  /// may have them.
  ///
  /// A store with a cache saves each object's ledger in the object's row, so that the ledger
  /// outlives the process. Without a cache, the ledgers are in memory only.
  final class SentWrites: Sendable {
    /// A write before it is sent.
    struct Draft {
      let id: ObjectKey
      let operation: UnansweredWrite.Operation
      /// The fields that are sent, with related objects as primary keys.
      let fields: JSONObject
      /// Whether the object is not sent itself, but nested in the body of another object.
      var isNested = false
    }

    private let cache: ObjectCache?
    private let uncached = Mutex<[ObjectKey: WriteLedger]>([:])

    init(_ cache: ObjectCache?) { self.cache = cache }

    /// Returns the ledgers that contain writes, by object; other objects are left out.
    func ledgers(of ids: [ObjectKey]) throws -> [ObjectKey: WriteLedger] {
      if let cache { return try cache.ledgers(of: ids) }
      return uncached.withLock { all in
        ids.reduce(into: [:]) { $0[$1] = all[$1] }
      }
    }

    /// Adds writes to the ledgers, and returns the writes' numbers, by which responses settle them.
    ///
    /// A number is `nil` for a write with too few fields to recognize the object by it on the
    /// server.
    func record(_ drafts: [Draft]) throws -> [Int64?] {
      if let cache { return try cache.record(drafts) }
      return uncached.withLock { all in
        drafts.map { draft in
          guard !draft.isNested || draft.fields.count > 1 else { return nil }
          return all[draft.id, default: WriteLedger()].append(
            UnansweredWrite(
              draft.operation, identifier: draft.id.key, fields: draft.fields, base: nil, order: 0))
        }
      }
    }

    /// Changes the ledgers of objects in one transaction.
    func change(_ ids: [ObjectKey], _ body: (ObjectKey, inout WriteLedger) -> Void) throws {
      if let cache { return try cache.changeLedgers(of: ids, body) }
      uncached.withLock { all in
        for id in ids {
          var ledger = all[id] ?? WriteLedger()
          body(id, &ledger)
          all[id] = ledger.isEmpty ? nil : ledger
        }
      }
    }
  }

  extension CallFailure {
    /// The outcome of a failed write: refused, or open if StackMob may have received the write.
    var outcome: WriteOutcome {
      guard let exchange else {
        if case SMErrorNetworkNotReachable = error { return .refused }
        return .open
      }
      return WriteOutcome(status: exchange.response.status.code)
    }
  }

  // MARK: Comparing

  extension WriteLedger {
    /// Returns how the server's version of an object relates to the ledger's writes.
    ///
    /// Related objects in `server` must be primary keys.
    func standing(of server: JSONObject?, since base: Date?) -> Standing {
      standing(
        of: server.map { Version(number: $0[SMLastModDateKey]?.integer) },
        since: Version(number: base?.milliseconds)
      ) { fields in
        guard let fields, let server else { return false }
        return fields.isStored(as: .object(server))
      }
    }
  }

  extension JSONObject {
    /// Returns the object with primary keys in place of related objects.
    ///
    /// The keys of a relationship are sorted unless the relationship is ordered.
    func flattened(
      _ entity: NSEntityDescription, _ session: SMUserSession?
    ) throws -> JSONObject {
      var result = self
      for (name, relationship) in entity.relationshipsByName {
        guard let destination = relationship.destinationEntity else { continue }
        let field = try EntityNaming(entity, session).field(name)
        let key = try EntityNaming(destination, session).primaryKeyField
        switch self[field] {
        case .object(let one): result[field] = one[key] ?? .null
        case .array(let many):
          let keys = many.map { $0[key] ?? $0 }
          result[field] = .array(
            relationship.isOrdered ? keys : keys.sorted { ($0.string ?? "") < ($1.string ?? "") })
        default: break
        }
      }
      return result
    }

    /// Returns the members that `other` does not have, or has with a different value.
    func members(differingFrom other: JSONObject) -> JSONObject {
      JSONObject(uniqueMembers: members.filter { other[$0.key] != $0.value })
    }

    /// Returns whether the server's object `stored` contains all members of this object.
    ///
    /// Any string in a binary field counts as equal, because the server replaces it by a URL.
    /// Members that are null or an empty array can be missing.
    func isStored(as stored: JSON) -> Bool {
      members.allSatisfy { member in
        let value = stored[member.key] ?? .null
        switch member.value {
        case .string(let text) where text.contains("Content-Transfer-Encoding"):
          return value.string != nil
        case .integer, .double, .decimal: return value.number == member.value.number
        case .array(let elements) where elements.isEmpty: return value == .null || value == []
        case .object(let place):
          return place.members.allSatisfy { value[$0.key]?.number == $0.value.number }
        default: return value == member.value
        }
      }
    }
  }
#endif
