import GhostlightCore
import HTTPTypes
import NIOHTTP1

/// Converts the heads from the parser to requests, and rejects ambiguous heads.
///
/// - Source: RFC 9112, sections 2.2, 3.2, 6.1 and 6.3; RFC 9110, section 10.1.1.
struct RequestHeadReader {
  /// The scheme of all further requests.
  var scheme: String
  /// The authority of requests without a host.
  var authority: String
  private let targetLimit: Int
  private let isControl: Bool
  private var memory = HeaderFieldCache()
  /// Whether a head of this connection had bytes that ``HeaderBytes`` escaped.
  var hasEscapes = false {
    didSet { memory.hasEscapes = hasEscapes }
  }

  /// Creates a reader for one connection; it removes the console's cookie unless `isControl`.
  init(scheme: String, authority: String, limits: ServerLimits, isControl: Bool) {
    self.scheme = scheme
    self.authority = authority
    self.isControl = isControl
    targetLimit = limits.targetBytes
  }

  /// Returns the request for a head, without its body.
  ///
  /// - Throws: The ``Refusal`` for an invalid head.
  mutating func read(_ head: HTTPRequestHead) throws(Refusal) -> RequestHeadFacts {
    let uri = hasEscapes ? Self.readable(head.uri) : head.uri
    guard uri.utf8.count <= targetLimit else { throw .targetTooLong }
    guard head.method != .CONNECT else { throw .methodUnsupported }
    guard let method = HTTPRequest.Method(head.method.rawValue) else { throw .malformed }
    let isOld = head.version == .http1_0
    let notes = try collect(head.headers)
    let target = try TargetForm(uri, host: notes.host)
    guard target.authority != nil || isOld else { throw .hostMissing }
    guard !(notes.hasCoding && (notes.length != nil || isOld)) else { throw .lengthAndCoding }
    guard !notes.expectsUnknown || isOld else { throw .expectationUnknown }
    let request = Request(
      method, target.target, scheme: scheme, authority: target.authority ?? authority,
      headers: notes.fields)
    // The parser stops after a request for a protocol upgrade, so no request can follow it.
    let options = ReplyOptions(
      isHead: head.method == .HEAD, keepsAlive: head.isKeepAlive && !notes.asksUpgrade,
      isOld: isOld)
    let hasBody = notes.hasCoding || notes.length ?? 0 > 0
    return RequestHeadFacts(
      start: AssembledRequest(request: request, options: options), bodyLength: notes.length ?? 0,
      hasBody: hasBody, awaitsContinue: notes.expectsContinue && hasBody && !isOld)
  }

  /// Returns a target with U+FFFD for each byte that is not UTF-8.
  private static func readable(_ uri: String) -> String {
    String(decoding: HeaderBytes.unescaped(Array(uri.utf8)), as: UTF8.self)
  }

  /// Collects all header fields in one pass, together with the values that the connection needs.
  private mutating func collect(_ headers: HTTPHeaders) throws(Refusal) -> RequestHeadNotes {
    var notes = RequestHeadNotes()
    memory.begin()
    for (name, value) in headers {
      if try notes.parse(name, value) { continue }
      guard let value = visible(name, value) else { continue }
      guard memory.add(name, value) else { throw .malformed }
    }
    notes.fields = memory.end()
    return notes
  }

  /// Returns the value that the request keeps for a field; `nil` to remove the field.
  ///
  /// The cookies of control listeners are removed from `Cookie`, because browsers send them to all
  /// ports of a host.
  private func visible(_ name: String, _ value: String) -> String? {
    guard !isControl, name.utf8.count == 6, RequestHeadNotes.equal(name, "cookie")
    else { return value }
    return ControlCookie.removed(from: value)
  }
}

/// The information in a request's head.
struct RequestHeadFacts: Hashable {
  /// The request without its body.
  var start: AssembledRequest
  /// The announced length of the body in bytes; 0 without a body or with chunked framing.
  var bodyLength: Int
  /// Whether a body follows, with an announced length or chunked.
  var hasBody: Bool
  /// Whether the client waits for `100 Continue`.
  var awaitsContinue: Bool
}

/// Creates header fields, and reuses those of the connection's previous head.
///
/// Most fields of a request equal the field at the same position in the client's previous request.
/// Equal fields are reused, because creating a field takes 75 ns and comparing one takes 10 ns.
struct HeaderFieldCache {
  /// The maximum size, in bytes, of a head whose fields are stored for reuse.
  private static let capacity = 8192

  private var last: HTTPFields = [:]
  private var fresh: HTTPFields = [:]
  private var position = 0
  private var isSame = true
  private var size = 0
  /// Whether values may have bytes that ``HeaderBytes`` escaped.
  var hasEscapes = false

  mutating func begin() {
    position = 0
    isSame = true
    size = 0
  }

