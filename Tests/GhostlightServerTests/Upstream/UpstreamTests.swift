import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Upstream requests` {
  private let request = Request(
    .post, "/a%20b/[x]?q=%2B+&&", authority: "127.0.0.1:4480",
    headers: [
      .accept: "x/y", .connection: "keep-alive, X-Hop", .upgrade: "h2c", .acceptEncoding: "gzip",
      .xHop: "1", .te: "trailers", .expect: "100-continue", .cookie: "a=1; b=2",
    ], body: [0xFF, 0, 1])

  @Test func `target and body are forwarded to the byte, without hop-by-hop fields`()
    async throws
  {
    try await serving(.parrot) { server in
      let address = server.addresses["test"]?.authority ?? ""
      let upstream = try Upstream("http://\(address)/", .patient)
      let response = await upstream.responder.respond(request)
      #expect(
        response.text == """
          POST /a%20b/[x]?q=%2B+&& \(address)
          Accept: x/y
          Cookie: a=1; b=2
          Accept-Encoding: identity
          Content-Length: 3
          [255, 0, 1]
          """)
      #expect(response.status == .created)
      #expect(response.headers[.server] == "parrot")
      #expect(response.headers[.connection] == nil)
      #expect(response.headers[values: .setCookie] == ["a=1", "b=2"])
    }
  }

  @Test func `the path of the upstream comes before every target`() async throws {
    try await serving(.parrot) { server in
      let upstream = try Upstream("\(server.addresses["test"]?.url ?? "")/v1/", .patient)
      let response = await upstream.responder.respond(Request(.get, "/todo?x"))
      #expect(response.text.hasPrefix("GET /v1/todo?x "))
      #expect(upstream.url.hasSuffix("/v1"))
    }
  }

  @Test func `an upstream is recorded under its own URLs`() async throws {
    try await serving(.parrot) { server in
      let upstream = try Upstream(server.addresses["test"]?.url ?? "", .patient)
      let recorder = Recorder { 7 }
      let recorded = upstream.verbatim.recorded(into: recorder)
      _ = await recorded.respond(upstream.address(Request(.get, "/a", authority: "proxy")))
      let exchange = try #require(recorder.recording.exchanges.first)
      #expect("http://\(exchange.request.authority)" == upstream.url)
      #expect(exchange.response.text.hasPrefix("GET /a "))
    }
  }

  @Test func `HEAD, 204 and compressed bodies are forwarded unchanged`() async throws {
    let answers: [(HTTPRequest.Method, Response)] = [
      (.head, Response(.ok, headers: [.contentLength: "9"])), (.delete, Response(.noContent)),
      (.get, Response(.ok, headers: [.contentEncoding: "gzip"], body: [0x1F, 0x8B, 8, 0])),
      (.get, Response(HTTPResponse.Status(code: 299, reasonPhrase: "Odd Thing"))),
    ]
    for (method, answer) in answers {
      try await serving(.always(answer)) { server in
        let upstream = try Upstream(server.addresses["test"]?.url ?? "", .patient)
        let response = await upstream.responder.respond(Request(method, "/"))
        #expect(response.status == answer.status)
        #expect(response.body == answer.body)
        #expect(response.headers[.contentEncoding] == answer.headers[.contentEncoding])
        if method == .head { #expect(response.headers[.contentLength] == "9") }
      }
    }
  }

  @Test func `an https upstream must have a trusted certificate for its name`() async throws {
    try await servingSecurely { server, file in
      let url = "https://localhost:\(server.addresses["test"]?.port ?? 0)"
      var options = UpstreamOptions.patient
      options.trustFile = file
      let trusted = try Upstream(url, options)
      let request = Request(.post, "/", body: Array("secret".utf8))
      #expect(await trusted.responder.respond(request).text == "https secret")
      let doubtful = try Upstream(url, .patient)
      let refused = await doubtful.responder.respond(request)
      #expect(refused.status == .badGateway)
      #expect(
        refused.json?["error"]?.string?.hasPrefix("the upstream \(url) is not trusted: ") == true)
    }
  }

  @Test func `an unreachable upstream gets 502 with the reason`() async throws {
    let upstream = try Upstream(UnservedAddress.url, .patient)
    let response = await upstream.responder.respond(Request(.get, "/"))
    let reason = "the upstream \(UnservedAddress.url) cannot be reached: connection refused"
    #expect(response.status == .badGateway)
    #expect(response.json == ["error": .string(reason)])
    #expect(response.headers[.ghostlightReason] == reason)
  }

  @Test func `an incomplete response of an upstream gets 502`() async throws {
    var cut = Response(.ok, body: Array("0123456789".utf8))
    cut.delivery = .truncated(bytes: 3)
    var gone = Response(.ok)
    gone.delivery = .empty
    let rows: [(Response, String)] = [
      (cut, "answered with no complete HTTP response: "),
      (gone, "answered with no complete HTTP response: the connection was closed"),
    ]
    for (answer, reason) in rows {
      try await serving(.always(answer)) { server in
        let upstream = try Upstream(server.addresses["test"]?.url ?? "", .patient)
        let text = await upstream.responder.respond(Request(.get, "/")).json?["error"]?.string
        #expect(text?.hasPrefix("the upstream \(upstream.url) \(reason)") == true, "\(text ?? "")")
      }
    }
  }

  @Test(
    arguments: [
      (Request(.get, "/a b"), #"its target "/a b" has a space or a control character"#),
      (
        Request(.get, "/ HTTP/1.1\r\nHost: evil\r\n\r\nGET /x"),
        #"its target "/ HTTP/1.1\r\nHost: evil\r\n\r\nGET /x" has a space or a control character"#
      ),
      (Request(.get, "@evil.example/x"), #"its target "@evil.example/x" does not begin with "/""#),
      (Request(.get, "http://evil.example/"), #"its target "http://evil.example/" does not "#),
      (Request(.get, ""), #"its target "" does not begin with "/""#),
    ])
  func `a request that cannot be sent gets 400 and does not reach the upstream`(
    _ request: Request, _ reason: String
  ) async throws {
    let count = Mutex(0)
    let counting = Responder(
      name: "count",
      immediate: { _ in
        count.withLock { $0 += 1 }
        return Response(.ok)
      })
    try await serving(counting) { server in
      let upstream = try Upstream(server.addresses["test"]?.url ?? "", .patient)
      for responder in [upstream.responder, upstream.namedByClient, upstream.verbatim] {
        let response = await responder.respond(request)
        #expect(response.status == .badRequest)
        let start = "the request was not sent to the upstream \(upstream.url): \(reason)"
        #expect(response.json?["error"]?.string?.hasPrefix(start) == true, "\(response.text)")
      }
      var named = Request(.get, "/")
      named.authority = "h\r\nX: y"
      let response = await upstream.namedByClient.respond(named)
      #expect(response.status == .badRequest)
      #expect(response.text.contains("its header field Host has a control character"))
      #expect(count.withLock { $0 } == 0)
    }
  }

  @Test func `a redirect is not followed`() async throws {
    let count = Mutex(0)
    let leading = Responder(
      name: "redirect",
      immediate: { request in
        count.withLock { $0 += 1 }
        return Response(.found, headers: [.location: "http://\(request.authority)/again"])
      })
    try await serving(leading) { server in
      let upstream = try Upstream(server.addresses["test"]?.url ?? "", .patient)
      let response = await upstream.responder.respond(Request(.get, "/"))
      #expect(response.status == .found)
      #expect(count.withLock { $0 } == 1)
    }
  }

  @Test(arguments: [
    "127.0.0.1", "localhost", "[::ffff:127.0.0.1]", "127.1", "[::1]", "a.localhost",
  ])
  func `a URL that a server has named cannot lead to this machine`(_ host: String) async throws {
    let count = Mutex(0)
    let counting = Responder(
      name: "count",
      immediate: { _ in
        count.withLock { $0 += 1 }
        return Response(.ok)
      })
    try await serving(counting) { server in
      let url = "http://\(host):\(server.addresses["test"]?.port ?? 0)"
      var options = UpstreamOptions.patient
      options.isNamedByServer = true
      let upstream = try Upstream(url, options)
      #expect(upstream.isThisMachine)
      let response = await upstream.responder.respond(Request(.get, "/"))
      #expect(
        response.json?["error"]?.string
          == "the upstream \(url) cannot be reached: a server named this machine, a link-local "
          + "address or a metadata service; name it yourself")
      #expect(count.withLock { $0 } == 0)
    }
  }

  @Test func `a silent upstream gets 502`() async throws {
    let turnstile = Turnstile()
    let held = Responder(name: "held") { request in
      await turnstile.pass()
      return Response.echo(request)
    }
    try await serving(held) { server in
      var options = UpstreamOptions()
      options.silentSeconds = 1
      let upstream = try Upstream(server.addresses["test"]?.url ?? "", options)
      let response = await upstream.responder.respond(Request(.get, "/"))
      #expect(
        response.json?["error"]?.string
          == "the upstream \(upstream.url) sent nothing for 1 seconds")
      turnstile.open()
    }
  }

  @Test(arguments: [
    "", "localhost", "ftp://h", "http://", "http://h:x", "http://h:99999", "http://u:p@h",
    "http://h/?a", "http://h/#a", "http://h/a b", "https://é.org",
  ])
  func `an invalid URL is not an upstream`(_ url: String) {
    #expect(throws: UpstreamError.badURL(url)) { try Upstream(url) }
  }

  @Test func `an invalid file of certificates is refused`() {
    var options = UpstreamOptions()
    options.trustFile = "/nowhere/ca.pem"
    #expect(throws: UpstreamError.self) { try Upstream("https://h", options) }
  }
}
