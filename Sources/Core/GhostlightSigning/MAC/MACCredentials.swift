/// What a login hands out to sign requests with.
///
/// - Source: protocol reference A4.
public struct MACCredentials: Sendable, Hashable {
  /// The access token, sent along.
  public var id: String
  /// The MAC key, never sent; its text is the key, it is not decoded.
  public var key: String

  /// Makes credentials of a login's `access_token` and `mac_key`.
  public init(id: String, key: String) {
    self.id = id
    self.key = key
  }
}
