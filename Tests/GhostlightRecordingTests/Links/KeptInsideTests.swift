import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Clients of a replay stay inside` {
  private static let own = "http://127.0.0.1:4480"

  private static func recording(
    _ response: Response, of url: String = "https://api.example.com/a"
  ) throws -> Recording {
    let mark = try #require(url.firstRange(of: "://"))
    let place = url[mark.upperBound...].prefix { $0 != "/" }
    let path = RequestTarget(String(url[place.endIndex...]))
    let other = Request(.get, "/b", scheme: "https", authority: "cdn.example.com:8443")
    return Recording([
      RecordedExchange(
        Request(.get, path, scheme: String(url[..<mark.lowerBound]), authority: String(place)),
        response),
      RecordedExchange(other, Response(.ok)),
    ])
  }

  private static func replayed(
    _ response: Response, path: RequestTarget = "/a", as authority: String = "127.0.0.1:4480",
    base: String? = nil, keepsLinks: Bool = false
  ) throws -> Response {
    let replayer = Replayer(
      try recording(response), base: base.flatMap(ReplayBase.init), keepsLinks: keepsLinks)
    return try #require(
      replayer.responder.respondNow(Request(.get, path, scheme: "http", authority: authority)))
  }

  @Test func `a redirect to the same path of another recorded server is followed at once`() throws {
    func exchange(_ scheme: String, _ host: String, to location: String?) -> RecordedExchange {
      var response = Response(location == nil ? .ok : .movedPermanently)
      response.headers[.location] = location
      return RecordedExchange(Request(.get, "/", scheme: scheme, authority: host), response)
    }
    let replayer = Replayer(
      Recording([
        exchange("http", "example.com", to: "https://example.com/"),
        exchange("https", "example.com", to: "https://www.example.com"),
        exchange("https", "www.example.com", to: nil),
      ]))
    let response = replayer.responder.respondNow(
      Request(.get, "/", scheme: "http", authority: "127.0.0.1:4480"))
    #expect(response?.status == .ok)
  }

  private static func text(_ text: String, _ type: String = "text/html") -> Response {
    Response(.ok, headers: [.contentType: type], body: Array(text.utf8))
  }

  @Test(
    arguments: [
      ("https://api.example.com/x", "\(own)/x"), ("HTTPS://API.example.com:443/x", "\(own)/x"),
      ("https://cdn.example.com:8443/x", "\(own)/x"),
      ("wss://api.example.com/x", "ws://127.0.0.1:4480/x"),
      (#"https:\/\/api.example.com\/x"#, #"http:\/\/127.0.0.1:4480\/x"#),
      ("\"//api.example.com/x\"", "\"//127.0.0.1:4480/x\""),
      (#""\/\/api.example.com\/x""#, #""\/\/127.0.0.1:4480\/x""#),
      ("http://api.example.com/x", nil), ("https://api.example.com:8443/x", nil),
      ("https://cdn.example.com/x", nil), ("https://api.example.com.evil/x", nil),
      ("https://evil-api.example.com/x", nil), ("https://user@api.example.com/x", nil),
      ("https://api.example.com@evil/x", nil), ("https://api.example.com%2eevil/x", nil),
      ("https://api.example.com\u{3002}evil/x", nil), ("ftp://api.example.com/x", nil),
      ("https://other/?u=https%3A%2F%2Fapi.example.com", nil), ("a//api.example.com/x", nil),
    ] as [(String, String?)])
  func `only links to a recorded server lead to the replay`(_ old: String, _ new: String?) throws {
    #expect(try Self.replayed(Self.text(old)) == Self.text(new ?? old))
  }

  @Test(
    arguments: [
      (HTTPField.Name.location, "//cdn.example.com:8443/x", "\(own)/x"),
      (.location, "https://login.example/?next=https://api.example.com/x", nil),
      (.known("Refresh"), "5; URL='https://api.example.com/x'", "5; URL='\(own)/x'"),
      (.known("Refresh"), "5", nil), (.known("Refresh"), "0;url=/x", nil),
      (
        .setCookie, "a=b; Domain=.Example.com; Path=/; Secure; HttpOnly; SameSite=None",
        "a=b; Path=/; HttpOnly"
      ),
      (.setCookie, "a=b; domain=api.example.com; SameSite=Lax; secure", "a=b; SameSite=Lax"),
      (.setCookie, "a=b; Domain=other.com", nil), (.setCookie, "a=b; Domain=com", nil),
      (.setCookie, "a=Secure", nil), (.setCookie, "__Host-a=b; Secure; Path=/", nil),
    ] as [(HTTPField.Name, String, String?)])
  func `header fields lead to the replay`(
    _ name: HTTPField.Name, _ old: String, _ new: String?
  ) throws {
    var expected = Response(.ok)
    expected.headers[values: name] = [new ?? old]
    var recorded = Response(.ok)
    recorded.headers[values: name] = [old]
    #expect(try Self.replayed(recorded) == expected)
  }

  @Test func `a client that names a recorded server gets everything unchanged`() throws {
    var response = Self.text("https://api.example.com/x")
    response.headers[values: .setCookie] = ["a=b; Domain=example.com; Secure"]
    for host in ["api.example.com", "api.example.com:443", "api.example.com:80"] {
      #expect(try Self.replayed(response, as: host) == response)
    }
    #expect(try Self.replayed(response, keepsLinks: true) == response)
    #expect(try Self.replayed(response, as: "localhost:1").text == "http://localhost:1/x")
  }

  @Test func `a rewritten body has no digest and no ranges, and keeps its entity tag`() throws {
    var response = Self.text("https://api.example.com/x")
    response.headers[.known("Content-MD5")] = "x"
    response.headers[.acceptRanges] = "bytes"
    response.headers[.eTag] = "\"1\""
    var expected = Self.text("\(Self.own)/x")
    expected.headers[.eTag] = "\"1\""
    #expect(try Self.replayed(response) == expected)
  }

  @Test func `a base path is removed from links and cookies`() throws {
    let link = "https://api.example.com/v1/x https://api.example.com/v2"
    var response = Self.text(link)
    response.headers[.location] = "/v1/x"
    response.headers[values: .setCookie] = ["a=b; Path=/v1"]
    let replayer = Replayer(
      try Self.recording(response, of: "https://api.example.com/v1/a"), base: ReplayBase("/v1"))
    let request = Request(.get, "/a", scheme: "http", authority: "127.0.0.1:4480")
    var expected = Self.text("\(Self.own)/x \(Self.own)/v2")
    expected.headers[.location] = "/x"
    expected.headers[values: .setCookie] = ["a=b; Path=/"]
    #expect(replayer.responder.respondNow(request) == expected)
  }

  @Test func `links of a namespace select it`() throws {
    let replayer = Replayer(try Self.recording(Self.text("https://api.example.com/x")))
    var request = Request(.get, "/a", scheme: "http", authority: "127.0.0.1:4480")
    request.headers[.ghostlightNamespace] = "mine"
    #expect(
      replayer.responder.respondNow(request)
        == Self.text("\(Self.own)/__ghostlight/ns/mine/x"))
  }

  @Test func `a link to another port of this machine never appears`() throws {
    // The hosts of links come from the client, and their ports from its own address.
    for text in [
      "https://api.example.com:22/", "https://api.example.com:/", "//api.example.com:22/",
    ] {
      #expect(try Self.replayed(Self.text(text)) == Self.text(text))
    }
  }

  @Test(arguments: ["https://api.example.co", "https:", #"https:\/\/"#, "\"//api.example.com", "h"])
  func `the bytes that are held back are bounded`(_ piece: String) throws {
    var rewriter = LinkRewriter(
      LinkTable(
        [RecordedOrigin(scheme: "https", host: "api.example.com", port: 443)], path: "/v1",
        isPathOptional: false), as: try #require(LinkBase(Self.own)))
    let text = Array(String(repeating: piece, count: 100).utf8)
    var result: [UInt8] = []
    for byte in text {
      result += rewriter.rewrite([byte])
      #expect(rewriter.heldBytes <= 40)
    }
    result += rewriter.finish()
    #expect(result == text)
  }
}
