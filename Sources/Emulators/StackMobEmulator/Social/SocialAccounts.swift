import GhostlightCore
import GhostlightEmulation

/// The links between users and accounts of social networks, and the tokens that are known to be
/// valid (A20).
///
/// The emulator does not contact the networks. By default, a token is valid for the account whose
/// id is the token itself. The configuration can refuse tokens, and the provider state `social
/// token valid` can define a token for a different account.
struct SocialAccounts: Sendable {
  private var byAccount = KeyedStore<SocialLink>()
  private var byUser = KeyedStore<SocialLink>()
  private var known = KeyedStore<SocialToken>()

  /// All links, sorted by network, schema and account.
  var links: [SocialLink] { byAccount.keys.sortedByBytes.compactMap { byAccount[$0] } }

  /// All tokens that are known to be valid, sorted by network and token.
  var tokens: [SocialToken] { known.keys.sortedByBytes.compactMap { known[$0] } }

  // The names of networks and schemas do not contain a slash, so keys are unique.

  private static func key(_ network: SocialNetwork, _ schema: String, _ name: String) -> String {
    "\(network.rawValue)/\(schema)/\(name)"
  }

  private static func key(_ network: SocialNetwork, _ token: String) -> String {
    "\(network.rawValue)/\(token)"
  }

  mutating func remember(_ token: SocialToken) {
    known[Self.key(token.network, token.token)] = token
  }

  /// Returns the account to which a token belongs, or `nil` if the network refuses the token.
  func account(
    of token: String, on network: SocialNetwork, _ configuration: StackMobConfiguration
  ) -> String? {
    if let known = known[Self.key(network, token)] { return known.account }
    guard !token.isEmpty, !configuration.onlyKnownSocialTokens else { return nil }
    if let prefix = configuration.refusedSocialTokenPrefix,
      token.utf8.starts(with: prefix.utf8)
    {
      return nil
    }
    return token
  }

  /// Returns what a network knows about an account, which includes at least the account's id.
  ///
  /// - Throws: ``Fault/workLimit(_:)`` if the budget is used up.
  func info(
    about account: String, on network: SocialNetwork, _ budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    try budget.spend(sorting: known.count)
    try budget.spend(known.count, times: 4)
    var members: [JSONObject.Member] = []
    for token in tokens where token.network == network && token.account.isExactly(account) {
      try budget.spend(token.info.work)
      members += token.info.members
    }
    var info = MemberTable(["id": .string(account)], setting: members.count)
    for member in members { info.set(member.key, member.value) }
    return info.object
  }

  /// Returns the link from an account to a user of a schema, or `nil` if the account is not linked.
  func link(ofAccount account: String, on network: SocialNetwork, in schema: String) -> SocialLink?
  {
    byAccount[Self.key(network, schema, account)]
  }

  /// Returns the link from a user to an account, or `nil` if the user is not linked.
  func link(ofUser user: String, on network: SocialNetwork, in schema: String) -> SocialLink? {
    byUser[Self.key(network, schema, user)]
  }

  /// Links a user to an account, and removes the user's previous link.
  mutating func add(_ link: SocialLink) {
    unlink(user: link.userName, on: link.network, in: link.userSchema)
    byAccount[Self.key(link.network, link.userSchema, link.account)] = link
    byUser[Self.key(link.network, link.userSchema, link.userName)] = link
  }

  /// Links a user to an account, and removes the previous links of both.
  mutating func move(_ link: SocialLink) {
    if let other = self.link(ofAccount: link.account, on: link.network, in: link.userSchema) {
      unlink(user: other.userName, on: other.network, in: other.userSchema)
    }
    add(link)
  }

  mutating func unlink(user: String, on network: SocialNetwork, in schema: String) {
    let key = Self.key(network, schema, user)
    guard let link = byUser[key] else { return }
    byAccount[Self.key(network, schema, link.account)] = nil
    byUser[key] = nil
  }

  mutating func unlinkAll(user: String, in schema: String) {
    for network in SocialNetwork.allCases { unlink(user: user, on: network, in: schema) }
  }
}

extension SocialAccounts {
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

  /// Creates the accounts from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
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

  private static func network(_ reader: SnapshotReader) throws(SnapshotError) -> SocialNetwork {
    let name = try reader.member("network")
    guard let network = SocialNetwork(rawValue: try name.string()) else {
      throw name.error("is not a network")
    }
    return network
  }
}

/// The social networks with whose accounts users can log in (A20).
enum SocialNetwork: String, Sendable, Hashable, CaseIterable {
  case facebook
  case twitter
  case gigya

  /// The network's name in error messages.
  var title: String {
    switch self {
    case .facebook: "Facebook"
    case .twitter: "Twitter"
    case .gigya: "Gigya"
    }
  }

  /// The names of the query parameters with which a client proves that it has an account.
  ///
  /// The first parameter is the token.
  var parameters: [String] {
    switch self {
    case .facebook: ["fb_at"]
    case .twitter: ["tw_tk", "tw_ts"]
    case .gigya: ["gigya_uid", "gigya_ts", "gigya_sig"]
    }
  }
}

/// A token that a network is known to accept for an account.
struct SocialToken: Sendable, Hashable {
  let network: SocialNetwork
  let token: String
  /// The id of the account to which the token belongs.
  ///
  /// An account may have several tokens.
  let account: String
  /// The information that the network returns about the account.
  let info: JSONObject
}

/// The link between a user and an account with which the user can log in.
struct SocialLink: Sendable, Hashable {
  let network: SocialNetwork
  let account: String
  let userSchema: String
  let userName: String
}
