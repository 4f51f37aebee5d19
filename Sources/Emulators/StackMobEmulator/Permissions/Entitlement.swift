import GhostlightCore
import GhostlightEmulation

/// Which objects of a schema a caller has to do with, once the schema lets him in at all (A23).
enum Entitlement: Sendable, Hashable {
  case everything
  case nothing
  /// Objects whose `sm_owner` is this one.
  case owned(by: String)
  /// Objects that name the user in a field.
  case naming(user: String, field: String)
  /// Objects whose owner names the user in a field.
  case ownerNaming(user: String, realm: String, field: String)

  /// Whether the object is one of them.
  ///
  /// - Throws: What is over the budget: the field may list many users.
  func admits(
    _ object: JSONObject, in state: StackMobState, _ budget: WorkBudget
  ) throws(Fault) -> Bool {
    switch self {
    case .everything: return true
    case .nothing: return false
    case .owned(let owner): return object["sm_owner"]?.string?.isExactly(owner) ?? false
    case .naming(let user, let field): return try Self.names(user, in: object[field], budget)
    case .ownerNaming(let user, let realm, let field):
      guard let owner = Self.owner(of: object, state, listing: field, of: realm) else {
        return false
      }
      return try Self.names(user, in: owner[field], budget)
    }
  }

  /// The same as a condition of a query.
  func predicate(in state: StackMobState) -> Predicate {
    switch self {
    case .everything: .always
    case .nothing: .never
    case .owned(let owner): .field(FieldPath("sm_owner"), .equals(.string(owner)))
    case .naming(let user, let field):
      .field(FieldPath(field), .valueOrAnyElement(.equals(.string(user))))
    case .ownerNaming:
      .measured { object, budget throws(Fault) in
        try budget.spend(4)
        return try admits(object, in: state, budget)
      }
    }
  }

  private static func names(
    _ user: String, in value: JSON?, _ budget: WorkBudget
  ) throws(Fault) -> Bool {
    switch value {
    case .string(let id): return id.isExactly(user)
    case .array(let ids):
      try budget.spend(ids.count &>> 3)
      return ids.contains(.string(user))
    default: return false
    }
  }

  /// The owner's user object, where its schema has the field as one that can name the caller.
  private static func owner(
    of object: JSONObject, _ state: StackMobState, listing field: String, of realm: String
  ) -> JSONObject? {
    guard let parts = object["sm_owner"]?.string?.parts(at: "/", maxSplits: 1),
      parts.count == 2, let schema = state.schemas[parts[0]],
      schema.canName(usersOf: realm, in: field)
    else { return nil }
    return state.object(parts[1], of: schema.name)
  }
}

extension Schema {
  /// Whether a field's ids are users of a schema; ids in a field that is no relationship may be.
  func canName(usersOf realm: String, in field: String) -> Bool {
    guard case .relationship(let target, _) = self[field] else { return self[field] != nil }
    return target == realm
  }
}
