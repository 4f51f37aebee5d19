import NIOCore

extension Listener {
  /// The same listener, which answers both HTTP and HTTPS on its port; requests say which.
  public func securing(with tls: TLSContext) -> Listener {
    var listener = self
    listener.prepare = { channel, limits in
      try channel.pipeline.syncOperations.addHandler(
        ConnectionSniffer(tls, handshakeSeconds: limits.requestHeadSeconds))
    }
    return listener
  }
}

extension ListenerAddress {
  /// The base of the URLs of a listener that is secured: `https://127.0.0.1:4401`.
  public var secureURL: String { "https://\(authority)" }
}
