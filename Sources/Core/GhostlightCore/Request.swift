public import HTTPTypes

/// A request as a backend sees it: complete, in memory, without a connection.
public struct Request: Sendable, Hashable {
  /// The method of the request line.
  public var method: HTTPRequest.Method
  /// `http` or `https`.
  public var scheme: String
  /// Host and optional port, as the client named them: `127.0.0.1:4401`.
  public var authority: String
  /// The target of the request line.
  public var target: RequestTarget
  /// The header fields; `Host` stands in ``authority`` instead.
  public var headers: HTTPFields {
    get { fields }
    set {
      fields = newValue
      fieldKinds = FieldKinds(newValue)
    }
    // No observer: an initializer in an extension would change the fields without its knowledge.
    _modify {
      defer { fieldKinds = FieldKinds(fields) }
      yield &fields
    }
  }
  /// The body, transfer coding removed.
  public var body: [UInt8]
  private var fieldKinds: FieldKinds
  private var fields: HTTPFields

  /// Makes a request; without a body or fields unless given.
  public init(
    _ method: HTTPRequest.Method, _ target: RequestTarget, scheme: String = "http",
    authority: String = "localhost", headers: HTTPFields = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.scheme = scheme
    self.authority = authority
    self.target = target
    self.body = body
    fields = headers
    fieldKinds = FieldKinds(headers)
  }

  /// Gives a header field a value, in the place of the one of its name, or at the end.
  package mutating func set(_ name: HTTPField.Name, to value: String) {
    // The value of a cookie may be several fields.
    guard name != .cookie, case .none = fieldKinds.count(like: name) else {
      return headers.set(name, to: value)
    }
    fields.append(HTTPField(name: name, value: value))
    fieldKinds.add(name)
  }

  /// The value of a header field, the same that the subscript of ``headers`` answers.
  package func value(of name: HTTPField.Name) -> String? {
    fields.value(of: name, fieldKinds)
  }
}

extension Request {
  /// The host without its port.
  public var host: String { Authority(authority).host }

  /// The port named by the client, else the scheme's own.
  public var port: Int { Authority(authority).port(of: scheme) }

  /// Makes a request with a JSON body and its `Content-Type`.
  public static func json(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON,
    headers: HTTPFields = [:]
  ) -> Request {
    var request = Request(method, target, headers: headers, body: body.bytes)
    request.headers[.contentType] = "application/json"
    return request
  }

  /// Makes a request with an `application/x-www-form-urlencoded` body.
  public static func form(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ fields: [FormField],
    headers: HTTPFields = [:]
  ) -> Request {
    var request = Request(
      method, target, headers: headers, body: FormURLEncoding.encode(fields))
    request.headers[.contentType] = "application/x-www-form-urlencoded"
    return request
  }
}

/// A host with an optional port, as in the `Host` field.
public struct Authority: Sendable, Hashable {
  /// The name or address; an IPv6 address keeps its brackets.
  public let host: String
  /// The port, where one is named and is a number up to 65535.
  public let port: Int?

  /// The port named, else the scheme's own.
  package func port(of scheme: String) -> Int { port ?? (scheme == "https" ? 443 : 80) }

  /// Splits `text` at its last colon outside brackets.
  public init(_ text: String) {
    var contiguous = text
    let parts = contiguous.withUTF8 { bytes -> (host: String, port: Int?)? in
      var end = bytes.count
      while end > 0, bytes[end - 1] != UInt8(ascii: ":"), bytes[end - 1] != UInt8(ascii: "]") {
        end -= 1
      }
      guard end > 0, bytes[end - 1] == UInt8(ascii: ":") else { return nil }
      return (
        String(decoding: bytes[..<(end - 1)], as: UTF8.self),
        Self.port(UnsafeBufferPointer(rebasing: bytes[end...]))
      )
    }
    host = parts?.host ?? text
    port = parts?.port
  }

  /// The number of digits, a plus sign allowed before them.
  private static func port(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count < 6, text.allSatisfy({ $0 &- 48 < 10 }) else {
      return UInt16(String(decoding: text, as: UTF8.self)).map(Int.init)
    }
    let port = text.reduce(0) { $0 * 10 + Int($1 - 48) }
    return text.isEmpty || port > 0xFFFF ? nil : port
  }
}

/// The target of a request line, kept to the byte, beside its decoded parts.
///
/// Signatures cover the raw bytes, so nothing here is ever normalised: `[`, `]` and other
/// characters that RFC 3986 wants escaped are accepted as they come.
public struct RequestTarget: Sendable, Hashable {
  /// What stood in the request line: `/todo/a%20b?priority[gte]=2`.
  public let raw: String

