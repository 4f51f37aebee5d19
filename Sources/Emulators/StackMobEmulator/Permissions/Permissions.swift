import GhostlightCore
import GhostlightEmulation

/// The permission that each operation on a schema's objects needs (A23).
///
/// All operations are open by default, as in inferred schemas (A6.1).
struct Permissions: Sendable, Hashable {
  private var create = Permission.open
  private var read = Permission.open
  private var update = Permission.open
  private var delete = Permission.open

  subscript(verb: DataVerb) -> Permission {
    get {
      switch verb {
      case .create: create
      case .read: read
      case .update: update
      case .delete: delete
      }
    }
    set {
      switch verb {
      case .create: create = newValue
      case .read: read = newValue
      case .update: update = newValue
      case .delete: delete = newValue
      }
    }
  }
}

extension Permissions {
  var snapshot: JSON {
    .object(
      DataVerb.allCases.reduce(into: JSONObject()) { $0[$1.rawValue] = .string(self[$1].text) })
  }

  /// Creates permissions from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    _ = try reader.object()
    for verb in DataVerb.allCases {
      let level = try reader.member(verb.rawValue)
      guard let permission = Permission(try level.string()) else {
        throw level.error("is not a permission")
      }
      self[verb] = permission
    }
  }
}

/// The callers that may perform an operation on the objects of a schema (A23).
///
/// A caller with the private key may perform any operation.
enum Permission: Sendable, Hashable {
  /// All callers that send the public key.
  case open
  /// All logged-in users.
  case loggedIn
  /// The user who owns the object: the user in `sm_owner`.
  case owner
  /// Users whose id is in this field of the object.
  case relationship(field: String)
  /// Users whose id is in this field of the owner's user object.
  case ownerRelationship(field: String)
  /// Members of the role with this name.
  case role(name: String)
  /// Only callers that sign with the private key.
  case privateKey
  /// No caller without the private key; the refusal is "verb not allowed".
  case notAllowed
}

extension Permission {
  /// Creates a permission from `open`, `loggedIn`, `owner`, `relationship[members]`,
  /// `ownerRelationship[friends]`, `role[editors]`, `privateKey` or `notAllowed`.
  init?(_ text: String) {
    let parts = text.split(separator: "[", maxSplits: 1)
    let inner = parts.count == 2 && text.hasSuffix("]") ? String(parts[1].dropLast()) : nil
    switch (parts.first.map(String.init) ?? "", inner) {
    case ("relationship", .some(let field)) where Schema.isName(field):
      self = .relationship(field: field)
    case ("ownerRelationship", .some(let field)) where Schema.isName(field):
      self = .ownerRelationship(field: field)
    case ("role", .some(let name)) where !name.isEmpty: self = .role(name: name)
    case (_, nil):
      guard let plain = Self.plain.first(where: { $0.text == text }) else { return nil }
      self = plain
    default: return nil
    }
  }

  private static let plain: [Permission] = [.open, .loggedIn, .owner, .privateKey, .notAllowed]

  /// The permission in the form that the configuration uses.
  var text: String {
    switch self {
    case .open: "open"
    case .loggedIn: "loggedIn"
    case .owner: "owner"
    case .relationship(let field): "relationship[\(field)]"
    case .ownerRelationship(let field): "ownerRelationship[\(field)]"
    case .role(let name): "role[\(name)]"
    case .privateKey: "privateKey"
    case .notAllowed: "notAllowed"
    }
  }
}

/// An operation on the objects of a schema; each operation has its own permission (A23).
enum DataVerb: String, Sendable, Hashable, CaseIterable {
  case create
  case read
  case update
  case delete
}

/// Functions that check permissions (A23).
extension StackMobState {
  /// Checks whether a caller may perform an operation, and returns the objects on which it may.
  ///
  /// For a create, any logged-in user satisfies a permission for owners or relationships.
  ///
  /// - Throws: ``Fault/verbNotAllowed`` if no caller has the permission, or ``Fault/notAuthorized``
  ///   if this caller does not have it.
  func authorize(
    _ verb: DataVerb, on schema: Schema, by caller: Caller
  ) throws(Fault) -> Entitlement {
    let permission = schema.permissions[verb]
    if permission == .open || caller == .administrator { return .everything }
    if permission == .notAllowed {
      throw .verbNotAllowed.withReason("schema \(schema.name) does not allow \(verb.rawValue)")
    }
    let denied = Fault.notAuthorized.withReason(
      "the permission for \(verb.rawValue) in schema \(schema.name) is \(permission.text)",
      section: "A23")
    guard case .user(let name, let realm) = caller, permission != .privateKey else { throw denied }
    if case .role(let role) = permission {
      guard roles[BytewiseString(role)]?.contains(BytewiseString("\(realm)/\(name)")) ?? false
      else {
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

  /// Returns the objects that a caller may see when they are nested in others; none if reading is
  /// refused.
  func readable(of schema: Schema, by caller: Caller) -> Entitlement {
    do throws(Fault) {
      return try authorize(.read, on: schema, by: caller)
    } catch {
      return .nothing
    }
  }
}

/// The objects of a schema that a caller may access, if the schema's permission does not refuse the
/// caller (A23).
enum Entitlement: Sendable, Hashable {
  case everything
  case nothing
  /// Objects whose `sm_owner` is this user.
  case owned(by: String)
  /// Objects that contain the user's id in a field.
  case naming(user: String, field: String)
  /// Objects whose owner's user object contains the user's id in a field.
  case ownerNaming(user: String, realm: String, field: String)

  /// Returns whether the caller may access an object.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up, since the field may contain many
  ///   ids.
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

  /// Returns the query condition for objects that the caller may access.
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

  /// Returns the user object of an object's owner, or `nil` if there is none.
  ///
  /// Also returns `nil` if the owner's schema does not have the field, or if the field cannot
  /// contain the caller's id.
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
  /// Returns whether a field can contain ids of users of a schema.
  ///
  /// A field that is not a relationship can contain ids of any schema.
  func canName(usersOf realm: String, in field: String) -> Bool {
    guard case .relationship(let target, _) = self[field] else { return self[field] != nil }
    return target == realm
  }
}
