import GhostlightCore
import GhostlightEmulation

extension StackMobState {
  /// The methods of custom code with their names.
  var customCodeSnapshot: JSON {
    .array(
      customCode.keys.map(\.text).sortedByBytes.compactMap { name in
        customCode[ExactText(name)].map { ["name": .string(name), "instance": $0.snapshot] }
      })
  }

  /// The roles with their members.
  var rolesSnapshot: JSON {
    .array(
      roles.keys.map(\.text).sortedByBytes.map { name in
        let members = (roles[ExactText(name)] ?? []).map(\.text).sortedByBytes.map(JSON.string)
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
      customCode[ExactText(name)] = try CustomCodeInstance(try method.member("instance"))
    }
    for role in try reader.member("roles").elements() {
      var members: Set<ExactText> = []
      for member in try role.member("members").elements() {
        members.insert(ExactText(try member.string()))
      }
      roles[ExactText(try role.member("name").string())] = members
    }
  }
}
