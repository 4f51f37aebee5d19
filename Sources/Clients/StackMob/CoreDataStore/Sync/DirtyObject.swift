#if canImport(CoreData) || ManagedObjects
  import Foundation
  import GhostlightCore

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
    /// What was sent of the object at an earlier sync, if nobody knows whether it arrived.
    let sent: JSONObject?
    /// Counts what offline saves did with the object.
    let revision: Int64
    /// All fields with null for what there is none of, and the two dates of this device.
    let fields: JSONObject
    /// The part of `X-StackMob-Relations`; `nil` where no related object is named.
    let relations: String?

    private static let dates = ["createddate", "lastmoddate"]

    /// What is sent of the object.
    func body(sendsTimestamps: Bool) -> JSONObject {
      sendsTimestamps ? fields : fields.without(Self.dates)
    }

    /// What of the object a merge policy gets.
    var forPolicy: [AnyHashable: Any] {
      kind == .deleted
        ? [SMLastModDateKey: fields.date(SMLastModDateKey) as Any] : fields.forPolicy
    }

    /// How the object that the server has stands to this one.
    func standing(_ server: JSONObject?) -> SyncDecision.Standing {
      guard let server else { return .missing }
      if let base, base.milliseconds == server[SMLastModDateKey]?.integer { return .base }
      guard let sent = sent?.without(Self.dates), sent.isStored(as: .object(server)) else {
        return .other
      }
      return fields.without(Self.dates).members(differingFrom: sent).isEmpty ? .sent : .sentBefore
    }
  }

  extension Date {
    /// Milliseconds since 1970, as StackMob has them.
    var milliseconds: Int64 { Int64((timeIntervalSince1970 * 1000).rounded()) }

    /// The date of a number of milliseconds since 1970.
    init(milliseconds: Int64) { self.init(timeIntervalSince1970: Double(milliseconds) / 1000) }
  }

  extension JSONObject {
    func without(_ keys: [String]) -> JSONObject {
      JSONObject(uniqueMembers: members.filter { !keys.contains($0.key) })
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
