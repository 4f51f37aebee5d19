public import HTTPTypes

/// An HTTP request with its whole body in memory, independent of a connection.
///
/// Servers and SDK transports create requests; a ``Responder`` processes them. Target and body are
/// kept byte for byte, because signatures cover them. A request is a value.
///
/// ```swift
/// import Ghostlight
///
/// var request = Request.json(.post, "/todo", ["title": "Water the plants"])
/// request.headers[.accept] = "application/json"
/// let response = Stage().respond(to: request, by: "mia")
/// ```
public struct Request: Sendable, Hashable {
  /// The HTTP method.
  public var method: HTTPRequest.Method
  /// The URL scheme, `http` or `https`.
  public var scheme: String
  /// The host and the optional port, as the client sent them: `127.0.0.1:4401`.
  public var authority: String
  /// The target of the request line: the path, with the query if there is one.
  public var target: RequestTarget
  /// The header fields, except `Host`, whose value is in ``authority``.
  public var headers: HTTPFields {
    get { fields }
    set {
      fields = newValue
      fieldKinds = FieldKinds(newValue)
    }
    // A `didSet` observer would not work: an initializer in an extension would change the fields
    // without calling the observer.
    _modify {
      defer { fieldKinds = FieldKinds(fields) }
      yield &fields
    }
  }
  /// The body, without transfer coding.
  public var body: [UInt8]
  private var fieldKinds: FieldKinds
  private var fields: HTTPFields

  /// Creates a request; by default it has no header fields and no body.
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

  /// Sets a header field: replaces the field with this name, or appends a new one.
  package mutating func set(_ name: HTTPField.Name, to value: String) {
    // `Cookie` is always set through `headers`, because `HTTPFields` may store its value as several
    // fields.
    guard name != .cookie, case .none = fieldKinds.count(like: name) else {
      return headers.set(name, to: value)
    }
    fields.append(HTTPField(name: name, value: value))
    fieldKinds.add(name)
  }

  /// Returns the value of a header field, like the subscript of ``headers``.
  package func value(of name: HTTPField.Name) -> String? {
    fields.value(of: name, fieldKinds)
  }
}

extension Request {
  /// The host that the client named, without the port.
  public var host: String { Authority(authority).host }

  /// The port that the client named, or the scheme's default port.
  public var port: Int { Authority(authority).port(of: scheme) }

  /// Creates a request with a JSON body and `Content-Type: application/json`.
  public static func json(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON,
    headers: HTTPFields = [:]
  ) -> Request {
    var request = Request(method, target, headers: headers, body: body.bytes)
    request.headers[.contentType] = "application/json"
    return request
  }

  /// Creates a request with a form as its body, encoded as `application/x-www-form-urlencoded`.
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
///
/// Nothing is validated: the host may be any string. Clients may write host names in upper or lower
/// case, so convert ``host`` to lower case before comparing.
public struct Authority: Sendable, Hashable {
  /// The host name or IP address; an IPv6 address includes its brackets.
  public let host: String
  /// The port number, up to 65535; `nil` if there is none or it is invalid.
  public let port: Int?

  /// Returns ``port``, or the default port of `scheme` if it is `nil`.
  package func port(of scheme: String) -> Int { port ?? (scheme == "https" ? 443 : 80) }

  /// Splits a string at its last colon that is not inside brackets.
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

  /// Parses a port number, optionally with a plus sign.
  private static func port(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count < 6, text.allSatisfy({ $0 &- 48 < 10 }) else {
      return UInt16(String(decoding: text, as: UTF8.self)).map(Int.init)
    }
    let port = text.reduce(0) { $0 * 10 + Int($1 - 48) }
    return text.isEmpty || port > 0xFFFF ? nil : port
  }
}

/// The target of a request line, as raw bytes and as decoded parts.
///
/// Signatures cover the raw bytes, so the target is never normalized. `[`, `]` and other characters
/// that must be escaped according to RFC 3986 are accepted unchanged. A target can be written as a
/// literal: `"/todo?priority[gte]=2"`.
public struct RequestTarget: Sendable, Hashable {
  /// The target exactly as in the request line: `/todo/a%20b?priority[gte]=2`.
  public let raw: String

  /// The number of bytes before the `?`, or of all bytes if there is no query.
  package let pathLength: Int

  /// Creates a target from a string, as in the request line.
  public init(_ raw: String) {
    var contiguous = raw
    pathLength = contiguous.withUTF8 { $0.firstIndex(of: UInt8(ascii: "?")) ?? $0.count }
    self.raw = contiguous
  }

