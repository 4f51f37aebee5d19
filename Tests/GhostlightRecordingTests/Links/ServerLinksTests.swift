import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GhostlightRecording

@Suite(.limitedConcurrency) struct `Links to an upstream` {
  private static let base = "http://127.0.0.1:4480"

  private static func links(_ urls: String..., inside: Bool = false) throws -> ServerLinks {
    let parts = try urls.map { url in
      let mark = try #require(url.firstRange(of: "://"))
      let place = url[mark.upperBound...].prefix { $0 != "/" }
      let scheme = String(url[..<mark.lowerBound])
      let authority = Authority(String(place))
      let port = authority.port ?? (scheme == "https" ? 443 : 80)
      return (
        server: RecordedOrigin(scheme: scheme, host: authority.host, port: port),
        path: String(url[place.endIndex...])
      )
    }
    return ServerLinks(
      to: parts.map(\.server), path: parts.first?.path ?? "", isPathOptional: inside)
  }

  /// Returns a rewriter for links to `https://h`.
  private static func rewriter() throws -> LinkRewriter {
    LinkRewriter(
      LinkTable(
        [RecordedOrigin(scheme: "https", host: "h", port: 443)], path: "", isPathOptional: false),
      as: try #require(LinkBase(base)))
  }

  @Test(arguments: [
    ("https://api.example.com", "https://api.example.com/a?b#c", "\(base)/a?b#c"),
    ("https://api.example.com", "HTTPS://API.example.com:443", base),
    ("https://api.example.com", "https://api.example.com.evil/a", nil),
    ("https://api.example.com", "https://api.example.com:8443/a", nil),
    ("https://api.example.com", "http://api.example.com/a", nil),
    ("https://api.example.com", "/a", nil), ("https://api.example.com", "//other/a", nil),
    ("https://api.example.com/v1", "https://api.example.com/v1/a", "\(base)/a"),
    ("https://api.example.com/v1", "https://api.example.com/v1", base),
    ("https://api.example.com/v1", "https://api.example.com/v10", nil),
    ("https://api.example.com/v1", "/v1/a", "/a"), ("https://api.example.com/v1", "/v2/a", nil),
    ("http://127.0.0.1:9", "http://127.0.0.1:9/a", "\(base)/a"),
  ])
  func `a link in Location is rewritten to the client's address`(
    _ upstream: String, _ old: String, _ new: String?
  ) throws {
    let response = Response(.found, headers: [.location: old])
    #expect(
      try Self.links(upstream).rewrite(response, for: Request(.get, "/"), as: Self.base)
        == Response(.found, headers: [.location: new ?? old]))
  }

  @Test func `links in Link and Content-Location are rewritten`() throws {
    let link = HTTPField.Name.known("Link")
    let response = Response(
      .ok,
      headers: [
        link: #"<https://h/a?p=2>; rel="next", <https://other/>; rel="prev""#,
        .contentLocation: "https://h/a",
      ])
    #expect(
      try Self.links("https://h").rewrite(response, for: Request(.get, "/"), as: Self.base)
        == Response(
          .ok,
          headers: [
            link: #"<\#(Self.base)/a?p=2>; rel="next", <https://other/>; rel="prev""#,
            .contentLocation: "\(Self.base)/a",
          ]))
  }

  @Test(arguments: [
    (#"{"next":"https://h/a"}"#, #"{"next":"\#(base)/a"}"#),
    (#"{"next":"https:\/\/h\/a"}"#, #"{"next":"http:\/\/127.0.0.1:4480\/a"}"#),
    (#"["https://h:443","https://h"]"#, #"["\#(base)","\#(base)"]"#),
    (#"["https://h2/a","https://h:8443","https://h.evil"]"#, nil),
  ])
  func `links in text bodies are rewritten`(_ old: String, _ new: String?) throws {
    var response = Response(
      .ok, headers: [.contentType: "application/json", .contentLength: "\(old.utf8.count)"],
      body: Array(old.utf8))
    let rewritten = try Self.links("https://h")
      .rewrite(response, for: Request(.get, "/"), as: Self.base)
    response.body = Array((new ?? old).utf8)
    response.headers[.contentLength] = "\(response.body.count)"
    #expect(rewritten == response)
  }

  @Test(arguments: [
    Response(.ok, headers: [.contentType: "application/octet-stream"]),
    Response(.ok, headers: [.contentType: "text/html", .contentEncoding: "gzip"]),
    Response(.partialContent, headers: [.contentType: "text/html"]),
  ])
  func `links in other bodies are unchanged`(_ response: Response) throws {
    var response = response
    response.body = Array("https://h/a".utf8)
    #expect(
      try Self.links("https://h").rewrite(response, for: Request(.get, "/"), as: Self.base)
        == response)
  }

  @Test(arguments: 1...40)
  func `links are found in text that arrives in pieces`(_ bytes: Int) throws {
    let text = #"h https://h/a,https://h2 {"b":"https:\/\/h\/b"} hhttps://h https://h:443/ https"#
    let expected =
      #"h \#(Self.base)/a,https://h2 {"b":"http:\/\/127.0.0.1:4480\/b"} "#
      + "h\(Self.base) \(Self.base)/ https"
    var rewriter = try Self.rewriter()
    let all = Array(text.utf8)
    var result: [UInt8] = []
    for start in stride(from: 0, to: all.count, by: bytes) {
      result += rewriter.rewrite(Array(all[start..<min(all.count, start + bytes)]))
    }
    result += rewriter.finish()
    #expect(String(decoding: result, as: UTF8.self) == expected)
  }

  @Test func `only text that may begin a link is delayed`() throws {
    var rewriter = try Self.rewriter()
    let pieces = ["data: 1\n\n", "a https:", "/", "/other h", "i https://h", "/a"]
    let passed = pieces.map { String(decoding: rewriter.rewrite(Array($0.utf8)), as: UTF8.self) }
    #expect(passed == ["data: 1\n\n", "a ", "", "https://other ", "hi ", "\(Self.base)/a"])
    #expect(rewriter.finish() == [])
  }

  @Test(arguments: ["text/html", "text/event-stream"])
  func `links in a streamed body are rewritten and its length is removed`(_ type: String) throws {
    let source = QueuedBody(["tps://h"])
    var response = Response(
      .ok, headers: [.contentType: type, .contentLength: "22", .known("Digest"): "x"],
      body: Array("https://h/a ht".utf8))
    response.stream = BodyStream(awaiting: source)
    let rewritten = try Self.links("https://h")
      .rewrite(response, for: Request(.get, "/"), as: Self.base)
    #expect(rewritten.headers == [.contentType: type])
    #expect(rewritten.text == "\(Self.base)/a ")
    let pieces = Mutex<[Result<[UInt8]?, BodyInterruption>]>([])
    for _ in 1...3 {
      rewritten.stream?.pull(by: ImmediateExecutor()) { piece in
        pieces.withLock { $0.append(piece) }
      }
    }
    #expect(
      pieces.withLock { $0 } == [.success([]), .success(Array(Self.base.utf8)), .success(nil)])
  }
}

/// A body whose pieces are there already.
private final class QueuedBody: AwaitedBodySource {
  private let pieces: Mutex<[String]>

  init(_ pieces: [String]) { self.pieces = Mutex(pieces.reversed()) }

  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
    completion(.success(pieces.withLock { $0.popLast() }.map { Array($0.utf8) }))
  }

  func cancel() {}
}
