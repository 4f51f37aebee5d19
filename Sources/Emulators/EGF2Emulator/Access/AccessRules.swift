import GhostlightCore
import GhostlightEmulation

/// The access rules of an object type or of an edge, one for each operation (A6).
struct AccessRules: Sendable, Hashable {
  private var rules: [AccessVerb: AccessRule] = [:]

  init() {}

  /// The rule for an operation.
  ///
  /// If there is no rule, access is refused.
  subscript(verb: AccessVerb) -> AccessRule? {
    get { rules[verb] }
    set { rules[verb] = newValue }
  }
}

/// An access rule, which grants access if one of its terms applies to the caller (A6).
struct AccessRule: Sendable, Hashable {
  enum Term: Sendable, Hashable {
    case any
    case registeredUser
    case own
    /// A type of role that the caller must have.
    ///
    /// If users cannot have an object of this type as a role, the term never applies.
    case role(String)
  }

  let terms: [Term]
  /// Whether anonymous callers are admitted.
  let allowsAnonymousByRow: Bool

  /// Creates a rule from a comma-separated list of terms.
  init(_ text: String) {
    terms = text.split(separator: ",").map { name in
      switch name {
      case "any": .any
      case "registered_user": .registeredUser
      case "self": .own
      default: .role(String(name))
      }
    }
    allowsAnonymousByRow = terms.contains(.any)
  }
}

/// The operation to which a rule applies: a request method, or linking two objects (A6).
enum AccessVerb: String, Sendable, CaseIterable {
  case get = "GET"
  case post = "POST"
  case put = "PUT"
  case link = "LINK"
  case delete = "DELETE"
}

/// Methods that check whether rules admit callers (A6).
extension EGF2State {
  /// Returns the rule of an object's type; `nil` if the type is unknown or has no such rule.
  func rule(_ verb: AccessVerb, of id: String) -> AccessRule? {
    id == Requester.me ? nil : schema.type(ofID: id)?.rules[verb]
  }

  /// Returns the rule of an object's edge; `nil` if the edge is unknown or has no such rule.
  func rule(_ verb: AccessVerb, of id: String, edge: String) -> AccessRule? {
    id == Requester.me ? nil : schema.type(ofID: id)?.edge(edge)?.rules[verb]
  }

  /// Checks whether a rule grants access to a requester.
  ///
  /// When an object is being created, `body` contains its fields (E23).
  ///
  /// - Throws: A refusal if the requester's token is invalid, or if no term of the rule applies.
  func admit(
    _ requester: Requester, _ rule: AccessRule?, to id: String?, body: JSONObject = [:]
  ) throws(Fault) {
    try requester.enter(rule)
    guard grants(rule, to: requester.userID, id: id, body: body) else { throw .accessForbidden }
  }

  /// Returns whether `rule` grants the user `userID` access to the object `id`; `nil` stands for an
  /// anonymous caller or no object.
  func grants(
    _ rule: AccessRule?, to userID: String?, id: String?, body: JSONObject = [:]
  ) -> Bool {
    guard let rule else { return false }
    guard !rule.allowsAnonymousByRow else { return true }
    guard let userID else { return false }
    for term in rule.terms {
      switch term {
      case .any, .registeredUser: return true
      case .own: if isOwn(id, of: userID, body: body) { return true }
      case .role(let name): if has(userID, role: name) { return true }
      }
    }
    return false
  }

  private func isOwn(_ id: String?, of userID: String, body: JSONObject) -> Bool {
    if id == userID || body["user"]?.string == userID { return true }
    guard let id, let record = record(id) else { return false }
    return (record["user"] ?? record["creator"])?.string == userID
  }

  /// Returns whether the first page of the user's roles contains an object of the named type.
  private func has(_ userID: String, role name: String) -> Bool {
    guard schema.roleNames.contains(name), let type = schema.type(named: name),
      let roles = edges.list(of: userID, "roles")
    else { return false }
    return roles.newest(from: 0, limit: schema.pagination.defaultCount)
      .contains { schema.type(ofID: $0) === type }
  }
}