  /// The number of bytes before the `?`.
  package let pathLength: Int

  /// Keeps `raw` as it is.
  public init(_ raw: String) {
    var contiguous = raw
    pathLength = contiguous.withUTF8 { $0.firstIndex(of: UInt8(ascii: "?")) ?? $0.count }
    self.raw = contiguous
  }

  /// The path, not decoded: `/todo/a%20b`.
  public var rawPath: String { String(decoding: raw.utf8.prefix(pathLength), as: UTF8.self) }

  /// Whether the path is this one, of ASCII, or below it.
  package func begins(with path: StaticString) -> Bool {
    let length = path.utf8CodeUnitCount
    guard length <= pathLength else { return false }
    var raw = raw
    return raw.withUTF8 { bytes in
      for position in 0..<length where bytes[position] != path.utf8Start[position] { return false }
      return length == pathLength || bytes[length] == UInt8(ascii: "/")
    }
  }

  /// Whether the path ends with a text of ASCII.
  package func pathEnds(with text: StaticString) -> Bool {
    let start = pathLength - text.utf8CodeUnitCount
    guard start >= 0 else { return false }
    var raw = raw
    return raw.withUTF8 { bytes in
      for position in 0..<text.utf8CodeUnitCount
      where bytes[start + position] != text.utf8Start[position] {
        return false
      }
      return true
    }
  }

  /// Whether there is a query, be it empty.
  package var hasQuery: Bool { raw.utf8.count > pathLength }

  /// The query without its `?`, not decoded; `nil` where the target has none.
  public var rawQuery: String? {
    guard raw.utf8.count > pathLength else { return nil }
    return String(decoding: raw.utf8.dropFirst(pathLength + 1), as: UTF8.self)
  }

  /// The decoded path, or `nil` where an escape is malformed or no UTF-8 results.
  public var path: String? { PercentEncoding.decode(rawPath) }

  /// The decoded query in order, `+` being a plus; `nil` where an escape is malformed.
  ///
  /// Empty where there is no query.
  public var queryItems: [QueryItem]? {
    guard let rawQuery else { return [] }
    var items: [QueryItem] = []
    for pair in rawQuery.utf8.split(separator: UInt8(ascii: "&")) {
      let name: Substring.UTF8View
      let value: Substring.UTF8View?
      if let equals = pair.firstIndex(of: UInt8(ascii: "=")) {
        name = pair[..<equals]
        value = pair[pair.index(after: equals)...]
      } else {
        name = pair
        value = nil
      }
      guard let decodedName = PercentEncoding.decode(String(decoding: name, as: UTF8.self)) else {
        return nil
      }
      guard let value else {
        items.append(QueryItem(name: decodedName, value: nil))
        continue
      }
      guard let decoded = PercentEncoding.decode(String(decoding: value, as: UTF8.self)) else {
        return nil
      }
      items.append(QueryItem(name: decodedName, value: decoded))
    }
    return items
  }
}

extension RequestTarget: ExpressibleByStringLiteral {
  /// Keeps the literal as it is.
  public init(stringLiteral value: String) { self.init(value) }
}

extension RequestTarget: CustomStringConvertible {
  /// The raw target.
  public var description: String { raw }
}

/// One decoded pair of a query.
public struct QueryItem: Sendable, Hashable {
  /// The text before the first `=`.
  public var name: String
  /// The text after the first `=`; `nil` where there is none.
  public var value: String?

  /// Makes a pair.
  public init(name: String, value: String?) {
    self.name = name
    self.value = value
  }
}

/// A response, complete but for a body that is streamed.
public struct Response: Sendable, Hashable {
  /// Status code and reason phrase.
  public var status: HTTPResponse.Status
  /// The header fields; `Content-Length` and `Connection` are the server's business.
  public var headers: HTTPFields
  /// The body, without transfer coding; to `HEAD` what `GET` would get, left out in transport.
  public var body: [UInt8]
  /// How it reaches the client.
  public var delivery: Delivery = .whole
  /// Milliseconds that the client really waits before the first byte.
  public var delayMilliseconds: Int = 0
  private var sequel: Sequel?

