public import GhostlightSigning

/// What an account is set to, and how strict the emulator is.
public struct CosmosConfiguration: Sendable, Hashable {
  /// The account's name, as `GET /` answers it.
  public var account = "emulator"
  /// The keys that signatures may be made with; the first one signs resource tokens.
  public var masterKeys: [CosmosMasterKey] = [.wellKnown]
  /// Whether a date more than 15 minutes away is refused.
  public var checksDates = true
  /// Whether cross-partition queries are answered as the hosted gateway does: with a query plan.
  public var isStrict = false

  /// The settings of a new account.
  public init() {}

  /// The key that resource tokens are signed with.
  package var tokenKey: CosmosMasterKey { masterKeys.first ?? .wellKnown }
}
