import GhostlightCore

/// A request target in origin form, with the host that the request is meant for.
///
/// The bytes of path and query stay as they came, `[` and `]` included.
///
/// - Source: RFC 9112, section 3.2.
struct TargetForm: Hashable {
  /// Path and query; `*` for a request to the server itself.
  var target: RequestTarget
  /// The host of an absolute target, else of the `Host` field; nil where neither is there.
  var authority: String?

  /// Reads the target of a request line beside its `Host` field.
  ///
  /// - Throws: ``Refusal/malformedTarget`` or ``Refusal/hostMalformed``.
  init(_ uri: String, host: String?) throws(Refusal) {
    authority = host
    if let host, !Self.isAuthority(host) { throw .hostMalformed }
    switch uri.utf8.first {
    case UInt8(ascii: "/"):
      target = RequestTarget(uri)
    case UInt8(ascii: "*") where uri.utf8.count == 1:
      target = "*"
    default:
      let parts = try Self.reduce(uri)
      target = RequestTarget(parts.target)
      authority = parts.authority
    }
  }

  /// Splits an absolute target: `http://host:1/a?b` is `/a?b` at `host:1`.
  private static func reduce(
    _ uri: String
  ) throws(Refusal) -> (authority: String, target: String) {
    let length =
      switch uri.utf8.prefix(8) {
      case let bytes where starts(bytes, with: "https://"): 8
      case let bytes where starts(bytes, with: "http://"): 7
      default: throw .malformedTarget
      }
    let rest = uri.utf8.dropFirst(length)
    let end =
      rest.firstIndex { $0 == UInt8(ascii: "/") || $0 == UInt8(ascii: "?") } ?? rest.endIndex
    let authority = String(decoding: rest[..<end], as: UTF8.self)
    guard !authority.isEmpty, isAuthority(authority) else { throw .malformedTarget }
    let path = String(decoding: rest[end...], as: UTF8.self)
    return (authority, path.utf8.first == UInt8(ascii: "/") ? path : "/" + path)
  }

  private static func starts(_ bytes: Substring.UTF8View, with prefix: String) -> Bool {
    let count = prefix.utf8.count
    guard bytes.count >= count else { return false }
    return String(decoding: bytes.prefix(count), as: UTF8.self).lowercased() == prefix
  }

  /// Whether the text is a host with an optional port up to 65535, or empty: a client may name
  /// nobody.
  ///
  /// - Source: RFC 3986, section 3.2; RFC 9110, section 7.2.
  private static func isAuthority(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(isAuthority)
  }

  private static func isAuthority(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    var part = AuthorityPart.start
    var port = 0
    for byte in text {
      switch (part, byte) {
      case (.port, UInt8(ascii: "0")...UInt8(ascii: "9")):
        port = port * 10 + Int(byte - UInt8(ascii: "0"))
        guard port <= 65535 else { return false }
      case (.start, UInt8(ascii: "[")): part = .address
      case (.address, UInt8(ascii: "]")): part = .end
      case (.name, UInt8(ascii: ":")), (.end, UInt8(ascii: ":")): part = .port
      case (.address, UInt8(ascii: ":")): continue
      case (.end, _), (.port, _): return false
      case (_, UInt8(ascii: ":")), (_, UInt8(ascii: "[")), (_, UInt8(ascii: "]")): return false
      case (_, 0...0x20), (_, 0x7F...), (_, UInt8(ascii: "/")), (_, UInt8(ascii: "?")),
        (_, UInt8(ascii: "#")), (_, UInt8(ascii: "@")), (_, UInt8(ascii: ",")),
        (_, UInt8(ascii: "\\")), (_, UInt8(ascii: "\"")), (_, UInt8(ascii: "<")),
        (_, UInt8(ascii: ">")):
        return false
      default:
        if part == .start { part = .name }
      }
    }
    return part != .address
  }

  /// Where in an authority a byte stands.
  private enum AuthorityPart {
    case start
    case name
    /// In brackets.
    case address
    /// Behind them.
    case end
    case port
  }
}
