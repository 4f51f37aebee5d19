import GhostlightCore

/// A token that a network is known to accept.
struct SocialToken: Sendable, Hashable {
  let network: SocialNetwork
  let token: String
  /// The account that it is for; tokens of one account may be several.
  let account: String
  /// What the network tells about the account.
  let info: JSONObject
}
