import GhostlightCore

/// Whom an access object lets do one thing (B5).
struct AccessRule: Sendable, Hashable {
  /// Ids of users, and `creator` for whoever made the item.
  var users: [String] = []
  /// `public`, `users`, and what stands in the field `groups` of users.
  ///
  /// - Source: assumption: the documentation names the first two groups and no place for others.
  var groups: [String] = []
  /// Whether the secret is needed, where that differs from the rest.
  var secreted: Bool?

  init(_ value: JSON, _ name: String) throws(AccessProblem) {
    guard case .object(let object) = value else { throw AccessProblem("\(name) is no object") }
    for member in object.members {
      switch member.key {
      case "users": users = try Self.strings(member.value, "\(name).users")
      case "groups": groups = try Self.strings(member.value, "\(name).groups")
      case "secreted":
        guard let flag = member.value.bool else {
          throw AccessProblem("\(name).secreted is neither true nor false")
        }
        secreted = flag
      default: throw AccessProblem("\(name) has users, groups and secreted, no \(member.key)")
      }
    }
  }

  private static func strings(_ value: JSON, _ name: String) throws(AccessProblem) -> [String] {
    var strings: [String] = []
    for element in value.array ?? [.null] {
      guard let text = element.string else {
        throw AccessProblem("\(name) is no array of strings")
      }
      strings.append(text)
    }
    return strings
  }
}
