/// One of a session's ways to the service: a host, and what is signed with.
///
/// - Source: protocol reference B3.
public struct SMOAuth2Client: Sendable, Hashable {
  /// `http` or `https`.
  public let scheme: String
  /// The host, with a port unless it is the scheme's own.
  public let apiHost: String
  /// The version of the API.
  public let version: String
  /// The app's public key.
  public let publicKey: String
  /// The access token; `nil` without a session, and where nothing is signed.
  public let accessToken: String?
  /// The key of signatures; `nil` without a session, and where nothing is signed.
  public let macKey: String?

  /// Whether requests are signed.
  public var hasValidCredentials: Bool { accessToken != nil && macKey != nil }
}
