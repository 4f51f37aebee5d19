public import Foundation
public import GhostlightCore
import HTTPTypes

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A function that sends a request to a backend and returns its response.
///
/// Every SDK of the package sends its requests through a transport. `Transport.urlSession(_:)` uses
/// the network, and `Transport.inProcess(_:waitingBy:timeout:)` calls an emulator in the same
/// process. Write your own transport to log, change or fail requests. A transport is a value and
/// can be used from any thread, for any number of requests at once.
///
/// ```swift
/// import GhostlightClient
/// import GhostlightCore
/// import HTTPTypes
///
/// let echo = Responder(name: "echo", immediate: { Response(.ok, body: $0.body) })
/// let inProcess = Transport.inProcess(echo)
/// let logged = Transport { request throws(TransportError) in
///   print(request.method, request.target)
///   return try await inProcess.send(request)
/// }
/// print(try await logged.send(Request(.get, "/")).status)
/// ```
public struct Transport: Sendable {
  /// Sends a request and waits for its response.
  public var send: @Sendable (Request) async throws(TransportError) -> Response
  /// Sends a request without suspending; returns the response, or a function that waits for it.
  ///
  /// It is `nil` for a transport that always suspends, such as a network.
  public var attempt: (@Sendable (Request) throws(TransportError) -> TransportAttempt)?

  /// Whether targets must be valid URLs; `[` and `]` are then sent as `%5B` and `%5D`.
  public var needsValidURLs = false

  /// Opens a connection for text messages; `nil` if the transport does not support such
  /// connections.
  ///
  /// It throws an error if the server refuses the connection.
  package var connect:
    (
      @Sendable (Request, MessageReceiver) async throws(TransportError) -> MessageConnection
    )?

  /// Creates a transport from a function that may suspend.
  public init(send: @escaping @Sendable (Request) async throws(TransportError) -> Response) {
    self.send = send
  }
}

/// The result of ``Transport/attempt``, which does not wait.
///
/// An emulator in the same process usually responds immediately, so that the call need not suspend.
/// A delayed response is returned as a function that waits.
public enum TransportAttempt: Sendable {
  /// The response was available immediately.
  case answered(Response)
  /// The request was sent, but the response is not available yet.
  ///
  /// The function waits for the response.
  case waiting(@Sendable () async throws(TransportError) -> Response)
}

/// The reason why a request got no response.
///
/// Transports throw it. Each SDK converts it to an error of its vendor, such as one in
/// `NSURLErrorDomain`. An error status is not a `TransportError`, because the server did respond.
public enum TransportError: Error, Sendable, Hashable {
  /// The device has no network connection.
  case notConnectedToInternet(String)
  /// The host name could not be resolved.
  case cannotFindHost(String)
  /// No server listens at the host and port, or the host cannot be reached.
  case cannotConnect(String)
  /// The connection was reset before a response arrived.
  case connectionReset
  /// The connection was closed before a response arrived.
  case emptyReply
  /// The connection was closed before the whole body of the response arrived.
  ///
  /// The values are the numbers of received and announced bytes.
  case truncatedBody(received: Int, of: Int)
  /// The server sent bytes that are not a valid HTTP response.
  case malformedResponse
  /// The response did not arrive within the timeout.
  case timedOut
  /// The calling task was cancelled.
  case cancelled
  /// The request's URL is invalid: its scheme, authority or target is malformed.
  case malformedRequest(String)
  /// Another error, with the system's description.
  case other(String)
}

extension TransportError: CustomStringConvertible, LocalizedError {
  /// A description of the error in one sentence, by the system if it provides one.
  public var description: String {
    switch self {
    case .notConnectedToInternet(let reason), .cannotFindHost(let reason),
      .cannotConnect(let reason), .other(let reason):
      reason
    case .connectionReset: "The network connection was lost."
    case .emptyReply: "The server closed the connection without a response."
    case .truncatedBody(let received, let total):
      "The network connection was lost after \(received) of \(total) bytes."
    case .malformedResponse: "The response is not valid HTTP."
    case .timedOut: "The request timed out."
    case .cancelled: "The request was cancelled."
    case .malformedRequest(let text): "\(text) is not a valid URL."
    }
  }

  /// The same string as ``description``.
  public var errorDescription: String? { description }
}

extension Transport {
  /// Sends a request and returns its response.
  ///
  /// It stays on the caller's thread unless it has to suspend.
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
  /// Creates a transport that sends requests over the network with a URL session.
  ///
  /// The session's configuration determines timeouts, proxies and caches. Targets must be valid
  /// URLs: a `[` in a query is sent as `%5B`.
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
  /// Creates the transport error that corresponds to an error of the URL loading system.
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
  /// Creates a URL request whose URL has exactly the target of `request`.
  ///
  /// The system would escape characters that RFC 3986 forbids, and would resolve dot segments.
  /// Signatures cover the target as it is written, so the initializer throws an error for such a
  /// target.
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
  /// Creates a session that stores no cookies or responses.
  ///
  /// Its requests contain only the header fields that the SDK adds.
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
  /// Returns the corresponding error in `NSURLErrorDomain`.
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
