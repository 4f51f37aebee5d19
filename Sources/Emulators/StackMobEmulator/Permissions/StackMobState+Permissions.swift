import GhostlightCore
import GhostlightEmulation

/// The answers of the permission levels (A23).
extension StackMobState {
  /// Lets a caller use a verb of a schema, and says on which objects.
  ///
  /// Whoever creates needs to be logged in under the levels of owner and relationship, no more.
  ///
  /// - Throws: ``Fault/notAuthorized``, ``Fault/verbNotAllowed``.
  func authorize(
    _ verb: DataVerb, on schema: Schema, by caller: Caller
  ) throws(Fault) -> Entitlement {
    let permission = schema.permissions[verb]
    if permission == .open || caller == .administrator { return .everything }
    if permission == .notAllowed {
      throw .verbNotAllowed.because("schema \(schema.name) does not allow \(verb.rawValue)")
    }
    let denied = Fault.notAuthorized.because(
      "the permission for \(verb.rawValue) in schema \(schema.name) is \(permission.text)")
    guard case .user(let name, let realm) = caller, permission != .privateKey else { throw denied }
    if case .role(let role) = permission {
      guard roles[ExactText(role)]?.contains(ExactText("\(realm)/\(name)")) ?? false else {
        throw denied
      }
      return .everything
    }
    if verb == .create { return .everything }
    switch permission {
    case .owner: return .owned(by: "\(realm)/\(name)")
    case .relationship(let field):
      return schema.canName(usersOf: realm, in: field)
        ? .naming(user: name, field: field) : .nothing
    case .ownerRelationship(let field):
      return .ownerNaming(user: name, realm: realm, field: field)
    default: return .everything
    }
  }

  /// The objects that a caller may see inside of others; nothing where the verb is refused.
  func readable(of schema: Schema, by caller: Caller) -> Entitlement {
    do throws(Fault) {
      return try authorize(.read, on: schema, by: caller)
    } catch {
      return .nothing
    }
  }
}
