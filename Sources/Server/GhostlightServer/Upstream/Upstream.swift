public import GhostlightCore
import GhostlightRecording
import HTTPTypes
import NIOHTTP1
import Synchronization

/// A real service, or any other HTTP/1.1 server, as a responder that forwards requests.
///
/// Recording, replay and drift checks use it to call a vendor's service or your own backend. The
/// target and the body are forwarded byte for byte, and header fields keep their order. `Host`
/// becomes the upstream's, and fields that concern only one connection are removed. Requests ask
/// for uncompressed bodies, and responses are not decoded.
///
/// Idle connections are kept for a few seconds and shared by all copies of the value. It may be
/// used from any thread.
///
/// ```swift
/// import GhostlightServer
///
/// func serveUpstream() async throws -> HTTPServer {
///   let upstream = try Upstream("https://api.example.com")
///   return try await HTTPServer.start([Listener("record", responder: upstream.responder)])
/// }
/// ```
public struct Upstream: Sendable {
  /// The base URL, without a trailing slash.
  public let url: String

  let peer: HTTPOrigin
  private let pool: ClientConnectionPool
  /// Replaces links to the upstream in its responses.
  let links: ServerLinks

  /// Creates an upstream from a base URL; the path of the URL is prepended to every target.
  ///
  /// - Throws: ``UpstreamError`` if the URL is invalid, or if the certificate file cannot be used.
  public init(
    _ url: String, _ options: UpstreamOptions = UpstreamOptions()
  ) throws(UpstreamError) {
    try self.init(url, options, by: options.isNamedByServer ? ProxyDialer() : nil)
  }

  /// Creates an upstream whose connections a dialer opens; `nil` connects to every address.
  init(_ url: String, _ options: UpstreamOptions, by dialer: ProxyDialer?) throws(UpstreamError) {
    guard let peer = HTTPOrigin(url) else { throw .badURL(url) }
    self.peer = peer
    self.url = "\(peer.scheme)://\(peer.authority)\(peer.path)"
    let tls = peer.scheme == "https" ? try Self.context(options.trustFile) : nil
    pool = ClientConnectionPool(peer, options.limits, tls: tls, by: dialer)
    links = ServerLinks(
      to: [
        RecordedOrigin(
          scheme: peer.scheme, host: Authority(peer.authority).host, port: peer.port)
      ],
      path: peer.path)
  }

  /// A responder that forwards each request.
  ///
  /// The path of the upstream's URL is prepended to the target. A request that names the upstream's
  /// own host, such as a request through a proxy, keeps its target.
  ///
  /// If forwarding fails, the response is 502, or 400 if the request cannot be sent. The reason is
  /// in the body and in `X-Ghostlight-Reason`.
  ///
  /// An HTTP server streams bodies in both directions. If the upstream breaks off in the middle of
  /// a body, the server resets its own connection. Other callers get whole responses, or a 502 if
  /// the body is incomplete or too large for memory.
  public var responder: Responder { forwarding { forwarded($0) } }

  /// A responder that forwards requests that ``address(_:)`` has already changed.
  ///
  /// A responder placed in between, such as a recorder, then sees the upstream's own URLs.
  public var verbatim: Responder { forwarding { $0 } }

  /// A responder that forwards each request with the client's own authority in `Host`.
  ///
  /// The upstream then sees the same `Host` as from a client that resolves the name to this
  /// upstream.
  public var namedByClient: Responder {
    forwarding(host: { $0.authority }, { address($0) })
  }

  /// The host name or IP address of the URL, without brackets.
  package var host: String { peer.host }

  private func forwarding(
    host: @escaping @Sendable (Request) -> String? = { _ in nil },
    _ address: @escaping @Sendable (Request) -> Request
  ) -> Responder {
    Responder(name: url, streamsBodies: true) { request, body in
      .deferred(forward(address(request), body, host: host(request)))
    }
  }

  /// Whether the URL's host is this machine, a link-local address or a cloud metadata service.
  ///
  /// The getter blocks the thread until the name is resolved.
  package var isThisMachine: Bool { peer.isThisMachine }

