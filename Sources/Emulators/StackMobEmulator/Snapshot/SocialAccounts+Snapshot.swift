import GhostlightCore
import GhostlightEmulation

extension SocialAccounts {
  /// The links and the tokens known to be valid.
  var snapshot: JSON {
    [
      "links": .array(
        links.map { link in
          [
            "network": .string(link.network.rawValue),
            "account": .string(link.account),
            "userSchema": .string(link.userSchema),
            "userName": .string(link.userName),
          ]
        }),
      "tokens": .array(
        tokens.map { token in
          [
            "network": .string(token.network.rawValue),
            "token": .string(token.token),
            "account": .string(token.account),
            "info": .object(token.info),
          ]
        }),
    ]
  }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotProblem` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotProblem) {
    self.init()
    for link in try reader.member("links").elements() {
      add(
        SocialLink(
          network: try Self.network(link), account: try link.member("account").string(),
          userSchema: try link.member("userSchema").string(),
          userName: try link.member("userName").string()))
    }
    for token in try reader.member("tokens").elements() {
      remember(
        SocialToken(
          network: try Self.network(token), token: try token.member("token").string(),
          account: try token.member("account").string(),
          info: try token.member("info").object()))
    }
  }

  private static func network(_ reader: SnapshotReader) throws(SnapshotProblem) -> SocialNetwork {
    let name = try reader.member("network")
    guard let network = SocialNetwork(rawValue: try name.string()) else {
      throw name.problem("is no network")
    }
    return network
  }
}
