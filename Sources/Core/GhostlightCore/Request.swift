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
  public var headers: HTTPFields
  /// The body, transfer coding removed.
  public var body: [UInt8]

  /// Makes a request; without a body or fields unless given.
  public init(
    _ method: HTTPRequest.Method, _ target: RequestTarget, scheme: String = "http",
    authority: String = "localhost", headers: HTTPFields = [:], body: [UInt8] = []
  ) {
    self.method = method
    self.scheme = scheme
    self.authority = authority
    self.target = target
    self.headers = headers
    self.body = body
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
