public import HTTPTypes

/// A complete HTTP request in memory, independent of a connection.
///
/// Servers and SDK transports create one; a ``Responder`` processes it. The target and the body are
/// kept byte for byte, because signatures cover them. It is a value.
///
/// ```swift
/// import Ghostlight
///
/// var request = Request.json(.post, "/todo", ["title": "Water the plants"])
/// request.headers[.accept] = "application/json"
/// let response = Stage().respond(to: request, by: "mia")
/// ```
public struct Request: Sendable, Hashable {
  /// The method.
  public var method: HTTPRequest.Method
  /// `http` or `https`.
  public var scheme: String
  /// The host and the optional port, as the client sent them: `127.0.0.1:4401`.
  public var authority: String
  /// The target of the request line.
  public var target: RequestTarget
  /// The header fields, without `Host`, which is in ``authority``.
  public var headers: HTTPFields {
    get { fields }
    set {
      fields = newValue
      fieldKinds = FieldKinds(newValue)
    }
    // Not an observer, because an initializer in an extension would change the fields without
    // calling it.
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

  /// Sets the value of a header field: it replaces the field with the name, or is appended.
  package mutating func set(_ name: HTTPField.Name, to value: String) {
    // The value of a cookie may be stored as several fields.
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
  /// The host, without the port.
  public var host: String { Authority(authority).host }

  /// The port that the client named, or the default port of the scheme.
  public var port: Int { Authority(authority).port(of: scheme) }

  /// Creates a request with a JSON body and its `Content-Type`.
  public static func json(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: JSON,
    headers: HTTPFields = [:]
  ) -> Request {
    var request = Request(method, target, headers: headers, body: body.bytes)
    request.headers[.contentType] = "application/json"
    return request
  }

  /// Creates a request with an `application/x-www-form-urlencoded` body.
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
/// It is parsed without checks: the host may be any text. Clients may write host names in upper or
/// lower case, so compare ``host`` in lower case.
public struct Authority: Sendable, Hashable {
  /// The name or the address; an IPv6 address has its brackets.
  public let host: String
  /// The port, if there is one and it is a number up to 65535.
  public let port: Int?

  /// Returns the port, or the default port of a scheme.
  package func port(of scheme: String) -> Int { port ?? (scheme == "https" ? 443 : 80) }

  /// Creates an authority by splitting `text` at its last colon outside brackets.
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

  /// Parses a port, with an optional plus sign.
  private static func port(_ text: UnsafeBufferPointer<UInt8>) -> Int? {
    guard text.count < 6, text.allSatisfy({ $0 &- 48 < 10 }) else {
      return UInt16(String(decoding: text, as: UTF8.self)).map(Int.init)
    }
    let port = text.reduce(0) { $0 * 10 + Int($1 - 48) }
    return text.isEmpty || port > 0xFFFF ? nil : port
  }
}

/// The target of a request line as raw bytes, with its decoded parts.
///
/// Signatures cover the raw bytes, so the target is never normalised. `[`, `]` and other characters
/// that RFC 3986 wants escaped are accepted unchanged. Write it as a literal:
/// `"/todo?priority[gte]=2"`.
public struct RequestTarget: Sendable, Hashable {
  /// The target as it was in the request line: `/todo/a%20b?priority[gte]=2`.
  public let raw: String

  /// The number of bytes before the `?`.
  package let pathLength: Int

  /// Creates a target from the text of a request line.
  public init(_ raw: String) {
    var contiguous = raw
    pathLength = contiguous.withUTF8 { $0.firstIndex(of: UInt8(ascii: "?")) ?? $0.count }
    self.raw = contiguous
  }

  /// The path, not decoded: `/todo/a%20b`.
  public var rawPath: String { String(decoding: raw.utf8.prefix(pathLength), as: UTF8.self) }

  /// Returns whether the path is `path` or below it; `path` must be ASCII.
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
    var raw = raw
    return raw.withUTF8 { bytes in
      for position in 0..<text.utf8CodeUnitCount
      where bytes[start + position] != text.utf8Start[position] {
        return false
      }
      return true
    }
  }

  /// Whether there is a query, which may be empty.
  package var hasQuery: Bool { raw.utf8.count > pathLength }

  /// The query without the `?`, not decoded; `nil` if there is no query.
  public var rawQuery: String? {
    guard raw.utf8.count > pathLength else { return nil }
    return String(decoding: raw.utf8.dropFirst(pathLength + 1), as: UTF8.self)
  }

  /// The decoded path, or `nil` if an escape is not valid or the result is not UTF-8.
  public var path: String? { PercentEncoding.decode(rawPath) }

  /// The decoded query in order, in which `+` is a plus sign; `nil` if an escape is not valid.
  ///
  /// It is empty if there is no query.
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
  /// The raw target.
  public var description: String { raw }
}

/// A decoded pair of a query: a name and an optional value.
///
/// ``RequestTarget/queryItems`` returns the pairs in order. `a=` has an empty value, and `a` has
/// none.
public struct QueryItem: Sendable, Hashable {
  /// The text before the first `=`.
  public var name: String
  /// The text after the first `=`, or `nil` if there is no `=`.
  public var value: String?

  /// Creates a pair.
  public init(name: String, value: String?) {
    self.name = name
    self.value = value
  }
}

/// An HTTP response, complete in memory except for a streamed rest of its body.
///
/// A backend or a ``Responder`` returns it. A server adds `Content-Length` and `Connection`. It is
/// a value; ``delivery`` and ``delayMilliseconds`` describe faults for the server to apply.
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
  /// The body, without transfer coding.
  ///
  /// A response to `HEAD` has the body that `GET` would get; the transport leaves it out.
  public var body: [UInt8]
  /// The effect of a fault on the connection.
  public var delivery: Delivery = .whole
  /// The real time in milliseconds before the first byte.
  public var delayMilliseconds: Int = 0
  private var sequel: Sequel?

  /// Creates a response; by default it has no header fields and no body.
  public init(_ status: HTTPResponse.Status, headers: HTTPFields = [:], body: [UInt8] = []) {
    self.status = status
    self.headers = headers
    self.body = body
  }
}

extension Response {
  /// The rare properties of a response in one object, because every copy of a response pays for
  /// each.
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

