import GhostlightCore
import GhostlightEmulation

extension StackMobState {
  /// The methods of custom code with their names.
  var customCodeSnapshot: JSON {
    .array(
      customCode.keys.sorted().compactMap { name in
        customCode[name].map { ["name": .string(name), "instance": $0.snapshot] }
      })
  }

  /// The roles with their members.
  var rolesSnapshot: JSON {
    .array(
      roles.keys.sorted().map { name in
        let members = (roles[name] ?? []).sorted().map(JSON.string)
        return ["name": .string(name), "members": .array(members)]
      })
  }

  /// Reads what surrounds the datastore.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  mutating func restoreServices(_ reader: SnapshotReader) throws(SnapshotProblem) {
    files = try FileStore(try reader.member("files"))
    socialAccounts = try SocialAccounts(try reader.member("socialAccounts"))
    pushTokens = try PushTokens(try reader.member("pushTokens"))
    for method in try reader.member("customCode").elements() {
      let name = try method.member("name").string()
      customCode[name] = try CustomCodeInstance(try method.member("instance"))
    }
    for role in try reader.member("roles").elements() {
      var members: Set<String> = []
      for member in try role.member("members").elements() { members.insert(try member.string()) }
      roles[try role.member("name").string()] = members
    }
  }
}
