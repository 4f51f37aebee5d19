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

  /// Whether nothing in the text ends or splits an authority.
  private static func isAuthority(_ text: String) -> Bool {
    for byte in text.utf8 {
      switch byte {
      case 0...0x20, 0x7F..., UInt8(ascii: "/"), UInt8(ascii: "?"), UInt8(ascii: "#"),
        UInt8(ascii: "@"), UInt8(ascii: ","), UInt8(ascii: "\\"), UInt8(ascii: "\""),
        UInt8(ascii: "<"), UInt8(ascii: ">"):
        return false
      default:
        continue
      }
    }
    return true
  }
}
