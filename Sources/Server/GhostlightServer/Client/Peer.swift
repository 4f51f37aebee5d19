import GhostlightCore

/// An HTTP server somewhere else, as a URL names it.
struct Peer: Sendable, Hashable {
  /// `http` or `https`.
  let scheme: String
  /// Host and port as the URL has them.
  let authority: String
  /// The name or address, without the brackets of IPv6.
  let host: String
  /// The port named, else the scheme's own.
  let port: Int
  /// The path, without a slash at its end.
  let path: String

  /// Reads a URL such as `https://api.example.com/v1`; `nil` where it is none, or has a query, a
  /// fragment or a user.
  init?(_ url: String) {
    guard let colon = url.firstRange(of: "://") else { return nil }
    scheme = url[..<colon.lowerBound].lowercased()
    let rest = url[colon.upperBound...]
    let slash = rest.firstIndex(of: "/") ?? rest.endIndex
    authority = String(rest[..<slash])
    let named = Authority(authority)
    let isWhole = named.port != nil || named.host == authority
    guard scheme == "http" || scheme == "https", !named.host.isEmpty, isWhole,
      rest.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F && !Self.ends.contains($0) })
    else { return nil }
    host = named.host.hasPrefix("[") ? String(named.host.dropFirst().dropLast()) : named.host
    port = named.port ?? (scheme == "https" ? 443 : 80)
    var path = String(rest[slash...])
    while path.hasSuffix("/") { path.removeLast() }
    self.path = path
  }

  private static let ends = [UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@")]
}
