public import GhostlightCore
import HTTPTypes
import NIOHTTP1
import NIOSSL
import Synchronization

/// A real service, or anything else that speaks HTTP/1.1, as something that answers requests.
///
/// Target and body pass to the byte, header fields in their order; `Host` becomes the upstream's,
/// and what concerns one connection only stays behind. Bodies are asked for without compression,
/// and whatever comes is not decoded.
public struct Upstream: Sendable {
  /// The base URL, without a slash at its end.
  public let url: String

  private let peer: Peer
  private let limits: PeerLimits
  private let pool: PeerPool
  /// The links to it, in what it says.
  let links: ServerLinks

  /// Makes an upstream of a base URL; a path in it goes before every target.
  ///
  /// - Throws: ``UpstreamError`` where the URL or the file of certificates is none.
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

  /// Forwards each request.
  ///
  /// A failure is answered 502, or 400 if the request cannot be sent, with the reason in the body
  /// and in `X-Ghostlight-Reason`.
  ///
  /// To a server, requests and responses pass as they come; to others, responses are whole.
  public var responder: Responder { forwarding { address($0) } }

  /// Forwards requests as they are, once ``address(_:)`` has made them the upstream's.
  ///
  /// What stands between the two, such as a recorder, sees the upstream's own URLs.
  public var verbatim: Responder { forwarding { $0 } }

  /// Forwards each request with its own authority in `Host`, as a client does that finds a name
  /// at another address.
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
  /// It waits until the name is looked up.
  package var isThisMachine: Bool { peer.isThisMachine }

  /// The request as the upstream is to get it.
  public func address(_ request: Request) -> Request {
    var request = request
    request.scheme = peer.scheme
    request.authority = peer.authority
    if !peer.path.isEmpty, request.target.raw.utf8.first == UInt8(ascii: "/") {
      request.target = RequestTarget(peer.path + request.target.raw)
    }
    return request
  }

  /// Forwards a request, and waits for the whole response.
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

  /// Forwards a request whose body may still be on its way, and answers as soon as the head of the
  /// response is there.
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
            // What HEAD is not told, it shall not be told to be nothing.
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

  /// The reason why there is no response of the upstream: 502, or 400 if the request cannot be
  /// sent.
  private func failure(_ error: PeerError) -> Response {
    let reason = error.sentence(about: "\(PeerError.subject) \(url)")
    let status: HTTPResponse.Status = error.isOfRequest ? .badRequest : .badGateway
    var response = Response.json(status, ["error": .string(reason)])
    response.headers[.ghostlightReason] = HeaderText.print(reason)
    response.upstreamFailure = reason
    return response
  }

  private static func context(_ file: String?) throws(UpstreamError) -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.applicationProtocols = ["http/1.1"]
    do {
      if let file {
        configuration.trustRoots = .certificates(
          try NIOSSLCertificate.fromPEMBytes(try TLSFiles.read(file)))
      }
      return try NIOSSLContext(configuration: configuration)
    } catch let tlsError as TLSError {
      throw .badTrust(path: file ?? "the system's certificates", reason: "\(tlsError)")
    } catch {
      throw .badTrust(
        path: file ?? "the system's certificates",
        reason: "\(error); give a file with certificates in PEM form")
    }
  }
}

/// Which header fields pass from a client to an upstream, and back.
///
/// - Source: RFC 9110, section 7.6.1; RFC 6265, section 5.4.
enum UpstreamFields {
  /// The fields of a request, in order; one `Cookie`, and no coding of the body asked for.
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

  /// Removes what concerns the connection to the upstream alone.
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

  /// What the connection to the upstream says for itself.
  private static let ours: Set<String> = ["host", "content-length", "accept-encoding", "expect"]
}

/// How long an upstream may take, how much it may say, and whom it may be certified by.
public struct UpstreamOptions: Sendable, Hashable {
  /// Seconds until a connection is there.
  public var connectSeconds = 10
  /// Seconds without a byte from the upstream.
  public var silentSeconds = 60
  /// Bytes of a response's body.
  public var bodyBytes = 64 * 1024 * 1024
  /// A file with the certificates to trust, in PEM form; `nil` for those of the system.
  public var trustFile: String?
  /// Whether another server has named the URL, as by a link.
  ///
  /// Then it may not lead to this machine, its link or a metadata service. A URL of the user may
  /// lead anywhere.
  package var isNamedByServer = false
  /// Seconds that a connection waits for the next request.
  var keptSeconds = PeerLimits().keptSeconds

  /// Makes the standard options, to be changed.
  public init() {}

  /// Connects in place of the system, for a URL that a server has named.
  fileprivate var dialer: ProxyDialer? { isNamedByServer ? ProxyDialer() : nil }

  var limits: PeerLimits {
    PeerLimits(
      connectSeconds: connectSeconds, silentSeconds: silentSeconds, bodyBytes: bodyBytes,
      keptSeconds: keptSeconds)
  }
}

/// Why a URL cannot be an upstream.
public enum UpstreamError: Error, Sendable, Hashable {
  /// The text is no `http` or `https` URL, or has a user, a query or a fragment.
  case badURL(String)
  /// The file with the certificates to trust cannot be used; the reason says what to do.
  case badTrust(path: String, reason: String)
}

extension UpstreamError: CustomStringConvertible {
  /// What is wrong and what to do, in one line.
  public var description: String {
    switch self {
    case .badURL(let text):
      "\"\(text)\" is no upstream such as https://api.example.com or http://127.0.0.1:8080"
    case .badTrust(let path, let reason):
      reason.hasPrefix(path) ? "cannot trust \(reason)" : "cannot trust \(path): \(reason)"
    }
  }
}

/// A body without bytes, whose length nobody announces.
private struct EmptyBody: BodySource {
  mutating func next() throws(BodyInterruption) -> [UInt8]? { nil }
}