  /// The path, still percent-encoded: `/todo/a%20b`.
  public var rawPath: String { String(decoding: raw.utf8.prefix(pathLength), as: UTF8.self) }

  /// Returns whether the path is `path` or begins with `path` and a slash; `path` must be ASCII.
  package func begins(with path: StaticString) -> Bool {
    let length = path.utf8CodeUnitCount
    guard length <= pathLength else { return false }
    var raw = raw
    return raw.withUTF8 { bytes in
      for position in 0..<length where bytes[position] != path.utf8Start[position] { return false }
      return length == pathLength || bytes[length] == UInt8(ascii: "/")
    }
  }

  /// Returns whether the path ends with `text`, which must be ASCII.
  package func pathEnds(with text: StaticString) -> Bool {
    let start = pathLength - text.utf8CodeUnitCount
    guard start >= 0 else { return false }
    var position = raw.utf8.index(raw.utf8.startIndex, offsetBy: start)
    for offset in 0..<text.utf8CodeUnitCount {
      guard raw.utf8[position] == text.utf8Start[offset] else { return false }
      position = raw.utf8.index(after: position)
    }
    return true
  }

  /// Whether the target has a query, even an empty one.
  package var hasQuery: Bool { raw.utf8.count > pathLength }

  /// The query without the `?`, still percent-encoded; `nil` if there is no query.
  public var rawQuery: String? {
    guard raw.utf8.count > pathLength else { return nil }
    return String(decoding: raw.utf8.dropFirst(pathLength + 1), as: UTF8.self)
  }

  /// The percent-decoded path; `nil` if an escape is invalid or the result is not UTF-8.
  public var path: String? { PercentEncoding.decode(rawPath) }

  /// The query's percent-decoded pairs, in order; `+` stays a plus sign.
  ///
  /// It is `nil` if an escape is invalid, and empty if there is no query.
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
  /// Creates a target from a literal.
  public init(stringLiteral value: String) { self.init(value) }
}

extension RequestTarget: CustomStringConvertible {
  /// The target exactly as in the request line.
  public var description: String { raw }
}

/// A percent-decoded pair of a query: a name and an optional value.
///
/// ``RequestTarget/queryItems`` returns the pairs in order. `a=` has an empty value, and `a` has no
/// value.
public struct QueryItem: Sendable, Hashable {
  /// The decoded name: the part before the first `=`.
  public var name: String
  /// The decoded value: the part after the first `=`; `nil` if there is no `=`.
  public var value: String?

  /// Creates a pair from a decoded name and value.
  public init(name: String, value: String?) {
    self.name = name
    self.value = value
  }
}

/// An HTTP response, with its body in memory except for an optional streamed rest.
///
/// A backend or a ``Responder`` returns it. A server adds `Content-Length` and `Connection`. A
/// response is a value. Its ``delivery`` and ``delayMilliseconds`` describe faults for the server
/// to apply.
///
/// ```swift
/// import Ghostlight
///
/// let response = Response.json(.created, ["todo_id": "1"])
/// print(response.status.code, response.text, response.json?["todo_id"]?.string ?? "")
/// ```
public struct Response: Sendable, Hashable {
  /// The status code and the reason phrase.
  public var status: HTTPResponse.Status
  /// The header fields, without `Content-Length` and `Connection`, which the server adds.
  public var headers: HTTPFields
  /// The body, without transfer coding; ``stream`` has the rest, if there is one.
  ///
  /// A response to `HEAD` has the same body as a response to `GET`; the transport leaves it out.
  public var body: [UInt8]
  /// The fault to apply to the connection; ``Delivery/whole`` for none.
  public var delivery: Delivery = .whole
  /// The delay before the first byte, in milliseconds of real time.
  public var delayMilliseconds: Int = 0
  private var continuation: Continuation?