  /// Returns the request with the upstream's scheme, authority and path.
  public func address(_ request: Request) -> Request {
    var request = request
    request.scheme = peer.scheme
    request.authority = peer.authority
    if !peer.path.isEmpty, request.target.raw.utf8.first == UInt8(ascii: "/") {
      request.target = RequestTarget(peer.path + request.target.raw)
    }
    return request
  }

  /// Returns the request as ``responder`` forwards it.
  package func forwarded(_ request: Request) -> Request {
    var forwarded = address(request)
    if peer.isNamed(by: request) { forwarded.target = request.target }
    return forwarded
  }

  /// Forwards a request whose body may still be arriving.
  ///
  /// The response completes as soon as its head has arrived.
  private func forward(_ request: Request, _ body: BodyStream?, host: String?) -> DeferredResponse {
    let cancellation = PeerCancellation()
    return DeferredResponse(
      waits: true,
      begin: { executor, completion in
        let exchange = ClientExchange(
          head(of: request, body, host), request.body, body, to: subject, by: executor
        ) { result in
          switch result {
          case .success(var response):
            UpstreamFields.strip(&response.headers)
            // A response to HEAD without a length must not get `Content-Length: 0`.
            let isUntold = request.method == .head && response.headers[.contentLength] == nil
            if isUntold { response.stream = BodyStream(EmptyBody()) }
            completion(response)
          case .failure(let error): completion(failure(error))
          }
        }
        cancellation.begin(exchange)
        pool.run(exchange)
      }, cancel: { cancellation.cancel() })
  }

  private func head(of request: Request, _ body: BodyStream?, _ host: String?) -> HTTPRequestHead {
    var head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue),
      uri: request.target.raw)
    head.headers = UpstreamFields.headers(of: request)
    if let host { head.headers.replaceOrAdd(name: "Host", value: host) }
    let length = request.headers[.contentLength].flatMap(Int.init)
    return peer.framed(head, request.body, isFollowed: body != nil, length: length)
  }

  /// Returns the error response that explains a failure: 502, or 400 if the request cannot be sent.
  private func failure(_ error: ClientError) -> Response {
    .unavailable(
      because: error.sentence(about: subject), error.isOfRequest ? .badRequest : .badGateway)
  }

  /// The subject of sentences about this upstream.
  private var subject: String { "\(ClientError.subject) \(url)" }

  private static func context(_ file: String?) throws(UpstreamError) -> ClientTLS {
    do {
      return try ClientTLS(trusting: file)
    } catch TLSError.notBuilt {
      throw .withoutTLS
    } catch let tlsError as TLSError {
      throw .badTrust(path: file ?? "the system's certificates", reason: "\(tlsError)")
    } catch {
      throw .badTrust(
        path: file ?? "the system's certificates",
        reason: "\(error); give a file with certificates in PEM form")
    }
  }
}

/// Selects the header fields to forward between a client and an upstream.
///
/// - Source: RFC 9110, section 7.6.1; RFC 6265, section 5.4.
enum UpstreamFields {
  /// Returns a request's header fields in order, with one joined `Cookie` field and without
  /// compression.
  ///
  /// A handshake for a WebSocket keeps its fields.
  static func headers(of request: Request) -> HTTPHeaders {
    let named = request.headers.tokens(of: .connection)
    var headers = HTTPHeaders()
    var cookies: [String] = []
    for field in request.headers {
      let name = field.name.canonicalName
      guard !ofConnection.contains(name), !named.contains(name), !ours.contains(name) else {
        continue
      }
      if name == "cookie" {
        cookies.append(field.escapedValue)
      } else {
        headers.add(name: field.name.rawName, value: field.escapedValue)
      }
    }
    if !cookies.isEmpty { headers.add(name: "Cookie", value: cookies.joined(separator: "; ")) }
    headers.add(name: "Accept-Encoding", value: "identity")
    if WebSocketRelay.concerns(request) {
      headers.add(name: "Connection", value: "Upgrade")
      headers.add(name: "Upgrade", value: "websocket")
    }
    return headers
  }

