import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightSigning
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Parts of an upstream` {
  private static let hopByHop = [
    "Connection", "Keep-Alive", "Proxy-Authenticate", "Proxy-Authorization", "Proxy-Connection",
    "TE", "Trailer", "Transfer-Encoding", "Upgrade",
  ]

  private static func fields(_ names: [String], _ value: String = "x") -> HTTPFields {
    HTTPFields(
      names.compactMap { name in
        HTTPField.Name(name).map { HTTPField(name: $0, value: value) }
      })
  }

  @Test(arguments: hopByHop + ["X-Listed"])
  func `a field of the connection is not forwarded in either direction`(_ name: String) {
    var fields = Self.fields(["Accept", name, "X-Other"])
    fields.append(HTTPField(name: .connection, value: "close, x-LISTED"))
    let headers = UpstreamFields.headers(of: Request(.get, "/", headers: fields))
    #expect(headers.map(\.name) == ["Accept", "X-Other", "Accept-Encoding"])
    UpstreamFields.strip(&fields)
    #expect(fields == Self.fields(["Accept", "X-Other"]))
  }

  @Test(arguments: ["Host", "Content-Length", "Accept-Encoding", "Expect"])
  func `a field that the client sets itself is only kept in responses`(_ name: String) {
    var fields = Self.fields([name, "X-Other"])
    let headers = UpstreamFields.headers(of: Request(.get, "/", headers: fields))
    #expect(headers.map(\.name) == ["X-Other", "Accept-Encoding"])
    #expect(headers.last?.value == "identity")
    UpstreamFields.strip(&fields)
    #expect(fields == Self.fields([name, "X-Other"]))
  }

  @Test func `cookies are sent in one field, after the others`() {
    var fields = Self.fields(["X-A", "X-B"])
    fields.append(HTTPField(name: .cookie, value: "a=1"))
    fields.append(HTTPField(name: .cookie, value: "b=2"))
    fields += Self.fields(["X-C"])
    let headers = UpstreamFields.headers(of: Request(.get, "/", headers: fields))
    #expect(
      headers.map { "\($0.name): \($0.value)" } == [
        "X-A: x", "X-B: x", "X-C: x", "Cookie: a=1; b=2", "Accept-Encoding: identity",
      ])
  }

  @Test(
    arguments: [
      ("http://a.example.com:8", "http://a.example.com:8", "/x?y", "/x?y"),
      ("HTTPS://a.example.com/v1/", "https://a.example.com/v1", "/x?y", "/v1/x?y"),
      ("http://a/v1", "http://a/v1", "*", "*"),
    ])
  func `a request is addressed to the upstream below its path`(
    _ url: String, _ plain: String, _ target: String, _ addressed: String
  ) throws {
    let upstream = try Upstream(url)
    #expect(upstream.url == plain)
    let request = Request(
      .put, RequestTarget(target), scheme: "ws", authority: "here:1", headers: [.accept: "a"],
      body: [1])
    var expected = request
    expected.scheme = String(plain.prefix { $0 != ":" })
    expected.authority = String(plain.split(separator: "/")[1])
    expected.target = RequestTarget(addressed)
    #expect(upstream.address(request) == expected)
    #expect(upstream.forwarded(request) == expected)
    #expect(upstream.host == Authority(expected.authority).host)
    var own = request
    own.authority = expected.authority
    own.scheme = expected.scheme
    #expect(upstream.forwarded(own).target == request.target)
  }

  @Test func `an error of an upstream has its remedy`() {
    #expect(
      UpstreamError.badURL("x").description
        == #""x" is not a valid upstream; use one such as https://api.example.com or http://127.0.0.1:8080"#
    )
    #expect(
      UpstreamError.badTrust(path: "/p", reason: "why").description == "cannot trust /p: why")
    #expect(
      UpstreamError.badTrust(path: "/p", reason: "/p is bad").description
        == "/p is bad")
    #expect(throws: UpstreamError.badURL("x")) { try Upstream("x") }
    var options = UpstreamOptions()
    (options.connectSeconds, options.silentSeconds, options.keptSeconds) = (1, 2, 3)
    #expect(
      options.limits == ClientLimits(connectSeconds: 1, silentSeconds: 2, keptSeconds: 3))
  }

  @Test(
    arguments: [
      ("http://p.example.com", "p.example.com", 80, nil),
      ("HTTP://p.example.com:8/", "p.example.com", 8, nil),
      ("http://ada:p%40w@p.example.com:8", "p.example.com", 8, "Basic YWRhOnBAdw=="),
      ("http://a@b@p.example.com:8", "p.example.com", 8, "Basic YUBi"),
    ] as [(String, String, Int, String?)])
  func `an upstream proxy has a host, a port and credentials`(
    _ url: String, _ host: String, _ port: Int, _ credentials: String?
  ) throws {
    let proxy = try #require(UpstreamProxy(url))
    #expect(proxy.host == host)
    #expect(proxy.port == port)
    #expect(proxy.credentials == credentials)
  }

  @Test func `the length and the digests of a body fit after its links are rewritten`() throws {
    let links = try Upstream("https://api.example.com/v1").links
    let digests = ["Content-MD5", "Digest", "Content-Digest", "Repr-Digest"]
    func rewritten(_ text: String, _ type: String?, _ method: HTTPRequest.Method = .get) -> Response
    {
      var response = Response(.ok, headers: Self.fields(digests), body: Array(text.utf8))
      response.headers[.contentType] = type
      response.headers[.contentLength] = String(response.body.count)
      return links.rewrite(response, for: Request(method, "/"), as: "http://here:1")
    }
    let link = #"{"a":"https://api.example.com/v1/x","b":"https:\/\/api.example.com:443\/v1\/y"}"#
    let new = #"{"a":"http://here:1/x","b":"http:\/\/here:1\/y"}"#
    for type in ["application/json", "text/plain", "TEXT/HTML", "a/xml", "x/javascript; q=1"] {
      let response = rewritten(link, type)
      #expect(response.text == new)
      #expect(response.headers[.contentLength] == String(new.utf8.count))
      #expect(response.headers.map(\.name.rawName) == ["Content-Type", "Content-Length"])
    }
    let plain = rewritten("none", "application/json")
    #expect(plain.text == "none" && plain.headers[.contentLength] == "4")
    #expect(plain.headers.count == digests.count + 2)
    for (type, method) in [("image/png", .get), (nil, .get), ("text/plain", .head)]
      as [(String?, HTTPRequest.Method)]
    {
      let response = rewritten(link, type, method)
      #expect(response.text == link)
      #expect(response.headers[.contentLength] == String(link.utf8.count))
      #expect(response.headers.count == digests.count + (type == nil ? 1 : 2))
    }
  }

  @Test func `redacted credentials are completed with those of the emulator`() async throws {
    let cases: [(Service, HTTPField.Name, String)] = [
      (.mia(), .known("secret"), "s3cr3t"),
      (.stackMob(), .known("X-StackMob-API-Key"), "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13"),
      (.appCenter(), .known("App-Secret"), Service.appCenter().keys[0].value),
    ]
    for (service, name, value) in cases {
      let credentials = ClientCredentials(of: service)
      let echo = credentials.completing(
        Responder(
          name: "echo",
          immediate: { Response(.ok, body: Array(($0.headers[name] ?? "none").utf8)) }))
      for (old, new) in [("REDACTED-key-1", value), ("other", "other")] {
        let response = await echo.respond(Request(.get, "/", headers: [name: old]))
        #expect(response.text == new)
      }
      #expect(await echo.respond(Request(.get, "/")).text == "none")
    }
  }

  @Test func `a signature of Cosmos DB is made again for an emulator, or if it is redacted`() async
  {
    let time: Int64 = 1_568_974_272_000
    let good = Request(.get, "/dbs").signed(with: .wellKnown, milliseconds: time)
    func completed(_ credentials: ClientCredentials, _ signature: String) async -> Bool {
      var request = good
      request.headers[.authorization] = "type%3Dmaster%26ver%3D1.0%26sig%3D\(signature)"
      let echo = credentials.completing(
        Responder(name: "echo", immediate: { Response($0 == good ? .ok : .gone) }))
      return await echo.respond(request).status == .ok
    }
    #expect(await completed(ClientCredentials(of: .cosmos()), "AAAA"))
    #expect(await completed(ClientCredentials(), "REDACTED-signature-1"))
    #expect(await !completed(ClientCredentials(), "AAAA"))
  }
}
