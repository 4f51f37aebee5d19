import GhostlightCore
import Synchronization

/// Replaces links to servers in a text that arrives in pieces.
///
/// It replaces absolute links, links to WebSockets (`ws://`, `wss://`), and links without a scheme
/// (`//host/a`) that follow a delimiter. All of them may have the escaped slashes of JSON. Only
/// bytes that may be the beginning of a link are held back until the next piece. The work and the
/// bytes held back are bounded by the length of a host name, whatever the text contains.
package struct LinkRewriter: Sendable {
  private let table: LinkTable
  private let base: LinkBase
  private var held: [UInt8] = []
  /// The byte before ``held``; `nil` at the start of the text.
  private var previous: UInt8?
  /// Whether any link was replaced so far.
  private(set) var hasReplaced = false

  /// The number of bytes that are held back until the next piece.
  var heldBytes: Int { held.count }

  init(_ table: LinkTable, as base: LinkBase) { (self.table, self.base) = (table, base) }

  /// The maximum number of bytes that the links of one piece may add to it.
  ///
  /// Later links of the piece are unchanged, so that a text of short links cannot fill the memory.
  private static let mostGrowth = 32 << 20

  /// Processes the next piece, and returns the bytes that no later piece can change.
  package mutating func rewrite(_ piece: [UInt8]) -> [UInt8] {
    rewrite(held.isEmpty ? piece : held + piece, isLast: false)
  }

  /// Ends the text, and returns the bytes that were held back.
  package mutating func finish() -> [UInt8] { rewrite(held, isLast: true) }

  private mutating func rewrite(_ text: [UInt8], isLast: Bool) -> [UInt8] {
    held = []
    var result: [UInt8] = []
    var copied = 0
    var place = 0
    text.withUnsafeBufferPointer { bytes in
      while place < bytes.count, result.count - copied < Self.mostGrowth {
        guard Self.mayBegin(bytes[place]) else {
          place += 1
          continue
        }
        let before = place > 0 ? bytes[place - 1] : previous
        switch table.link(at: place, in: bytes, after: before, isLast: isLast) {
        case .none: place += 1
        case .partial:
          held = Array(bytes[place...])
          return
        case .whole(let end, let kind):
          result += bytes[copied..<place]
          result += base.text(for: kind)
          (place, copied) = (end, end)
          hasReplaced = true
        }
      }
    }
    let end = text.count - held.count
    if end > 0 { previous = text[end - 1] }
    if copied == 0, held.isEmpty { return text }
    return result + text[copied..<end]
  }

  /// Returns whether a link may begin with this byte: `http`, `ws`, `//` or `\/`.
  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte | 0x20 {
    case UInt8(ascii: "h"), UInt8(ascii: "w"): true
    default: byte == UInt8(ascii: "/") || byte == UInt8(ascii: "\\")
    }
  }
}

/// The address that replaces those of the servers, in each form of a link.
struct LinkBase: Sendable {
  private let texts: [LinkTable.Kind: [UInt8]]

  /// Creates the forms of an address such as `http://127.0.0.1:4480`, which may have a path.
  ///
  /// The result is `nil` if the address has no scheme, or is too long for a host with a short path.
  init?(_ address: String) {
    guard let mark = address.firstRange(of: "://"), address.utf8.count <= 600 else { return nil }
    let rest = String(address[mark.upperBound...])
    let isSecure = address[..<mark.lowerBound] == "https"
    var texts: [LinkTable.Kind: [UInt8]] = [:]
    for isEscaped in [false, true] {
      for (form, start) in [
        (LinkTable.Form.web, isSecure ? "https:" : "http:"), (.socket, isSecure ? "wss:" : "ws:"),
        (.relative, ""),
      ] {
        let text = "\(start)//\(rest)"
        let kind = LinkTable.Kind(form: form, isEscaped: isEscaped)
        texts[kind] = Array((isEscaped ? text.replacing("/", with: #"\/"#) : text).utf8)
      }
    }
    self.texts = texts
  }

  func text(for kind: LinkTable.Kind) -> [UInt8] { texts[kind] ?? [] }
}

/// A body in which links are replaced while it is forwarded.
final class RewrittenBody: AwaitedBodySource {
  private let stream: BodyStream
  /// The rewriter; `nil` after the body has ended.
  private let rewriter: Mutex<LinkRewriter?>

  /// Creates the rest of a body whose first bytes `rewriter` has already processed.
  init(_ stream: BodyStream, _ rewriter: LinkRewriter) {
    self.stream = stream
    self.rewriter = Mutex(rewriter)
  }

  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
    guard rewriter.withLock({ $0 != nil }) else { return completion(.success(nil)) }
    stream.pull(by: executor) { [self] piece in
      completion(piece.map { bytes in rewriter.withLock { Self.rewrite(bytes, by: &$0) } })
    }
  }

  /// Returns the next piece with links replaced; `nil` at the end of the body.
  private static func rewrite(_ bytes: [UInt8]?, by rewriter: inout LinkRewriter?) -> [UInt8]? {
    guard let bytes else {
      let rest = rewriter?.finish() ?? []
      rewriter = nil
      return rest.isEmpty ? nil : rest
    }
    return rewriter?.rewrite(bytes)
  }

  func cancel() { stream.cancel() }
}

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