  /// Makes a response; without a body or fields unless given.
  public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension Response {
  /// What comes behind a body, in one object, since every copy of a response pays for each.
  private final class Sequel: Sendable, Hashable {
    let stream: BodyStream?
    let session: SessionUpgrade?
    let failure: String?

    init(stream: BodyStream? = nil, session: SessionUpgrade? = nil, failure: String? = nil) {
      self.stream = stream
      self.session = session
      self.failure = failure
    }

    static func == (left: Sequel, right: Sequel) -> Bool {
      left.stream == right.stream && left.session == right.session && left.failure == right.failure
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(stream)
      hasher.combine(session)
      hasher.combine(failure)
    }
  }

  /// What follows ``body``; `nil` where that is all, as nearly always.
  ///
  /// Servers alone see it, by ``Responder/attempt``: to callers in the process bodies are whole. A
  /// response with a stream becomes no session.
  public var stream: BodyStream? {
    get { sequel?.stream }
    set { sequel = newValue.map { Sequel(stream: $0) } }
  }

  /// What the connection becomes after this response; `nil` where it goes on with requests.
  ///
  /// A server says so with its own head, and only to a client that asked for a WebSocket.
  public var sessionUpgrade: SessionUpgrade? {
    get { sequel?.session }
    set { sequel = newValue.map { Sequel(session: $0) } }
  }

  /// Why whoever was to answer gave no answer, where this one, of our own, stands for it.
  package var upstreamFailure: String? {
    get { sequel?.failure }
    set { sequel = newValue.map { Sequel(failure: $0) } }
  }

  /// Makes a response with a compact JSON body.
  public static func json(
    _ status: HTTPResponse.Status, _ body: JSON, headers: HTTPFields = jsonFields
  ) -> Response {
    Response(status, headers: headers, body: body.bytes)
  }

  /// `Content-Type: application/json; charset=utf-8`, made once.
  public static let jsonFields: HTTPFields = [.contentType: "application/json; charset=utf-8"]

  /// The body as JSON, or `nil` where it is none.
  public var json: JSON? {
    do throws(JSONError) { return try JSON.parse(body) } catch { return nil }
  }

  /// The body as text, with U+FFFD for bytes that are no UTF-8.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// How a response reaches the client; anything but ``whole`` is deliberate trouble.
///
/// A server acts it out on the connection, an in-process transport as the error that a client
/// would see.
public enum Delivery: Sendable, Hashable {
  /// Head and body in one piece.
  case whole
  /// The connection is reset before any byte of the response.
  case reset
  /// The connection is closed properly before any byte of the response.
  case empty
  /// Head with the full `Content-Length`, then only so many bytes of the body, then the end.
  case truncated(bytes: Int)
  /// A chunked response whose second chunk has no valid size.
  case malformedChunk
  /// The body in pieces of some bytes with a pause between them.
  case dribble(bytes: Int, pauseMilliseconds: Int)
}

extension Response {
  /// Why a body that is to be truncated reaches the client whole; `nil` where it does not.
  package func reasonNotToTruncate(isHead: Bool) -> String? {
    guard case .truncated(let bytes) = delivery else { return nil }
    let count = isHead ? 0 : body.count
    guard max(0, bytes) >= count else { return nil }
    return "nothing was truncated: the body ends after \(count) bytes, before \(bytes)"
  }
}

extension Substring {
  /// The text without spaces and tabs at its ends, as HTTP trims the value of a field.
  package var trimmed: String {
    var rest = self
    while let first = rest.utf8.first, first == 32 || first == 9 { rest = rest.dropFirst() }
    while let last = rest.utf8.last, last == 32 || last == 9 { rest = rest.dropLast() }
    return String(rest)
  }
}

extension HTTPResponse.Status {
  /// What it says beside its number, or what HTTP calls such a failure: `Service Unavailable`; `nil`
  /// where neither is known.
  package var phrase: String? {
    if !reasonPhrase.isEmpty { return reasonPhrase }
    return Self.failures.first { $0.code == code }?.reasonPhrase
  }

  /// Those of failures that HTTP names.
  private static let failures: [HTTPResponse.Status] = [
    .badRequest, .unauthorized, .forbidden, .notFound, .methodNotAllowed, .notAcceptable,
    .proxyAuthenticationRequired, .requestTimeout, .conflict, .gone, .lengthRequired,
    .preconditionFailed, .contentTooLarge, .uriTooLong, .unsupportedMediaType,
    .rangeNotSatisfiable, .expectationFailed, .misdirectedRequest, .unprocessableContent,
    .tooEarly, .upgradeRequired, .preconditionRequired, .tooManyRequests,
    .requestHeaderFieldsTooLarge, .unavailableForLegalReasons, .internalServerError,
    .notImplemented, .badGateway, .serviceUnavailable, .gatewayTimeout,
    .httpVersionNotSupported, .networkAuthenticationRequired,
  ]
}
