import GhostlightCore
import GhostlightEmulation

/// The links between users and the networks' accounts, and the tokens known to be valid (A20).
///
/// The networks can no longer be asked, so a token that the configuration does not refuse is the
/// name of its account, unless the provider state `social token valid` names another.
struct SocialAccounts: Sendable {
  private var byAccount = KeyedStore<SocialLink>()
  private var byUser = KeyedStore<SocialLink>()
  private var known = KeyedStore<SocialToken>()

  /// All links, by network, schema and account.
  var links: [SocialLink] { byAccount.keys.sortedByBytes.compactMap { byAccount[$0] } }

  /// All tokens known to be valid, by network and text.
  var tokens: [SocialToken] { known.keys.sortedByBytes.compactMap { known[$0] } }

  // Names of networks and schemas have no slash, so that each key means one thing.

  private static func key(_ network: SocialNetwork, _ schema: String, _ name: String) -> String {
    "\(network.rawValue)/\(schema)/\(name)"
  }

  private static func key(_ network: SocialNetwork, _ token: String) -> String {
    "\(network.rawValue)/\(token)"
  }

  mutating func remember(_ token: SocialToken) {
    known[Self.key(token.network, token.token)] = token
  }

  /// The account that a network says a token is for; `nil` where it refuses it.
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

  /// What a network tells about an account: its id at least.
  ///
  /// - Throws: What is over the budget.
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

  /// The link of an account to a user of a schema.
  func link(ofAccount account: String, on network: SocialNetwork, in schema: String) -> SocialLink?
  {
    byAccount[Self.key(network, schema, account)]
  }

  /// The link of a user to an account.
  func link(ofUser user: String, on network: SocialNetwork, in schema: String) -> SocialLink? {
    byUser[Self.key(network, schema, user)]
  }

  /// Links a user, in place of the account that he was linked with.
  mutating func add(_ link: SocialLink) {
    unlink(user: link.userName, on: link.network, in: link.userSchema)
    byAccount[Self.key(link.network, link.userSchema, link.account)] = link
    byUser[Self.key(link.network, link.userSchema, link.userName)] = link
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
