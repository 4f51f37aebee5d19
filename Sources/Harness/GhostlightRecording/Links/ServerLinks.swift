package import GhostlightCore
import HTTPTypes

/// The links, cookies and digests in the responses of servers, for clients that reach the servers by
/// another address.
///
/// Links to the servers are rewritten to the address that the client uses, also in text bodies.
/// Only the exact scheme, host and port of a server is replaced, so that a link can never be made to
/// lead to another service on the client's machine. Percent-encoded links are parts of other URLs,
/// and are unchanged, because the server reads them.
///
/// A body whose links were rewritten has a new length and no digests, and its client cannot request
/// ranges of it. Entity tags are unchanged: they are the names by which the server knows the body.
/// A compressed body that is complete is decompressed if it has links. Partial bodies are unchanged,
/// and so are compressed bodies that are streamed or have an unknown coding.
package struct ServerLinks: Sendable {
  private let servers: [RecordedOrigin]
  private let table: LinkTable
  /// The start of the servers' paths that the client's URLs do not have, such as `/v1`.
  private let path: String
  private let isPathOptional: Bool

  /// Creates the links to the given servers.
  ///
  /// - Parameters:
  ///   - servers: The servers whose links are rewritten.
  ///   - path: The start of the servers' paths that the client's URLs do not have; it has no
  ///     trailing slash.
  ///   - isPathOptional: Whether links to other paths of the servers are rewritten, too.
  package init(to servers: [RecordedOrigin], path: String = "", isPathOptional: Bool = false) {
    (self.servers, self.path, self.isPathOptional) = (servers, path, isPathOptional)
    table = LinkTable(servers, path: path, isPathOptional: isPathOptional)
  }

  /// Returns whether a request's URL has the host of one of the servers.
  ///
  /// Its client reaches the server's URLs through a proxy. The port is the server's, or for a name
  /// with a dot a standard port, because a proxy may lead both schemes of a host to the server.
  /// Another port is that of a listener on the same machine.
  package func areNamed(by request: Request) -> Bool {
    let host = request.host.lowercased()
    return servers.contains { server in
      server.host == host
        && (request.port == server.port || server.hasName && [80, 443].contains(request.port))
    }
  }

  /// Returns the response with links to the servers replaced by links to `address`, such as
  /// `http://127.0.0.1:4480`, and with cookies that a client of this address accepts.
  ///
  /// - Parameters:
  ///   - response: The response of one of the servers.
  ///   - request: The request of the client.
  ///   - address: The start of the URLs that the client uses.
  ///   - onlyLinks: Whether cookies, digests and `Accept-Ranges` are unchanged, for a comparison of
  ///     responses.
  /// - Returns: The response for the client.
  package func rewrite(
    _ response: Response, for request: Request, as address: String, onlyLinks: Bool = false
  ) -> Response {
    guard let base = LinkBase(address) else { return response }
    var response = response
    for position in response.headers.indices {
      let field = response.headers[position]
      if let value = rewritten(field, as: address, cookies: !onlyLinks) {
        response.headers[position] = value
      }
    }
    if mayStand(inBodyOf: response, to: request) {
      rewriteBody(of: &response, as: base, onlyLinks: onlyLinks)
    }
    return response
  }
}

// MARK: - Header fields

extension ServerLinks {
  private static let link = HTTPField.Name.known("Link")
  private static let refresh = HTTPField.Name.known("Refresh")

  /// Returns the rewritten field; `nil` if it is unchanged.
  private func rewritten(
    _ field: HTTPField, as address: String, cookies: Bool
  ) -> HTTPField? {
    switch field.name {
    case .location, .contentLocation:
      return rewrite(field.escapedValue, as: address).map {
        HTTPField(name: field.name, escapedValue: $0)
      }
    case Self.link:
      let value = rewrite(link: field.escapedValue, as: address)
      return value == field.escapedValue ? nil : HTTPField(name: field.name, escapedValue: value)
    case Self.refresh:
      return rewrite(refresh: field.escapedValue, as: address).map {
        HTTPField(name: field.name, escapedValue: $0)
      }
    case .setCookie where cookies:
      let isSecure = address.hasPrefix("https:")
      return SetCookie(field).adapted(to: servers.map(\.host), path: path, isSecure: isSecure)
    default: return nil
    }
  }

