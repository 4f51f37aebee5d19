import GhostlightCore

/// The addresses of servers, to find links to them in a text.
///
/// An address is found by its exact host and port, in time that does not depend on their number.
struct LinkTable: Sendable {
  /// The way in which a link names its scheme.
  enum Form: Sendable, Hashable {
    /// With `http:` or `https:`.
    case web
    /// With `ws:` or `wss:`.
    case socket
    /// Without a scheme.
    case relative
  }

  /// The form of a link, and whether its slashes are escaped.
  struct Kind: Sendable, Hashable {
    var form: Form
    var isEscaped: Bool
  }

  enum Match {
    case none
    case partial
    /// A link that ends before the position `end`.
    case whole(end: Int, Kind)
  }

  private enum Scheme: Int {
    case http = 1
    case https = 2
  }

  /// The schemes of the servers as a bit set, by host and port in lower case.
  private var schemes: [[UInt8]: Int] = [:]
  private var longest = 0
  private let path: [UInt8]
  private let escapedPath: [UInt8]
  /// Whether a link whose path does not begin with ``path`` is found, too.
  private let isPathOptional: Bool

  init(_ servers: [RecordedOrigin], path: String, isPathOptional: Bool) {
    self.path = Array(path.utf8)
    escapedPath = Array(path.replacing("/", with: #"\/"#).utf8)
    self.isPathOptional = isPathOptional
    for server in servers {
      let scheme: Scheme = server.scheme == "https" ? .https : .http
      let authorities = Set([server.authority, "\(server.host):\(server.port)"])
      for authority in authorities.map({ Array($0.utf8) }) {
        schemes[authority, default: 0] |= scheme.rawValue
        longest = max(longest, authority.count)
      }
    }
  }

  /// Returns whether a server has this scheme, `http` or `https`, and this host and port.
  func contains(_ scheme: String, _ authority: String) -> Bool {
    let known: Scheme? = scheme == "https" ? .https : scheme == "http" ? .http : nil
    return known.map { contains(Array(authority.lowercased().utf8), $0) } ?? false
  }

  private func contains(_ authority: [UInt8], _ scheme: Scheme?) -> Bool {
    guard let known = schemes[authority] else { return false }
    return scheme.map { known & $0.rawValue != 0 } ?? true
  }

  /// Returns the link at `start`, which follows the byte `previous`.
  ///
  /// The byte after the link must not continue its host name, port or path segment. Without
  /// `isLast`, the link may continue after the end of the text.
  func link(
    at start: Int, in text: UnsafeBufferPointer<UInt8>, after previous: UInt8?, isLast: Bool
  ) -> Match {
    var place = start
    var (form, scheme) = (Form.relative, Scheme?.none)
    if text[start] == UInt8(ascii: "/") || text[start] == UInt8(ascii: "\\") {
      guard Self.isDelimiter(previous) else { return .none }
    } else {
      var found = false
      for (name, itsForm, itsScheme) in Self.names {
        let count = Self.equalBytes(name, at: start, in: text, ignoringCase: true)
        if count == name.count {
          (place, form, scheme, found) = (start + count, itsForm, itsScheme, true)
          break
        }
        if start + count == text.count, !isLast { return .partial }
      }
      guard found else { return .none }
    }
    let isEscaped = place < text.count && text[place] == UInt8(ascii: "\\")
    let slashes = isEscaped ? Self.escapedSlashes : Self.slashes
    let count = Self.equalBytes(slashes, at: place, in: text)
    guard count == slashes.count else {
      return place + count == text.count && !isLast ? .partial : .none
    }
    place += count
    let kind = Kind(form: form, isEscaped: isEscaped)
    return server(at: place, in: text, scheme, kind, isLast: isLast)
  }

  private func server(
    at start: Int, in text: UnsafeBufferPointer<UInt8>, _ scheme: Scheme?, _ kind: Kind,
    isLast: Bool
  ) -> Match {
    var end = start
    let isAddress = start < text.count && text[start] == UInt8(ascii: "[")
    while end < text.count, end - start <= longest, Self.continuesName(text[end], isAddress) {
      end += 1
    }
    guard end - start <= longest else { return .none }
    if end == text.count, !isLast { return .partial }
    let authority = text[start..<end].map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    guard contains(authority, scheme) else { return .none }
    guard !path.isEmpty else { return .whole(end: end, kind) }
    let path = kind.isEscaped ? escapedPath : path
    let count = Self.equalBytes(path, at: end, in: text)
    let rest = end + count
    if rest == text.count, !isLast { return .partial }
    if count == path.count, rest == text.count || !Self.continuesName(text[rest], false) {
      return .whole(end: rest, kind)
    }
    return isPathOptional ? .whole(end: end, kind) : .none
  }

  private static let names: [([UInt8], Form, Scheme)] = [
    (Array("https:".utf8), .web, .https), (Array("http:".utf8), .web, .http),
    (Array("wss:".utf8), .socket, .https), (Array("ws:".utf8), .socket, .http),
  ]

  private static let slashes = Array("//".utf8)
  private static let escapedSlashes = Array(#"\/\/"#.utf8)

  /// Returns the number of bytes at `start` that are equal to the first bytes of `expected`.
  private static func equalBytes(
    _ expected: [UInt8], at start: Int, in text: UnsafeBufferPointer<UInt8>,
    ignoringCase: Bool = false
  ) -> Int {
    var count = 0
    while count < expected.count, start + count < text.count {
      let byte = text[start + count]
      guard byte == expected[count] || ignoringCase && byte | 0x20 == expected[count] else { break }
      count += 1
    }
    return count
  }

  /// Returns whether a link without a scheme may follow this byte.
  ///
  /// After another byte, two slashes belong to a path or to a link with another scheme.
  private static func isDelimiter(_ byte: UInt8?) -> Bool {
    guard let byte else { return true }
    return byte <= 0x20 || "\"'`(=>,;".utf8.contains(byte)
  }

  /// Returns whether a byte continues the host name, port or path segment before it.
  ///
  /// It does if it is not ASCII or percent-encoded, because clients may read it as a part of the
  /// host name. In the middle of an IPv6 address, brackets do, too.
  private static func continuesName(_ byte: UInt8, _ isAddress: Bool) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "@"), UInt8(ascii: "%"), 0x80...:
      true
    case UInt8(ascii: "["), UInt8(ascii: "]"): isAddress
    default: false
    }
  }
}