  /// The rest of the body after ``body``; usually `nil`.
  ///
  /// Only servers see it, through ``Responder/attempt``; callers in the process get complete
  /// bodies. A response with a stream cannot also have a ``sessionUpgrade``.
  public var stream: BodyStream? {
    get { sequel?.stream }
    set { sequel = newValue.map { Sequel(stream: $0) } }
  }

  /// The session that the connection becomes after this response; `nil` if it continues with
  /// requests.
  ///
  /// A server sends its own response head, and only to a client that requested a WebSocket.
  public var sessionUpgrade: SessionUpgrade? {
    get { sequel?.session }
    set { sequel = newValue.map { Sequel(session: $0) } }
  }

  /// The reason why an upstream server gave no response, if Ghostlight made this response instead.
  package var upstreamFailure: String? {
    get { sequel?.failure }
    set { sequel = newValue.map { Sequel(failure: $0) } }
  }

  /// Creates a response with a compact JSON body.
  public static func json(
    _ status: HTTPResponse.Status, _ body: JSON, headers: HTTPFields = jsonFields
  ) -> Response {
    Response(status, headers: headers, body: body.bytes)
  }

  /// The field `Content-Type: application/json; charset=utf-8`.
  public static let jsonFields: HTTPFields = [.contentType: "application/json; charset=utf-8"]

  /// The body as JSON, or `nil` if it is not valid JSON.
  public var json: JSON? {
    do throws(JSONError) { return try JSON.parse(body) } catch { return nil }
  }

  /// The body as text, with U+FFFD for bytes that are not UTF-8.
  public var text: String { String(decoding: body, as: UTF8.self) }
}

/// The effect of a fault on the connection; ``whole`` is the normal delivery.
///
/// A server applies it to the connection. An in-process transport throws the error that a client
/// would see. Set it with `FaultAction.deliver(_:)`.
public enum Delivery: Sendable, Hashable {
  /// The client gets the complete response.
  case whole
  /// The connection is reset before the first byte of the response.
  case reset
  /// The connection is closed in order before the first byte of the response.
  case empty
  /// The client gets the head with the full `Content-Length`, and then only this many bytes of the
  /// body.
  case truncated(bytes: Int)
  /// A chunked response whose second chunk has no valid size.
  case malformedChunk
  /// The client gets the body in pieces of this many bytes, with a pause between them.
  case dribble(bytes: Int, pauseMilliseconds: Int)
}

extension Response {
  /// Returns the reason why truncation has no effect on this response, or `nil` if it has one.
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
  /// The reason phrase, or the standard name of a failure such as `Service Unavailable`; `nil` if
  /// neither is known.
  package var phrase: String? {
    if !reasonPhrase.isEmpty { return reasonPhrase }
    return Self.failures.first { $0.code == code }?.reasonPhrase
  }

  /// The failures that HTTP names.
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
