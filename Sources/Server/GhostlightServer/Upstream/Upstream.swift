public import GhostlightCore
import HTTPTypes
import NIOHTTP1
import NIOSSL

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
  private let tls: NIOSSLContext?

  /// Makes an upstream of a base URL; a path in it goes before every target.
  ///
  /// - Throws: ``UpstreamProblem`` where the URL or the file of certificates is none.
  public init(
    _ url: String, _ options: UpstreamOptions = UpstreamOptions()
  ) throws(UpstreamProblem) {
    guard let peer = Peer(url) else { throw .badURL(url) }
    self.peer = peer
    self.url = "\(peer.scheme)://\(peer.authority)\(peer.path)"
    limits = options.limits
    tls = peer.scheme == "https" ? try Self.context(options.trustFile) : nil
  }

  /// Forwards each request; a failure is answered 502, with the reason in the body and in
  /// `X-Ghostlight-Reason`.
  public var responder: Responder {
    Responder(name: url) { request in await send(address(request)) }
  }

  /// Forwards requests that ``address(_:)`` has made the upstream's.
  ///
  /// What stands between the two, such as a recorder, sees the upstream's own URLs.
  public var addressed: Responder {
    Responder(name: url) { request in await send(request) }
  }

  /// Forwards each request with its own authority in `Host`, as a client does that finds a name
  /// at another address.
  public var namedByClient: Responder {
    Responder(name: url) { request in
      await send(address(request), host: request.authority)
    }
  }

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

  private func send(_ request: Request, host: String? = nil) async -> Response {
    var head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: request.method.rawValue),
      uri: request.target.raw)
    head.headers = UpstreamFields.headers(of: request)
    if let host { head.headers.replaceOrAdd(name: "Host", value: host) }
    do throws(PeerProblem) {
      var response = try await peer.exchange(head, request.body, limits: limits, tls: tls)
      UpstreamFields.strip(&response.headers)
      return response
    } catch {
      return .failure("the upstream \(url) \(error)")
    }
  }

  private static func context(_ file: String?) throws(UpstreamProblem) -> NIOSSLContext {
    var configuration = TLSConfiguration.makeClientConfiguration()
    configuration.applicationProtocols = ["http/1.1"]
    do {
      if let file {
        configuration.trustRoots = .certificates(
          try NIOSSLCertificate.fromPEMBytes(try TLSFiles.read(file)))
      }
      return try NIOSSLContext(configuration: configuration)
    } catch {
      throw .badTrust(path: file ?? "the system's certificates", reason: "\(error)")
    }
  }
}
