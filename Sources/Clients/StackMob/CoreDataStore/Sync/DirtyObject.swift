#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import GhostlightLedger

  /// How an object is known to the cache.
  struct ObjectKey: Sendable, Hashable {
    /// The name of its entity.
    var entity: String
    /// The primary key.
    var key: String
  }

  /// An object of the cache that the server has to be told of, as of one moment.
  struct DirtyObject: Sendable {
    let id: ObjectKey
    let kind: DirtyKind
    /// What the server said about the last change that this device knew.
    let base: Date?
    /// What was sent of the object without a response.
    let ledger: WriteLedger
    /// Counts what offline saves did with the object.
    let revision: Int64
    /// All fields with null for what there is none of, and the two dates of this device.
    let fields: JSONObject
    /// The part of `X-StackMob-Relations`; `nil` where no related object is named.
    let relations: String?

    /// What is sent of the object.
    func body(sendsTimestamps: Bool) -> JSONObject {
      sendsTimestamps ? fields : fields.withoutDates
    }

    /// What of the object a merge policy gets.
    var forPolicy: [AnyHashable: Any] {
      kind == .deleted
        ? [SMLastModDateKey: fields.date(SMLastModDateKey) as Any] : fields.forPolicy
    }

    /// Returns the relation of the server's object, whose related objects are keys, to this one.
    func standing(_ server: JSONObject?) -> SyncDecision.Standing {
      switch ledger.standing(of: server, since: base) {
      case .missing:
        return ledger.writes.contains { $0.operation == .delete } ? .deletedHere : .missing
      case .base: return .base
      case .own(let number):
        let isCurrent = ledger.hasArrived(revision, by: number) { sent in
          guard let sent, let server else { return false }
          return sent.isStored(as: .object(server))
        }
        return isCurrent && kind != .deleted ? .sent : .sentBefore
      case .foreign, .ownChangedSince: return .other
      }
    }
  }

  extension Date {
    /// Milliseconds since 1970, as StackMob has them.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// The date of a number of milliseconds since 1970.
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
  }

  extension JSONObject {
    /// The object without the two dates that every object has.
    var withoutDates: JSONObject {
      JSONObject(
        uniqueMembers: members.filter { $0.key != "createddate" && $0.key != SMLastModDateKey })
    }

    /// The date that a field has as milliseconds.
    func date(_ key: String) -> Date? { self[key]?.integer.map { Date(milliseconds: $0) } }

    /// The fields by name, the two dates that every object has as dates.
    var forPolicy: [AnyHashable: Any] {
      var result = JSON.object(self).dictionary
      for key in ["createddate", SMLastModDateKey] { result[key] = date(key) ?? result[key] }
      return result
    }
  }
#endif