  /// Removes the header fields that concern only the connection to the upstream.
  static func strip(_ fields: inout HTTPFields) {
    let named = fields.tokens(of: .connection)
    var kept = HTTPFields()
    for field in fields {
      let name = field.name.canonicalName
      guard !ofConnection.contains(name), !named.contains(name) else { continue }
      kept.append(field)
    }
    fields = kept
  }

  private static let ofConnection: Set<String> = [
    "connection", "keep-alive", "proxy-authenticate", "proxy-authorization", "proxy-connection",
    "te", "trailer", "transfer-encoding", "upgrade",
  ]

  /// The header fields that the connection to the upstream sets itself.
  private static let ours: Set<String> = ["host", "content-length", "accept-encoding", "expect"]
}

/// The limits for an upstream, and the certificates to trust.
///
/// Pass them to ``Upstream/init(_:_:)``, which copies them. Times are in seconds, sizes in bytes.
public struct UpstreamOptions: Sendable, Hashable {
  /// The number of seconds within which a connection must open.
  public var connectSeconds = 10
  /// The number of seconds without a byte from the upstream after which an exchange fails.
  public var silentSeconds = 60
  /// The path of a PEM file with the certificates to trust; `nil` for the system's certificates.
  public var trustFile: String?
  /// Whether the URL comes from another server, for example from a link.
  ///
  /// Such a URL must not lead to this machine, a link-local address or a cloud metadata service. A
  /// URL that the user provides may lead anywhere.
  package var isNamedByServer = false
  /// The number of seconds for which an idle connection is kept.
  var keptSeconds = ClientLimits().keptSeconds

  /// Creates the standard options, which a caller can change.
  public init() {}

  var limits: ClientLimits {
    ClientLimits(
      connectSeconds: connectSeconds, silentSeconds: silentSeconds, keptSeconds: keptSeconds)
  }
}

/// The reason why a URL cannot be an upstream.
///
/// ``Upstream/init(_:_:)`` throws this error. The `description` names the problem and the remedy,
/// in one line.
public enum UpstreamError: Error, Sendable, Hashable {
  /// The string is not an `http` or `https` URL, or the URL has a user, a query or a fragment.
  case badURL(String)
  /// The URL's scheme is `https`, but this program was built without TLS.
  case withoutTLS
  /// The file with the certificates to trust cannot be used; `reason` includes a remedy.
  case badTrust(path: String, reason: String)
}

extension UpstreamError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .badURL(let text):
      "\"\(text)\" is not a valid upstream; use one such as https://api.example.com or "
        + "http://127.0.0.1:8080"
    case .withoutTLS: "\(TLSError.notBuilt)"
    case .badTrust(let path, let reason):
      reason.hasPrefix(path) ? reason : "cannot trust \(path): \(reason)"
    }
  }
}

/// A body without bytes, for which no length is announced.
private struct EmptyBody: BodySource {
  mutating func next() throws(BodyInterruption) -> [UInt8]? { nil }
}

/// Rewrites links to an upstream in its responses, for clients that use a different URL.
extension Upstream {
  /// Returns a responder that replaces links to the upstream with links to the host in the request.
  ///
  /// It rewrites the header fields `Location`, `Content-Location`, `Refresh` and `Link`, and the
  /// bodies of text and event streams, unless they are partial, or compressed and streamed. Streamed
  /// bodies are forwarded as they arrive, without their announced length. Cookies lose a `Domain`
  /// that contains the upstream, and over HTTP `Secure`. `responder` receives requests unchanged.
  ///
  /// The response to a request that names the upstream's own host is unchanged, because its client
  /// reaches the upstream's URLs through a proxy.
  public func rewritingLinks(of responder: Responder) -> Responder {
    rewritingLinks(of: responder, only: false)
  }

  /// Returns a responder that rewrites links like ``rewritingLinks(of:)``, and with `only` nothing
  /// else.
  package func rewritingLinks(of responder: Responder, only: Bool) -> Responder {
    let links = links
    return responder.after { response, request in
      guard response.upstreamFailure == nil, !links.areNamed(by: request) else { return response }
      return links.rewrite(
        response, for: request, as: "\(request.scheme)://\(request.authority)",
        onlyLinks: only)
    }
  }
}
