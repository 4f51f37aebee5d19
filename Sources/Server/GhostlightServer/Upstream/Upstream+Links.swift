public import GhostlightCore
import HTTPTypes
import Synchronization

/// What an upstream says of its own addresses, as a client is to have it that knows another.
extension Upstream {
  /// Answers as before, but with links to the upstream made links to where the client asked.
  ///
  /// `Location`, `Content-Location` and `Link` are read, and bodies of text whose length is known to
  /// be 1 MiB at most, unless they are compressed, parts, or event streams. `responder` is one that
  /// takes a client's requests.
  public func rewritingLinks(of responder: Responder) -> Responder {
    var rewriting = Responder(name: responder.name) { request in
      rewritten(await responder.respond(request), for: request)
    }
    guard let respondStreaming = responder.respondStreaming else { return rewriting }
    rewriting.respondStreaming = { request, body in
      let response = respondStreaming(request, body)
      let collection = BodyCollection()
      return DeferredResponse(
        begin: { executor, completion in
          response.begin(executor) { response in
            guard response.stream != nil, links.mayStand(inBodyOf: response, to: request) else {
              return completion(rewritten(response, for: request))
            }
            collection.collect(response, by: executor) { completion(rewritten($0, for: request)) }
          }
        },
        cancel: {
          response.cancel()
          collection.cancel()
        })
    }
    return rewriting
  }

  private func rewritten(_ response: Response, for request: Request) -> Response {
    guard response.upstreamFailure == nil else { return response }
    return links.rewrite(
      response, for: request, as: "\(request.scheme)://\(request.authority)")
  }
}

/// The links to a server, under a path.
struct ServerLinks: Sendable {
  /// Bytes of a body that is looked through.
  static let bodyLimit = 1 << 20

  private let peer: Peer
  /// How a URL of the server can begin, in bytes.
  private let beginnings: [[UInt8]]

  init(to peer: Peer) {
    self.peer = peer
    var authorities = [peer.authority]
    let standard = peer.scheme == "https" ? 443 : 80
    if peer.port == standard {
      let host = Authority(peer.authority).host
      authorities = ["\(host):\(standard)", host]
    }
    beginnings = authorities.map { Array("\(peer.scheme)://\($0)\(peer.path)".utf8) }
  }

  /// Whether a body may have links: a text of known length, whole and not compressed.
  func mayStand(inBodyOf response: Response, to request: Request) -> Bool {
    let coding = response.headers[.contentEncoding]?.lowercased() ?? "identity"
    guard request.method != .head, response.status != .partialContent, coding == "identity",
      let type = response.headers[.contentType]?.lowercased(), Self.isText(type)
    else { return false }
    let length =
      response.stream == nil
      ? response.body.count : response.headers[.contentLength].flatMap(Int.init) ?? .max
    return length <= Self.bodyLimit
  }

  private static func isText(_ type: String) -> Bool {
    guard !type.hasPrefix("text/event-stream") else { return false }
    return type.hasPrefix("text/")
      || ["json", "xml", "javascript", "x-www-form-urlencoded"].contains { type.contains($0) }
  }

  /// A response whose links to the server lead to `base`.
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
    guard response.stream == nil, !response.body.isEmpty, mayStand(inBodyOf: response, to: request),
      let body = rewrite(response.body, as: Array(base.utf8))
    else { return response }
    response.body = body
    if response.headers[.contentLength] != nil {
      response.headers[.contentLength] = String(body.count)
    }
    // They are of what the upstream said.
    for name in Self.digests { response.headers[name] = nil }
    return response
  }

  private static let link = HTTPField.Name.known("Link")
  private static let digests: [HTTPField.Name] = [
    .known("Content-MD5"), .known("Digest"), .known("Content-Digest"), .known("Repr-Digest"),
  ]

  /// A URL of the server as one of `base`; `nil` for any other.
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

  /// What stands behind the server's path; `nil` where that is another.
  private func rest(of path: Substring) -> Substring? {
    guard path.hasPrefix(peer.path) else { return nil }
    let rest = path.dropFirst(peer.path.count)
    guard let first = rest.first else { return rest }
    return "/?#".contains(first) ? rest : nil
  }

  /// A `Link` field, whose URLs stand in angle brackets.
  private func rewrite(link: String, as base: String) -> String {
    link.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: ">"),
        let url = rewrite(String(part[..<end]), as: base)
      else { return String(part) }
      return url + part[end...]
    }.joined(separator: "<")
  }

  /// A text with its links rewritten, plain ones and those of JSON with escaped slashes; `nil` where
  /// there are none.
  private func rewrite(_ body: [UInt8], as base: [UInt8]) -> [UInt8]? {
    var result = body
    for beginning in beginnings {
      for escape in [false, true] {
        let (old, new) = (Self.text(beginning, escape), Self.text(base, escape))
        var rest = result[...]
        var parts: [UInt8] = []
        while let place = rest.firstRange(of: old) {
          let next = place.upperBound < rest.endIndex ? rest[place.upperBound] : nil
          parts += rest[..<place.lowerBound]
          parts += next.map(Self.continuesName) ?? false ? old : new
          rest = rest[place.upperBound...]
        }
        if !parts.isEmpty || rest.startIndex > 0 { result = parts + rest }
      }
    }
    return result == body ? nil : result
  }

  private static func text(_ url: [UInt8], _ escapesSlashes: Bool) -> [UInt8] {
    guard escapesSlashes else { return url }
    return url.flatMap { $0 == UInt8(ascii: "/") ? Array(#"\/"#.utf8) : [$0] }
  }

  /// Whether a byte goes on with the name, port or segment before it.
  private static func continuesName(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
      UInt8(ascii: ":"), UInt8(ascii: "_"), UInt8(ascii: "@"):
      true
    default: false
    }
  }
}

/// Waits for a body that streams, unless nobody waits for that.
private final class BodyCollection: Sendable {
  private let stream = Mutex<BodyStream?>(nil)

  /// Calls `completion` with the whole response; one that breaks off ends its connection.
  func collect(
    _ response: Response, by executor: any WorkExecutor,
    _ completion: @escaping @Sendable (Response) -> Void
  ) {
    stream.withLock { $0 = response.stream }
    response.stream?.pull(by: executor) { [self] piece in
      var response = response
      switch piece {
      case .success(let bytes?):
        response.body += bytes
        return collect(response, by: executor, completion)
      case .success(nil): break
      case .failure: response.delivery = .reset
      }
      response.stream = nil
      stream.withLock { $0 = nil }
      completion(response)
    }
  }

  func cancel() { stream.withLock { $0.take() }?.cancel() }
}
