/// Who may use a verb of a schema (A23); the private key may always.
enum Permission: Sendable, Hashable {
  /// Anybody with the public key.
  case open
  /// Any user who is logged in.
  case loggedIn
  /// Whoever `sm_owner` names.
  case owner
  /// Users whose id stands in a field of the object.
  case relationship(field: String)
  /// Users whose id stands in a field of the owner's user object.
  case ownerRelationship(field: String)
  /// Members of a role.
  case role(name: String)
  /// Nobody without the private key.
  case privateKey
  /// Nobody: such a call is no valid one.
  case notAllowed
}

extension Permission {
  /// Reads `open`, `loggedIn`, `owner`, `relationship[members]`, `ownerRelationship[friends]`,
  /// `role[editors]`, `privateKey` or `notAllowed`.
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

  /// The spelling of the configuration.
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