  /// Creates a response; by default it has no header fields and no body.
  public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension Response {
  /// The rarely used properties of a response, combined into one object so that copies of a
  /// response stay cheap.
  private final class Continuation: Sendable, Hashable {
    let stream: BodyStream?
    let session: SessionUpgrade?
    let failure: String?
    let program: ProgramCall?

    init(
      stream: BodyStream? = nil, session: SessionUpgrade? = nil, failure: String? = nil,
      program: ProgramCall? = nil
    ) {
      self.stream = stream
      self.session = session
      self.failure = failure
      self.program = program
    }

    static func == (left: Continuation, right: Continuation) -> Bool {
      left.stream == right.stream && left.session == right.session
        && left.failure == right.failure && left.program == right.program
    }

    func hash(into hasher: inout Hasher) {
      hasher.combine(stream)
      hasher.combine(session)
      hasher.combine(failure)
      hasher.combine(program)
    }
  }

  /// The rest of the body, which follows ``body``; usually `nil`.
  ///
  /// Servers receive it, and other callers of ``Responder/ask``. ``Responder/respond(_:bodyBytes:)``
  /// returns complete bodies. A response with a stream cannot also have a ``sessionUpgrade``.
  public var stream: BodyStream? {
    get { continuation?.stream }
    set { continuation = newValue.map { Continuation(stream: $0) } }
  }

  /// The session that takes over the connection after this response; `nil` for an ordinary
  /// response.
  ///
  /// A server sends its own response head for the session, and only to a client that requested a
  /// WebSocket.
  public var sessionUpgrade: SessionUpgrade? {
    get { continuation?.session }
    set { continuation = newValue.map { Continuation(session: $0) } }
  }

  /// The reason why an upstream server did not respond; `nil` unless Ghostlight created this
  /// response instead.
  package var upstreamFailure: String? {
    get { continuation?.failure }
    set { continuation = newValue.map { Continuation(failure: $0) } }
  }

  /// The program that responds instead of the backend; `nil` in every response that a client gets.
  package var program: ProgramCall? {
    get { continuation?.program }
    set { continuation = newValue.map { Continuation(program: $0) } }
  }

  /// Creates a response with a JSON body without white space.
  public static func json(
    _ status: HTTPResponse.Status, _ body: JSON, headers: HTTPFields = jsonFields
  ) -> Response {
    Response(status, headers: headers, body: body.bytes)
  }

  /// The header field `Content-Type: application/json; charset=utf-8`.
  public static let jsonFields: HTTPFields = [.contentType: "application/json; charset=utf-8"]

  /// The body, parsed as JSON; `nil` if it is not valid JSON.
  public var json: JSON? {
    do throws(JSONError) { return try JSON.parse(body) } catch { return nil }
  }

  /// The body as a string, with U+FFFD for bytes that are not UTF-8.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// The way in which a server delivers a response; all cases except ``whole`` are faults.
///
/// A server applies the fault to the connection. An in-process transport throws the error that a
/// client would see. Set it with `FaultAction.deliver(_:)`.
public enum Delivery: Sendable, Hashable {
  /// The client receives the complete response.
  case whole
  /// The connection is reset before the first byte of the response.
  case reset
  /// The connection is closed normally before the first byte of the response.
  case empty
  /// The client receives the head with the full `Content-Length`, but only this many bytes of the
  /// body.
  ///
  /// A streamed body whose length is not known has chunks instead, and the last one is missing.
  case truncated(bytes: Int)
  /// The client receives a chunked response whose second chunk has an invalid size.
  case malformedChunk
  /// The client receives the body in pieces of `bytes` bytes, with a pause between them.
  case dribble(bytes: Int, pauseMilliseconds: Int)
}

extension Response {
  /// Returns the reason why truncation has no effect on this response; `nil` if it has an effect.
  package func reasonNotToTruncate(isHead: Bool) -> String? {
    guard case .truncated(let bytes) = delivery else { return nil }
    // The length of a streamed body is known only if it was announced.
    let length = stream == nil ? body.count : headers[.contentLength].flatMap(Int.init)
    guard let count = isHead ? 0 : length, max(0, bytes) >= count else { return nil }
    return "nothing was truncated: the body ends after \(count) bytes, before \(bytes)"
  }
}

extension Substring {
  /// The string without spaces and tabs at both ends, as HTTP trims field values.
  package var trimmed: String {
    var rest = self
    while let first = rest.utf8.first, first == 32 || first == 9 { rest = rest.dropFirst() }
    while let last = rest.utf8.last, last == 32 || last == 9 { rest = rest.dropLast() }
    return String(rest)
  }
}

extension HTTPResponse.Status {
  /// The reason phrase, or the standard phrase of an error status; `nil` if neither is known.
  package var phrase: String? {
    if !reasonPhrase.isEmpty { return reasonPhrase }
    return Self.failures.first { $0.code == code }?.reasonPhrase
  }

  /// The error statuses that have a standard phrase.
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
