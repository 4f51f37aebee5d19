public import Foundation
public import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// How a client's requests reach a backend: over a network, or in process.
public struct Transport: Sendable {
  /// Sends one request and waits for its response.
  public var send: @Sendable (Request) async throws(TransportError) -> Response
  /// The same as far as it goes without waiting, where nothing on the way waits for others.
  public var attempt: (@Sendable (Request) throws(TransportError) -> TransportAttempt)?

  /// Whether targets have to be valid URLs, in which `[` and `]` are sent as `%5B` and `%5D`.
  public var needsValidURLs = false

  /// Opens a connection for texts, where the transport has such; a refusal is an error.
  package var connect:
    (
      @Sendable (Request, MessageReceiver) async throws(TransportError) -> MessageConnection
    )?

  /// Makes a transport that may wait.
  public init(send: @escaping @Sendable (Request) async throws(TransportError) -> Response) {
    self.send = send
  }
}

/// What a transport has to say at once about a request.
public enum TransportAttempt: Sendable {
  /// The response.
  case answered(Response)
  /// That it is on its way: the wait that is left.
  case waiting(@Sendable () async throws(TransportError) -> Response)
}

/// Why a request got no response.
public enum TransportError: Error, Sendable, Hashable {
  /// The device has no network.
  case notConnectedToInternet(String)
  /// Nobody knows the host's address.
  case cannotFindHost(String)
  /// Nothing listens at the address, or there is no way to it.
  case cannotConnect(String)
  /// The connection was reset before a response.
  case connectionReset
  /// The connection was closed before a response.
  case emptyReply
  /// The response's body ended early.
  case truncatedBody(received: Int, of: Int)
  /// What came is no HTTP response.
  case malformedResponse
  /// The response took too long.
  case timedOut
  /// The caller was cancelled.
  case cancelled
  /// The request has no URL: its scheme, authority or target is malformed.
  case malformedRequest(String)
  /// Anything else, in the system's words.
  case other(String)
}

extension TransportError: CustomStringConvertible, LocalizedError {
  /// What happened, in a sentence; the system's own where it has said one.
  public var description: String {
    switch self {
    case .notConnectedToInternet(let reason), .cannotFindHost(let reason),
      .cannotConnect(let reason), .other(let reason):
      reason
    case .connectionReset: "The network connection was lost."
    case .emptyReply: "The server closed the connection without a response."
    case .truncatedBody(let received, let total):
      "The network connection was lost after \(received) of \(total) bytes."
    case .malformedResponse: "What came is no HTTP response."
    case .timedOut: "The request timed out."
    case .cancelled: "The request was cancelled."
    case .malformedRequest(let text): "\(text) is no URL."
    }
  }

  /// The description.
  public var errorDescription: String? { description }
}

extension Transport {
  /// Sends a request and answers its response, on the caller's thread as far as nothing waits.
  package nonisolated(nonsending) func exchange(
    _ request: Request
  ) async throws(TransportError) -> Response {
    guard let attempt else { return try await send(request) }
    switch try attempt(request) {
    case .answered(let response): return response
    case .waiting(let rest): return try await rest()
    }
  }
}

extension Transport {
  /// Sends requests over the network through a URL session.
  ///
  /// The session's configuration decides about time-outs, proxies and caches. Targets must be valid
  /// URLs: a `[` in a query has to be sent as `%5B`.
  public static func urlSession(_ session: URLSession) -> Transport {
    var transport = Transport { request throws(TransportError) in
      let urlRequest = try URLRequest(sending: request)
      let body: Data
      let answer: URLResponse
      do {
        (body, answer) = try await session.data(for: urlRequest)
      } catch {
        throw TransportError(error)
      }
      guard let http = answer as? HTTPURLResponse else { throw .malformedResponse }
      var fields = HTTPFields()
      for (name, value) in http.allHeaderFields {
        guard let name = (name as? String).flatMap({ HTTPField.Name($0) }) else { continue }
        fields.append(HTTPField(name: name, value: String(describing: value)))
      }
      return Response(
        HTTPResponse.Status(code: http.statusCode), headers: fields, body: Array(body))
    }
    transport.needsValidURLs = true
    transport.connect = { request, receiver throws(TransportError) in
      try await WebSocketConnection.open(request, receiver, by: session)
    }
    return transport
  }
}

extension TransportError {
  /// Creates the error for one of the URL loading system.
  init(_ error: any Error) {
    guard let error = error as? URLError else {
      self = error is CancellationError ? .cancelled : .other(String(describing: error))
      return
    }
    switch error.code {
    case .notConnectedToInternet: self = .notConnectedToInternet(error.localizedDescription)
    case .cannotFindHost, .dnsLookupFailed: self = .cannotFindHost(error.localizedDescription)
    case .cannotConnectToHost: self = .cannotConnect(error.localizedDescription)
    case .networkConnectionLost: self = .connectionReset
    case .zeroByteResource: self = .emptyReply
    case .badServerResponse, .cannotParseResponse: self = .malformedResponse
    case .timedOut: self = .timedOut
    case .cancelled: self = .cancelled
    default: self = .other(error.localizedDescription)
    }
  }
}

extension URLRequest {
  /// The request for the URL loading system, its target to the letter.
  ///
  /// The system escapes what RFC 3986 forbids and resolves dot segments; since signatures cover the
  /// target as it is, such a target is refused instead.
  package init(sending request: Request) throws(TransportError) {
    let text = "\(request.scheme)://\(request.authority)\(request.target.raw)"
    let segments = request.target.rawPath.split(separator: "/")
    guard let url = URL(string: text, encodingInvalidCharacters: false),
      url.scheme?.isEmpty == false, url.host?.isEmpty == false,
      !segments.contains("."), !segments.contains("..")
    else { throw .malformedRequest(text) }
    self.init(url: url)
    httpMethod = request.method.rawValue
    for field in request.headers { addValue(field.value, forHTTPHeaderField: field.name.rawName) }
    if !request.body.isEmpty { httpBody = Data(request.body) }
  }
}

extension URLSession {
  /// A session that keeps neither cookies nor responses, so that nothing but the SDK adds to requests.
  package static func ephemeral() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpShouldSetCookies = false
    configuration.httpCookieAcceptPolicy = .never
    configuration.httpCookieStorage = nil
    configuration.urlCache = nil
    return URLSession(configuration: configuration)
  }
}

extension TransportError {
  /// The URL loading system's error for this.
  package func urlLoadingError() -> NSError {
    NSError(
      domain: NSURLErrorDomain, code: urlLoadingCode.rawValue,
      userInfo: [NSLocalizedDescriptionKey: description])
  }

  private var urlLoadingCode: URLError.Code {
    switch self {
    case .notConnectedToInternet: .notConnectedToInternet
    case .cannotFindHost: .cannotFindHost
    case .cannotConnect: .cannotConnectToHost
    case .connectionReset, .truncatedBody: .networkConnectionLost
    case .emptyReply: .zeroByteResource
    case .malformedResponse: .cannotParseResponse
    case .timedOut: .timedOut
    case .cancelled: .cancelled
    case .malformedRequest: .badURL
    case .other: .unknown
    }
  }
}
