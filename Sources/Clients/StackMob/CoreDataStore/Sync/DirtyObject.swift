#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore
  import GhostlightLedger

  /// The identity of an object in the cache: its entity and its primary key.
  struct ObjectKey: Sendable, Hashable {
    var entity: String
    var key: String
  }

  /// A snapshot of a cached object that has changes which the server does not have.
  struct DirtyObject: Sendable {
    let id: ObjectKey
    let kind: DirtyKind
    /// The date of the last server change that this device knows; `nil` if it knows none.
    let base: Date?
    /// The object's writes that were sent and did not get a response.
    let ledger: WriteLedger
    /// The number of offline saves that have changed the object.
    let revision: Int64
    /// All fields, with null for missing values, and this device's `createddate` and `lastmoddate`.
    let fields: JSONObject
    /// The object's part of the header field `X-StackMob-Relations`; `nil` without related objects.
    let relations: String?

    /// Returns the request body for the object, with this device's two dates if `sendsTimestamps`
    /// is `true`.
    func body(sendsTimestamps: Bool) -> JSONObject {
      sendsTimestamps ? fields : fields.withoutDates
    }

    /// The object as the dictionary that a merge policy gets.
    var forPolicy: [AnyHashable: Any] {
      kind == .deleted
        ? [SMLastModDateKey: fields.date(SMLastModDateKey) as Any] : fields.forPolicy
    }

    /// Returns how the server's version relates to this object and the writes that were sent.
    ///
    /// Related objects in `server` must be primary keys.
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
    /// The milliseconds since 1970, in which StackMob represents dates.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// Creates the date from milliseconds since 1970.
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
  }

  extension JSONObject {
    /// The object without `createddate` and `lastmoddate`, which every object has.
    var withoutDates: JSONObject {
      JSONObject(
        uniqueMembers: members.filter { $0.key != "createddate" && $0.key != SMLastModDateKey })
    }

    /// Returns the date in a field that contains milliseconds since 1970.
    func date(_ key: String) -> Date? { self[key]?.integer.map { Date(milliseconds: $0) } }

    /// The fields by name, with `createddate` and `lastmoddate` as `Date`.
    var forPolicy: [AnyHashable: Any] {
      var result = JSON.object(self).dictionary
      for key in ["createddate", SMLastModDateKey] { result[key] = date(key) ?? result[key] }
      return result
    }
  }
#endif
