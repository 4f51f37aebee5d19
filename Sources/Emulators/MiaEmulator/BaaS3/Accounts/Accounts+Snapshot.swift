import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

extension Accounts {
  /// Users, hashed passwords and sessions.
  var snapshot: JSON {
    var passwords = JSONObject()
    for id in self.passwords.keys.sorted() { passwords[id] = self.passwords[id]?.snapshot }
    let sessions = allSessions.map { session in
      JSON.object([
        "id": .string(session.id), "userId": .string(session.userID),
        "lastUse": .integer(session.lastUse),
      ])
    }
    return [
      "users": users.snapshot, "passwords": .object(passwords), "sessions": .array(sessions),
    ]
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    users = try ItemCollection(try reader.member("users"), indexing: Self.indexed)
    for member in try reader.member("passwords").members() {
      passwords[member.key] = try SaltedHash(member.reader)
    }
    for element in try reader.member("sessions").elements() {
      add(
        UserSession(
          id: try element.member("id").string(), userID: try element.member("userId").string(),
          lastUse: try element.member("lastUse").integer()))
    }
  }
}
