import GhostlightCore

/// The identity of a recorded server: scheme, host and port.
package struct RecordedOrigin: Sendable, Hashable {
  let scheme: String
  /// The host name or IP address in lower case; an IPv6 address includes its brackets.
  let host: String
  let port: Int

  /// Creates the identity from its parts; `host` is in any case, with the brackets of an address.
  package init(scheme: String, host: String, port: Int) {
    (self.scheme, self.host, self.port) = (scheme.lowercased(), host.lowercased(), port)
  }

  init(_ request: Request) {
    self.init(scheme: request.scheme, host: request.host, port: request.port)
  }

  /// The server's URL, without the default port of its scheme: `https://api.example.com`.
  var description: String { "\(scheme)://\(authority)" }

  /// The server's host, with the port if it is not the default port of the scheme.
  var authority: String { port == (scheme == "https" ? 443 : 80) ? host : "\(host):\(port)" }

  /// Whether the host is a name with a dot, not an IP address.
  var hasName: Bool {
    host.utf8.contains(UInt8(ascii: ".")) && !host.hasPrefix("[")
      && !host.utf8.allSatisfy { $0 == UInt8(ascii: ".") || (0x30...0x39).contains($0) }
  }
}