  /// Returns `url` with the server's base URL replaced by `address`; `nil` if it is not a link to
  /// one of the servers.
  private func rewrite(_ url: String, as address: String) -> String? {
    if url.hasPrefix("/"), !url.hasPrefix("//") {
      guard !path.isEmpty, let rest = rest(of: url[...]) else { return nil }
      return rest.isEmpty ? "/" : String(rest)
    }
    var schemes = ["http", "https"]
    var start = url.startIndex
    if !url.hasPrefix("//"), let mark = url.firstRange(of: "://") {
      schemes = [url[..<mark.lowerBound].lowercased()]
      start = mark.lowerBound
    }
    guard url[start...].hasPrefix(schemes.count > 1 ? "//" : "://") else { return nil }
    let behind = url[start...].drop { $0 == ":" }.dropFirst(2)
    let end = behind.firstIndex { "/?#".contains($0) } ?? behind.endIndex
    let authority = String(behind[..<end])
    guard schemes.contains(where: { table.contains($0, authority) }) else { return nil }
    if let rest = rest(of: behind[end...]) { return address + rest }
    return isPathOptional ? address + behind[end...] : nil
  }

  /// Returns the rest of a path after the servers' own path; `nil` if the path is not below it.
  private func rest(of path: Substring) -> Substring? {
    guard path.hasPrefix(self.path) else { return nil }
    let rest = path.dropFirst(self.path.count)
    guard let first = rest.first else { return rest }
    return "/?#".contains(first) ? rest : nil
  }

  /// Rewrites the URLs of a `Link` header field, which are in angle brackets.
  private func rewrite(link: String, as address: String) -> String {
    link.split(separator: "<", omittingEmptySubsequences: false).enumerated().map { index, part in
      guard index > 0, let end = part.firstIndex(of: ">"),
        let url = rewrite(String(part[..<end]), as: address)
      else { return String(part) }
      return url + part[end...]
    }.joined(separator: "<")
  }

  /// Rewrites the URL of a `Refresh` header field such as `5; url=https://example.com/a`.
  private func rewrite(refresh: String, as address: String) -> String? {
    guard let name = refresh.range(ofASCII: "url=") else { return nil }
    let text = refresh[name.upperBound...]
    let start = text.drop { $0 == "'" || $0 == "\"" || $0 == " " }
    let url = start.prefix { $0 != "'" && $0 != "\"" }
    return rewrite(String(url), as: address).map {
      refresh[..<url.startIndex] + $0 + refresh[url.endIndex...]
    }
  }
}

extension String {
  /// Returns the first range of a lower-case ASCII text, in any case.
  fileprivate func range(ofASCII text: StaticString) -> Range<String.Index>? {
    let count = text.utf8CodeUnitCount
    var start = utf8.startIndex
    while let end = utf8.index(start, offsetBy: count, limitedBy: utf8.endIndex) {
      let isEqual = zip(utf8[start..<end], 0..<count).allSatisfy { byte, position in
        (0x41...0x5A).contains(byte)
          ? byte | 0x20 == text.utf8Start[position] : byte == text.utf8Start[position]
      }
      if isEqual { return start..<end }
      start = utf8.index(after: start)
    }
    return nil
  }
}

// MARK: - Bodies

extension ServerLinks {
  /// Returns whether a body may contain links: it must be complete text, compressed or not.
  private func mayStand(inBodyOf response: Response, to request: Request) -> Bool {
    guard request.method != .head,
      ![.partialContent, .switchingProtocols].contains(response.status),
      let type = response.headers[.contentType]
    else { return false }
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

  /// The maximum decoded size of a compressed body whose links are rewritten, in bytes.
  private static let mostDecodedBytes = 16 << 20

  private static func decoded(_ body: [UInt8], _ coding: String) -> [UInt8]? {
    var decoder = ContentDecoder(limit: mostDecodedBytes, total: mostDecodedBytes)
    return try? decoder.decode(body, coding)
  }

  private static let textTypes = ["json", "xml", "javascript", "mpegurl", "x-www-form-urlencoded"]
    .map { Array($0.utf8) }

  private func rewriteBody(of response: inout Response, as base: LinkBase, onlyLinks: Bool) {
    var rewriter = LinkRewriter(table, as: base)
    var isCoded = false
    var text = response.body
    if let coding = response.headers[.contentEncoding], coding.lowercased() != "identity" {
      guard response.stream == nil, let decoded = Self.decoded(text, coding) else { return }
      (text, isCoded) = (decoded, true)
    }
    var body = rewriter.rewrite(text)
    if let stream = response.stream {
      response.headers[.contentLength] = nil
      response.stream = BodyStream(awaiting: RewrittenBody(stream, rewriter))
    } else {
      let rest = rewriter.finish()
      if !rest.isEmpty { body += rest }
      guard rewriter.hasReplaced else { return }
      if isCoded { response.headers[.contentEncoding] = nil }
      if response.headers[.contentLength] != nil {
        response.headers[.contentLength] = String(body.count)
      }
    }
    response.body = body
    guard !onlyLinks else { return }
    // The digests and the offsets of ranges belong to the server's original body.
    for name in HTTPFields.bodyDigests + [.acceptRanges] { response.headers[name] = nil }
  }
}
