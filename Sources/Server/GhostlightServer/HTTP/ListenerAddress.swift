/// Where a listener is to be reached.
public struct ListenerAddress: Sendable, Hashable {
  /// `http` or `https`.
  public var scheme: String
  /// The host, as the listener named it.
  public var host: String
  /// The port that was really bound.
  public var port: Int

  /// Makes an address.
  public init(scheme: String, host: String, port: Int) {
    self.scheme = scheme
    self.host = host
    self.port = port
  }

  /// Host and port as in a `Host` field, an IPv6 address in brackets: `[::1]:4401`.
  public var authority: String {
    host.utf8.contains(UInt8(ascii: ":")) ? "[\(host)]:\(port)" : "\(host):\(port)"
  }

  /// The base of its URLs, without a last slash: `http://127.0.0.1:4401`.
  public var url: String { "\(scheme)://\(authority)" }
}
