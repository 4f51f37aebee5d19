import GhostlightCore
import GhostlightEmulation
import HTTPTypes

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
  init(_ source: JSONObject) throws(AccessError) {
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
        throw AccessError("\(member.key) is neither true nor false")
      case ("access", _): _ = try AccessRule(member.value, member.key)
      default:
        throw AccessError(
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

  init(_ value: JSON, _ name: String) throws(AccessError) {
    guard case .object(let object) = value else { throw AccessError("\(name) is no object") }
    for member in object.members {
      switch member.key {
      case "users": users = try Self.strings(member.value, "\(name).users")
      case "groups": groups = try Self.strings(member.value, "\(name).groups")
      case "secreted":
        guard let flag = member.value.bool else {
          throw AccessError("\(name).secreted is neither true nor false")
        }
        secreted = flag
      default: throw AccessError("\(name) has users, groups and secreted, no \(member.key)")
      }
    }
  }

  private static func strings(_ value: JSON, _ name: String) throws(AccessError) -> [String] {
    var strings: [String] = []
    for element in value.array ?? [.null] {
      guard let text = element.string else {
        throw AccessError("\(name) is no array of strings")
      }
      strings.append(text)
    }
    return strings
  }
}

/// What a caller wants to do to a collection (B5).
enum AccessOperation: String, CaseIterable, Sendable {
  case read, create, update, delete

  /// What a request for a collection is about, by its method, its path and the id in its body.
  init(_ request: Request, segments: [String]) {
    switch request.method {
    case .delete: self = .delete
    case .put: self = .update
    case .post: self = Self.post(request, segments)
    default: self = .read
    }
  }

  private static func post(_ request: Request, _ segments: [String]) -> AccessOperation {
    guard segments.count < 2 || segments[1] == "bulk" else {
      return segments[0] == BaaSState.filesName ? .create : .update
    }
    do throws(JSONError) {
      return try JSON.parse(request.body)["id"] == nil ? .create : .update
    } catch { return .create }
  }
}

/// What is wrong with an access object.
struct AccessError: Error, Sendable, Hashable {
  /// What and where, to stand after the name of the place.
  let message: String

  init(_ message: String) { self.message = message }
}

/// Which items of a collection a caller may do something to (B5).
enum AccessScope: Sendable, Hashable {
  /// All of them.
  case all
  /// Those that the user made.
  case own(String)

  /// Whether an item is one of them.
  func includes(_ item: JSONObject) -> Bool {
    switch self {
    case .all: true
    case .own(let userID): item["creatorId"] == .string(userID)
    }
  }

  /// The same for a query.
  var predicate: Predicate {
    switch self {
    case .all: .always
    case .own(let userID): .field(FieldPath("creatorId"), .equals(.string(userID)))
    }
  }
}
