import GhostlightCore
import GhostlightEmulation

/// The access object of a collection (B5).
///
/// - Source: assumption: an operation that it does not name is open, and an object that does not
///   say whether it is enabled is.
struct AccessRules: Sendable, Hashable {
  /// The object as it was given.
  let source: JSONObject
  /// Whether the rules count; the secret is needed or not all the same.
  private(set) var enabled = true
  private var secreted = true
  private var rules: [AccessOperation: AccessRule] = [:]

  /// Reads an object of `enabled`, `secreted` and a rule for each operation; `access`, about the
  /// object itself, has no meaning here.
  init(_ source: JSONObject) throws(AccessProblem) {
    self.source = source
    for member in source.members {
      if let operation = AccessOperation(rawValue: member.key) {
        rules[operation] = try AccessRule(member.value, member.key)
        continue
      }
      switch (member.key, member.value) {
      case ("enabled", .bool(let flag)): enabled = flag
      case ("secreted", .bool(let flag)): secreted = flag
      case ("enabled", _), ("secreted", _):
        throw AccessProblem("\(member.key) is neither true nor false")
      case ("access", _): _ = try AccessRule(member.value, member.key)
      default:
        throw AccessProblem(
          "\(member.key) is none of enabled, secreted, read, create, update, delete and access")
      }
    }
  }

  /// Whether an operation needs the secret.
  func needsSecret(_ operation: AccessOperation) -> Bool {
    rules[operation]?.secreted ?? secreted
  }

  /// Which items a caller may do something to.
  ///
  /// - Throws: That it is none, in words that depend on whether there is a session.
  func scope(
    of operation: AccessOperation, userID: String?, groups: [String]
  ) throws(Fault) -> AccessScope {
    guard enabled, let rule = rules[operation], !rule.groups.contains("public") else {
      return .all
    }
    guard let userID else { throw .baasUnauthorized }
    let isMember =
      rule.groups.contains("users") || groups.contains(where: rule.groups.containsExactly)
    if isMember || rule.users.containsExactly(userID) { return .all }
    guard rule.users.contains("creator") else { throw .baasForbidden }
    return .own(userID)
  }
}
