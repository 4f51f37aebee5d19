public import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Synchronization

/// Rewrites links to an upstream in its responses, for clients that use a different URL.
extension Upstream {
  /// Returns a responder that replaces links to the upstream with links to the host in the request.
  ///
  /// It rewrites the header fields `Location`, `Content-Location` and `Link`, and the bodies of
  /// text and event streams, unless they are compressed or partial. Streamed bodies are forwarded
  /// as they arrive, without their announced length. `responder` receives requests unchanged.
  ///
  /// The response to a request that names the upstream's own host keeps its links, because its
  /// client reaches the upstream's URLs through a proxy.
  public func rewritingLinks(of responder: Responder) -> Responder {
    responder.after { rewritten($0, for: $1) }
  }

  private func rewritten(_ response: Response, for request: Request) -> Response {
    guard response.upstreamFailure == nil, !peer.isNamed(by: request) else { return response }
    return links.rewrite(
      response, for: request, as: "\(request.scheme)://\(request.authority)")
  }
}

/// Finds and replaces links to a server's base URL, which may have a path.
struct ServerLinks: Sendable {
  private let peer: HTTPOrigin
  /// The possible prefixes of the server's URLs, as bytes.
  private let beginnings: [[UInt8]]

  init(to peer: HTTPOrigin) {
    self.peer = peer
    var authorities = [peer.authority]
    let standard = peer.scheme == "https" ? 443 : 80
    if peer.port == standard {
      let host = Authority(peer.authority).host
      authorities = ["\(host):\(standard)", host]
    }
    beginnings = authorities.map { Array("\(peer.scheme)://\($0)\(peer.path)".utf8) }
  }

  /// Returns whether a body may contain links: it must be complete, uncompressed text.
  private func mayStand(inBodyOf response: Response, to request: Request) -> Bool {
    guard request.method != .head, response.status != .partialContent,
      let type = response.headers[.contentType]
    else { return false }
    let coding = response.headers[.contentEncoding]
    guard coding == nil || coding?.lowercased() == "identity" else { return false }
    return Self.isText(Array(type.utf8.prefix(Self.typeBytes)))
  }

  /// The maximum number of bytes of a media type that are examined.
  private static let typeBytes = 256

  /// Returns whether a media type is a text type, ignoring case.
  private static func isText(_ type: [UInt8]) -> Bool {
    let type = type.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    if type.starts(with: "text/".utf8) { return true }
    return textTypes.contains { name in
      type.indices.contains { type[$0...].starts(with: name) }
    }
  }

  private static let textTypes = ["json", "xml", "javascript", "x-www-form-urlencoded"].map {
    Array($0.utf8)
  }

  /// Returns the response with links to the server replaced by links to `base`.
  func rewrite(_ response: Response, for request: Request, as base: String) -> Response {
    var response = response
    for name in [HTTPField.Name.location, .contentLocation] {
      if let old = response.headers[name], let new = rewrite(old, as: base) {
        response.headers[name] = new
      }
    }
    let links = response.headers[values: Self.link]
    if !links.isEmpty {
      response.headers[values: Self.link] = links.map { rewrite(link: $0, as: base) }
    }
    if mayStand(inBodyOf: response, to: request) { rewriteBody(of: &response, as: base) }
    return response
  }

  private func rewriteBody(of response: inout Response, as base: String) {
    var rewriter = LinkRewriter(beginnings, as: Array(base.utf8))
    var body = rewriter.rewrite(response.body)
    if let stream = response.stream {
      response.headers[.contentLength] = nil
      response.stream = BodyStream(awaiting: RewrittenBody(stream, rewriter))
    } else {
      let rest = rewriter.finish()
      if !rest.isEmpty { body += rest }
      guard rewriter.hasReplaced else { return }
      if response.headers[.contentLength] != nil {
        response.headers[.contentLength] = String(body.count)
      }
    }
    response.body = body
    // The digests are removed, because they belong to the upstream's original body.
    for name in HTTPFields.bodyDigests { response.headers[name] = nil }
  }

  private static let link = HTTPField.Name.known("Link")

  /// Returns `url` with the server's base URL replaced by `base`; `nil` if it is not a link to the
  /// server.
  private func rewrite(_ url: String, as base: String) -> String? {
    if url.hasPrefix("/"), !url.hasPrefix("//") {
      guard !peer.path.isEmpty, let rest = rest(of: url[...]) else { return nil }
      return rest.isEmpty ? "/" : String(rest)
    }
    guard let mark = url.firstRange(of: "://") else { return nil }
    let behind = url[mark.upperBound...]
    let end = behind.firstIndex { "/?#".contains($0) } ?? behind.endIndex
    let named = Authority(String(behind[..<end]))
    let known = Authority(peer.authority)
    guard url[..<mark.lowerBound].lowercased() == peer.scheme,
      named.host.lowercased() == known.host.lowercased(),
      named.port(of: peer.scheme) == known.port(of: peer.scheme),
      let rest = rest(of: behind[end...])
    else { return nil }
    return base + rest
  }

  /// Returns the rest of a path after the server's own path; `nil` if the path is not below it.
  private func rest(of path: Substring) -> Substring? {
    guard path.hasPrefix(peer.path) else { return nil }
    let rest = path.dropFirst(peer.path.count)
    guard let first = rest.first else { return rest }
    return "/?#".contains(first) ? rest : nil
  }

  /// Rewrites the URLs of a `Link` header field, which are in angle brackets.
  private func rewrite(link: String, as base: String) -> String {
    link.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: ">"),
        let url = rewrite(String(part[..<end]), as: base)
      else { return String(part) }
      return url + part[end...]
    }.joined(separator: "<")
  }
}
