public import GhostlightCore

/// Something that a backend would have sent to the outside world.
public struct OutboxMessage: Sendable, Hashable {
  /// What it is.
  public enum Kind: String, Sendable {
    /// An e-mail.
    case mail
    /// A push notification.
    case push
    /// A request to somebody's server.
    case webhook
  }

  /// Counts from 1 in each namespace and emulator.
  public let number: Int
  /// When it would have left, in milliseconds since 1970.
  public let milliseconds: Int64
  /// What it is.
  public let kind: Kind
  /// Addresses, device tokens or URLs.
  public let recipients: [String]
  /// What it says, by the vendor's own names.
  public let content: JSONObject
}
