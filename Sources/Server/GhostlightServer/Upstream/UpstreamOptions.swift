/// How long an upstream may take, how much it may say, and whom it may be certified by.
public struct UpstreamOptions: Sendable, Hashable {
  /// Seconds until a connection is there.
  public var connectSeconds = 10
  /// Seconds without a byte from the upstream.
  public var silentSeconds = 60
  /// Bytes of a response's body.
  public var bodyBytes = 64 * 1024 * 1024
  /// A file with the certificates to trust, in PEM form; `nil` for those of the system.
  public var trustFile: String?

  /// Makes the standard options, to be changed.
  public init() {}

  var limits: PeerLimits {
    PeerLimits(
      connectSeconds: connectSeconds, silentSeconds: silentSeconds, bodyBytes: bodyBytes)
  }
}
