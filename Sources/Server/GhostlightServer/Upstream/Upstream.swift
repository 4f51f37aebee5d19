public import GhostlightCore
import HTTPTypes
import NIOHTTP1
import Synchronization

/// A real service, or any other HTTP/1.1 server, as a responder that forwards requests.
///
/// Recording, replay and drift checks use it to call a vendor or a backend of your own. Target and
/// body are unchanged to the byte, and header fields keep their order. `Host` becomes the
/// upstream's, and fields that concern one connection only are removed. Requests ask for bodies
/// without compression, and responses are not decoded.
///
/// Connections are kept for a few seconds and shared by all copies. It may be used from any thread.
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
  /// The base URL, without a slash at its end.
  public let url: String

  private let peer: Peer
  private let limits: PeerLimits
  private let pool: PeerPool
  /// The links to it in its responses.
  let links: ServerLinks

  /// Creates an upstream from a base URL, whose path is added before every target.
  ///
  /// - Throws: ``UpstreamError`` if the URL or the file of certificates is invalid.
  public init(
    _ url: String, _ options: UpstreamOptions = UpstreamOptions()
  ) throws(UpstreamError) {
    guard let peer = Peer(url) else { throw .badURL(url) }
    self.peer = peer
    self.url = "\(peer.scheme)://\(peer.authority)\(peer.path)"
    limits = options.limits
    let tls = peer.scheme == "https" ? try Self.context(options.trustFile) : nil
    pool = PeerPool(peer, options.limits, tls: tls, by: options.dialer)
    links = ServerLinks(to: peer)
  }

  /// A responder that forwards each request.
  ///
  /// The response to a failure is 502, or 400 if the request cannot be sent. The reason is in the
  /// body and in `X-Ghostlight-Reason`.
  ///
  /// To a server, bodies are streamed in both directions; other callers get whole responses.
  public var responder: Responder { forwarding { address($0) } }

  /// A responder that forwards requests to which ``address(_:)`` was already applied.
  ///
  /// A responder between the two, such as a recorder, then sees the upstream's own URLs.
  public var verbatim: Responder { forwarding { $0 } }

  /// A responder that forwards each request with its own authority in `Host`.
  ///
  /// A client does the same whose host name resolves to a different address.
  public var namedByClient: Responder {
    forwarding(host: { $0.authority }, { address($0) })
  }

  private func forwarding(
    host: @escaping @Sendable (Request) -> String? = { _ in nil },
    _ address: @escaping @Sendable (Request) -> Request
  ) -> Responder {
    var responder = Responder(name: url) { request in
      await send(address(request), host: host(request))
    }
    responder.respondStreaming = { request, body in
      forward(address(request), body, host: host(request))
    }
    return responder
  }

  /// Whether the URL leads to this machine, its link or a metadata service.
  ///
  /// It blocks the thread until the name is resolved.
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

  /// Forwards a request, and returns the whole response.
  private func send(_ request: Request, host: String?) async -> Response {
    do throws(PeerError) {
      var response = try await PeerExchange.response(limit: limits.bodyBytes) { completion in
        let exchange = PeerExchange(
          head(of: request, nil, host), request.body, by: ImmediateExecutor(), completion)
        pool.run(exchange)
        return exchange
      }
      UpstreamFields.strip(&response.headers)
      return response
    } catch {
      return failure(error)
    }
  }

  /// Forwards a request whose body may still be arriving; the response is complete as soon as its
  /// head is.
  private func forward(_ request: Request, _ body: BodyStream?, host: String?) -> DeferredResponse {
    let cancellation = PeerCancellation()
    return DeferredResponse(
      begin: { executor, completion in
        let exchange = PeerExchange(
          head(of: request, body, host), request.body, body, by: executor
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

  /// Returns the response that explains a failure: 502, or 400 if the request cannot be sent.
  private func failure(_ error: PeerError) -> Response {
    let reason = error.sentence(about: "\(PeerError.subject) \(url)")
    let status: HTTPResponse.Status = error.isOfRequest ? .badRequest : .badGateway
    var response = Response.json(status, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    response.upstreamFailure = reason
    return response
  }

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

/// Selects the header fields that are forwarded between a client and an upstream.
///
/// - Source: RFC 9110, section 7.6.1; RFC 6265, section 5.4.
enum UpstreamFields {
  /// Returns the fields of a request in their order, with a single `Cookie` and without body
  /// compression.
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
        cookies.append(field.value)
      } else {
        headers.add(name: field.name.rawName, value: field.value)
      }
    }
    if !cookies.isEmpty { headers.add(name: "Cookie", value: cookies.joined(separator: "; ")) }
    headers.add(name: "Accept-Encoding", value: "identity")
    return headers
  }

  /// Removes the fields that concern only the connection to the upstream.
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

  /// The fields that the connection to the upstream sets itself.
  private static let ours: Set<String> = ["host", "content-length", "accept-encoding", "expect"]
}

/// The limits of an upstream, and the certificates to trust.
///
/// Pass them to ``Upstream/init(_:_:)``, which copies them. Times are seconds, sizes are bytes.
public struct UpstreamOptions: Sendable, Hashable {
  /// The number of seconds in which a connection must open.
  public var connectSeconds = 10
  /// The number of seconds after which an upstream that sends no byte fails.
  public var silentSeconds = 60
  /// The maximum number of bytes of a response's body that is read as a whole.
  public var bodyBytes = 64 * 1024 * 1024
  /// The path of a PEM file with the certificates to trust; `nil` for those of the system.
  public var trustFile: String?
  /// Whether another server has named the URL, for example in a link.
  ///
  /// Such a URL must not lead to this machine, its link or a metadata service. A URL of the user
  /// may lead anywhere.
  package var isNamedByServer = false
  /// The number of seconds that an idle connection is kept.
  var keptSeconds = PeerLimits().keptSeconds

  /// Creates the standard options, for a caller to change.
  public init() {}

  /// Opens the connections if a server has named the URL; `nil` otherwise.
  fileprivate var dialer: ProxyDialer? { isNamedByServer ? ProxyDialer() : nil }

  var limits: PeerLimits {
    PeerLimits(
      connectSeconds: connectSeconds, silentSeconds: silentSeconds, bodyBytes: bodyBytes,
      keptSeconds: keptSeconds)
  }
}

/// The reason why a URL cannot be an upstream.
///
/// ``Upstream/init(_:_:)`` throws it. The `description` names the problem and the remedy, in one
/// line.
public enum UpstreamError: Error, Sendable, Hashable {
  /// The text is not an `http` or `https` URL, or has a user, a query or a fragment.
  case badURL(String)
  /// The URL is one of `https`, and this program was built without TLS.
  case withoutTLS
  /// The file with the certificates to trust cannot be used; the reason contains a remedy.
  case badTrust(path: String, reason: String)
}

extension UpstreamError: CustomStringConvertible {
  /// The problem and its remedy, in one line.
  public var description: String {
    switch self {
    case .badURL(let text):
      "\"\(text)\" is no upstream such as https://api.example.com or http://127.0.0.1:8080"
    case .withoutTLS: "\(TLSError.notBuilt)"
    case .badTrust(let path, let reason):
      reason.hasPrefix(path) ? "cannot trust \(reason)" : "cannot trust \(path): \(reason)"
    }
  }
}

/// A body without bytes, whose length is not announced.
private struct EmptyBody: BodySource {
  mutating func next() throws(BodyInterruption) -> [UInt8]? { nil }
}