  /// Adds the next field; returns `false` if its name is not a valid token.
  mutating func add(_ name: String, _ value: String) -> Bool {
    size += name.utf8.count + value.utf8.count
    let isKnown = position < last.count && last[position].name.rawName == name
    if isSame {
      if isKnown, last[position].value == value {
        position += 1
        return true
      }
      isSame = false
      fresh = HTTPFields(last.prefix(position))
    }
    if isKnown {
      fresh.append(field(last[position].name, value))
    } else {
      guard let name = HTTPField.Name(name) else { return false }
      fresh.append(field(name, value))
    }
    position += 1
    return true
  }

  private func field(_ name: HTTPField.Name, _ value: String) -> HTTPField {
    hasEscapes
      ? HTTPField(name: name, escapedValue: value) : HTTPField(name: name, value: value)
  }

  /// Ends the head, and returns its header fields.
  mutating func end() -> HTTPFields {
    if isSame, position == last.count { return last }
    let fields = isSame ? HTTPFields(last.prefix(position)) : fresh
    fresh = [:]
    last = size <= Self.capacity ? fields : [:]
    return fields
  }
}

/// The header fields of a head, and the values among them that the connection needs.
struct RequestHeadNotes {
  var fields: HTTPFields = [:]
  var host: String?
  var length: Int?
  var hasCoding = false
  var expectsContinue = false
  var expectsUnknown = false
  var asksUpgrade = false

  /// Reads one field; returns `true` for `Host`, which is not added to the request's header fields.
  mutating func parse(_ name: String, _ value: String) throws(Refusal) -> Bool {
    switch name.utf8.count {
    case 4 where Self.equal(name, "host"):
      guard host == nil else { throw .hostRepeated }
      host = Self.trimmed(value)
      return true
    case 6 where Self.equal(name, "expect"):
      let isContinue = Self.equal(Self.trimmed(value), "100-continue")
      expectsContinue = expectsContinue || isContinue
      expectsUnknown = expectsUnknown || !isContinue
    case 7 where Self.equal(name, "upgrade"):
      asksUpgrade = true
    case 14 where Self.equal(name, "content-length"):
      guard length == nil else { throw .lengthAndCoding }
      // The parser allows only digits, so a value that is not an Int is too large.
      length = Int(Self.trimmed(value)) ?? .max
    case 17 where Self.equal(name, "transfer-encoding"):
      guard !hasCoding else { throw .lengthAndCoding }
      guard Self.equal(Self.trimmed(value), "chunked") else { throw .codingUnknown }
      hasCoding = true
    default:
      break
    }
    return false
  }

  /// Returns the value without trailing whitespace; the parser has already removed leading
  /// whitespace.
  private static func trimmed(_ value: String) -> String {
    func isBlank(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let last = value.utf8.last, isBlank(last) else { return value }
    let end = value.utf8.lastIndex { !isBlank($0) }.map(value.utf8.index(after:))
    return String(value[..<(end ?? value.startIndex)])
  }

  /// Returns whether `text` equals `lower`, ignoring ASCII case; `lower` must be in lower case.
  static func equal(_ text: String, _ lower: StaticString) -> Bool {
    guard text.utf8.count == lower.utf8CodeUnitCount else { return false }
    var expected = lower.utf8Start
    for byte in text.utf8 {
      let isUpper = byte >= UInt8(ascii: "A") && byte <= UInt8(ascii: "Z")
      guard (isUpper ? byte | 0x20 : byte) == expected.pointee else { return false }
      expected += 1
    }
    return true
  }
}

/// A request target in origin form, with the host of the request.
///
/// The bytes of the path and the query are unchanged, including `[` and `]`.
///
/// - Source: RFC 9112, section 3.2.
struct TargetForm: Hashable {
  /// The path and query; `*` for a request to the server itself.
  var target: RequestTarget
  /// The host of an absolute target, or of the `Host` field; `nil` if there is neither.
  var authority: String?

  /// Parses the target of a request line, together with the `Host` field.
  ///
  /// - Throws: ``Refusal/malformedTarget`` if the target is invalid, ``Refusal/hostMalformed`` if
  ///   the host is.
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

  /// Splits an absolute target: `http://host:1/a?b` becomes the target `/a?b` and the host
  /// `host:1`.
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

  /// Returns whether the string is empty, or a host with an optional port up to 65535.
  ///
  /// A client that does not know its host sends an empty `Host` field.
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

  /// The part of an authority to which the current byte belongs.
  private enum AuthorityPart {
    case start
    case name
    /// The IPv6 address in brackets.
    case address
    /// The position after the closing bracket.
    case end
    case port
  }
}

extension HTTPFields {
  /// Returns the items of a comma-separated header field, trimmed and in lower case.
  ///
  /// - Source: RFC 9110, section 5.6.1.
  func tokens(of name: HTTPField.Name) -> [String] {
    self[values: name].flatMap { $0.split(separator: ",") }.map { $0.trimmed.lowercased() }
  }
}
