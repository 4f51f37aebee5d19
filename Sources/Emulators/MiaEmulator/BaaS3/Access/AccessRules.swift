import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The access object of a BaaS collection, which determines who may perform which operations (B5).
///
/// - Source: assumption: an operation without a rule is open to all callers, and an object without
///   `enabled` is enabled.
struct AccessRules: Sendable, Hashable {
  /// The JSON from which the rules were created.
  let source: JSONObject
  /// Whether the access object's rules about users and groups apply.
  ///
  /// The secret is checked in either case.
  private(set) var enabled = true
  private var secreted = true
  private var rules: [AccessOperation: AccessRule] = [:]

  private static let members = [
    "enabled", "secreted", "read", "create", "update", "delete", "access",
  ]

  /// Creates the rules from an object with `enabled`, `secreted` and a rule for each operation.
  ///
  /// The object's member `access`, which would control access to the access object itself, is
  /// ignored.
  init(_ source: JSONObject) throws(DefinitionError) {
    self.source = source
    for member in source.members {
      if let operation = AccessOperation(rawValue: member.key) {
        rules[operation] = try AccessRule(member.value, at: ".\(member.key)")
        continue
      }
      let place = DocumentPointer.parameter(member.key).description
      switch member.key {
      case "enabled": enabled = try DefinitionError.flag(member.value, at: place)
      case "secreted": secreted = try DefinitionError.flag(member.value, at: place)
      case "access": _ = try AccessRule(member.value, at: place)
      default:
        throw DefinitionError(at: place, JSON.unknownMember(member.key, among: Self.members))
      }
    }
  }

  func needsSecret(_ operation: AccessOperation) -> Bool {
    rules[operation]?.secreted ?? secreted
  }

  /// Returns the part of the collection on which a caller may perform an operation.
  ///
  /// - Throws: A refusal if the caller may not perform the operation on any item. Its text depends
  ///   on whether the caller has a session.
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

/// One rule of an access object: the callers that may perform an operation (B5).
struct AccessRule: Sendable, Hashable {
  /// The ids of the users who may perform the operation.
  ///
  /// The word `creator` stands for the user who created the item.
  var users: [String] = []
  /// The groups whose members may perform the operation.
  ///
  /// They are `public`, `users`, and names from the field `groups` of users.
  ///
  /// - Source: assumption: the documentation names the first two groups and does not say where
  ///   others are stored.
  var groups: [String] = []
  /// Whether the operation needs the secret; `nil` to use the access object's own setting.
  var secreted: Bool?

  init(_ value: JSON, at place: String) throws(DefinitionError) {
    try DefinitionError.checkMembers(value, at: place, ["users", "groups", "secreted"])
    users = try DefinitionError.strings(value["users"], at: place + ".users")
    groups = try DefinitionError.strings(value["groups"], at: place + ".groups")
    if let flag = value["secreted"] {
      secreted = try DefinitionError.flag(flag, at: place + ".secreted")
    }
  }
}

/// An operation on a collection; an access object can have a rule for each operation (B5).
enum AccessOperation: String, CaseIterable, Sendable {
  case read, create, update, delete

  /// Determines the operation from a request's method, its path and the id in its body.
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

/// The items of a collection on which a caller may perform an operation (B5).
enum AccessScope: Sendable, Hashable {
  case all
  /// The items that the user with this id created.
  case own(String)

  func includes(_ item: JSONObject) -> Bool {
    switch self {
    case .all: true
    case .own(let userID): item["creatorId"] == .string(userID)
    }
  }

  /// The scope as a query condition.
  var predicate: Predicate {
    switch self {
    case .all: .always
    case .own(let userID): .field(FieldPath("creatorId"), .equals(.string(userID)))
    }
  }
}
