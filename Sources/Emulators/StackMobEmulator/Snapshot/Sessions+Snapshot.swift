import GhostlightCore
import GhostlightEmulation

extension Sessions {
  /// The sessions as a snapshot holds them, by user in the order of their logins.
  var snapshot: JSON {
    .array(
      all.map { session in
        [
          "accessToken": .string(session.accessToken),
          "macKey": .string(session.macKey),
          "refreshToken": .string(session.refreshToken),
          "refreshes": .bool(self.session(refreshToken: session.refreshToken) != nil),
          "userSchema": .string(session.userSchema),
          "userName": .string(session.userName),
          "expires": .integer(session.expires),
        ]
      })
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    for entry in try reader.elements() {
      let session = Session(
        accessToken: try entry.member("accessToken").string(),
        macKey: try entry.member("macKey").string(),
        refreshToken: try entry.member("refreshToken").string(),
        userSchema: try entry.member("userSchema").string(),
        userName: try entry.member("userName").string(),
        expires: try entry.member("expires").integer())
      add(session)
      if try !entry.member("refreshes").bool() { endRefresh(of: session) }
    }
  }
}
