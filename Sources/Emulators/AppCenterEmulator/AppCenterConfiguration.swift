public import GhostlightSigning

/// What the token exchange knows, and how strict it is.
public struct AppCenterConfiguration: Sendable, Hashable {
  /// The apps that the service starts with.
  public var apps = [AppCenterApp()]
  /// The Cosmos account's key, which resource tokens are signed with.
  public var masterKey = CosmosMasterKey.wellKnown
  /// How long a resource token lives, in seconds; Cosmos' own default is an hour (A4).
  public var tokenLifetimeSeconds: Int64 = 3600
  /// The secret that ID tokens must be signed with (HS256).
  ///
  /// Without one a token's signature is not looked at: the tenant's own keys are not to be had here.
  public var idTokenSecret: String?

  /// One app, the well-known key.
  public init() {}

  /// The secret that ID tokens of provider states are signed with.
  var signingSecret: [UInt8] { Array((idTokenSecret ?? "ghostlight").utf8) }
}
