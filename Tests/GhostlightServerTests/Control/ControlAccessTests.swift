import Ghostlight
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Control token checks` {
  private static let token = "0123456789abcdef"
  private static let bearer: HTTPFields = [.authorization: "Bearer \(token)"]
  private static let own = "http://ghostlight:4400"

  private let control = ControlAPI(
    Stage(), addresses: ServerAddresses(), token: ControlToken(Self.token))

  private func call(
    _ method: HTTPRequest.Method, _ target: String, _ headers: HTTPFields = [:],
    authority: String = "ghostlight:4400", scheme: String = "http", _ body: String = ""
  ) -> Response {
    control.answer(
      Request(
        method, RequestTarget(target), scheme: scheme, authority: authority, headers: headers,
        body: Array(body.utf8)))
  }

  private static func refusal(_ problem: String) -> Response {
    var response = Response.json(
      .unauthorized,
      [
        "error": .string(
          problem
            + ": send Authorization: Bearer TOKEN with the token that the server printed when "
            + "it started; commands take it from --control-token or GHOSTLIGHT_CONTROL_TOKEN, and "
            + "browsers from the console's link")
      ])
    response.headers[.wwwAuthenticate] = "Bearer realm=\"Ghostlight control\""
    return response
  }

  private static let missing = refusal("this call needs the server's control token")
  private static let wrong = refusal("this is not the server's control token")

  /// Every call in the OpenAPI document, with 1 for each path parameter.
  private static let calls = OpenAPIDocument.operations.map { operation in
    let path = operation.path.replacing(/\{\w+\}/, with: "1")
    return "\(operation.method.uppercased()) \(ControlAPI.base)\(path)"
  }

  /// Targets that a different parser could mistake for a path that needs no token.
  private static let tricks = [
    "GET /", "GET /none", "GET *", "GET //__ghostlight/v1/clock", "GET /__ghostlight/v1/clock/",
    "GET /__GHOSTLIGHT/v1/clock", "GET /%5f%5fghostlight/v1/clock", "GET /__ghostlight/v1%2fclock",
    "GET /__ghostlight/v1/health/../clock", "GET /__ghostlight/v1/health/clock",
    "GET /__ghostlight/v1/health%2f..%2fclock", "GET /__ghostlight/v1/clock?/console",
    "GET /assets/../__ghostlight/v1/clock", "GET /assets/none.js", "GET /consoles",
    "HEAD /__ghostlight/v1/clock", "OPTIONS /__ghostlight/v1/clock", "OPTIONS *",
    "POST /__ghostlight/v1/health", "TRACE /__ghostlight/v1/events", "PATCH /__ghostlight/v1/clock",
  ]

  private func parts(_ line: String) throws -> (method: HTTPRequest.Method, target: String) {
    let words = line.split(separator: " ", maxSplits: 1).map(String.init)
    return (try #require(HTTPRequest.Method(words[0])), words[1])
  }

  @Test(arguments: calls + tricks)
  func `a call without the token is refused, whatever Host and Origin are`(_ line: String) throws {
    let (method, target) = try parts(line)
    guard line != "GET /__ghostlight/v1/health" else { return }
    for authority in ["127.0.0.1:4400", "localhost", "ghostlight:4400", "evil.example"] {
      let origins: [HTTPFields] = [
        [:], [.origin: "http://\(authority)"], [.origin: "http://evil.example"],
        [.upgrade: "websocket", .connection: "Upgrade"],
      ]
      for headers in origins {
        #expect(call(method, target, headers, authority: authority) == Self.missing)
      }
    }
  }

  @Test(arguments: calls)
  func `a call with the token is served, whatever Host and Origin are`(_ line: String) throws {
    let (method, target) = try parts(line)
    for authority in ["ghostlight:4400", "192.168.1.5:4400", "evil.example"] {
      for origin in [nil, "http://\(authority)", "http://evil.example"] {
        var headers = Self.bearer
        headers[.origin] = origin
        let response = call(method, target, headers, authority: authority)
        #expect(response.status != .unauthorized && response.status != .forbidden)
        response.stream?.cancel()
      }
    }
  }

  @Test(arguments: [
    ["bearer 0123456789abcdef"], ["BEARER   0123456789abcdef"],
  ])
  func `the scheme Bearer is accepted in any case`(_ fields: [String]) {
    var headers = HTTPFields()
    headers[values: .authorization] = fields
    #expect(call(.get, "/__ghostlight/v1/clock", headers).status == .ok)
  }

  @Test(arguments: [
    [""], ["Bearer"], ["Bearer "], ["Bearer 0123456789abcde"], ["Bearer 0123456789abcdeff"],
    ["Bearer 0123456789ABCDEF"], ["0123456789abcdef"], ["Basic MDEyMzQ1Njc4OWFiY2RlZg=="],
    ["Bearer 0123456789abcdef, Bearer 0123456789abcdef"], ["Bearer\u{A0}0123456789abcdef"],
    ["Bearer 0123456789abcdef", "Bearer 0123456789abcdef"],
    ["Bearer x", "Bearer 0123456789abcdef"],
  ])
  func `a call with other credentials is refused`(_ fields: [String]) {
    var headers = HTTPFields()
    headers[values: .authorization] = fields
    #expect(call(.get, "/__ghostlight/v1/clock", headers) == Self.wrong)
    // A valid cookie does not compensate for a wrong token.
    headers[.cookie] = cookie
    #expect(call(.get, "/__ghostlight/v1/clock", headers) == Self.wrong)
  }

  @Test(arguments: [
    "GET /__ghostlight/v1/health", "GET /console", "GET /console/requests/1", "GET /assets/app.js",
    "GET /assets/api.js", "HEAD /console/",
  ])
  func `health and the console's files need no token`(_ line: String) throws {
    let (method, target) = try parts(line)
    for authority in ["127.0.0.1:4400", "evil.example"] {
      for headers: HTTPFields in [[:], [.origin: "http://evil.example"], [.authorization: "x"]] {
        let response = call(method, target, headers, authority: authority)
        #expect(response.status == .ok)
        #expect(response.headers[.setCookie] == nil)
      }
    }
    #expect(call(.get, "/__ghostlight/v1/health") == .json(.ok, ["status": "ok"]))
  }

  /// The cookie that the console receives for the token, as a browser sends it back.
  private var cookie: String {
    let response = call(.post, "/__ghostlight/v1/session", Self.bearer)
    return String((response.headers[.setCookie] ?? "").prefix { $0 != ";" })
  }

  @Test(arguments: [("http", ""), ("https", "; Secure")])
  func `the console's cookie replaces the token and has a different value`(
    _ scheme: String, _ end: String
  ) throws {
    let response = call(.post, "/__ghostlight/v1/session", Self.bearer, scheme: scheme)
    #expect(response.json == ["status": "ok"])
    let field = try #require(response.headers[.setCookie])
    let value = try #require(
      field.wholeMatch(of: /ghostlight-control-4400=([0-9a-f]{32})(; .*)/)?.output)
    #expect(value.1 != Self.token)
    #expect(value.2 == "; Path=/__ghostlight/v1; HttpOnly; SameSite=Strict" + end)
    for cookies in ["\(cookie)", "a=1; \(cookie)", "ghostlight-control-4400=x; \(cookie)"] {
      #expect(call(.get, "/__ghostlight/v1/clock", [.cookie: cookies]).status == .ok)
    }
    #expect(call(.get, "/__ghostlight/v1/events", [.cookie: cookie]).status == .ok)
  }

  @Test(arguments: [
    "ghostlight-control-4400=\(token)", "ghostlight-control-4400=", "ghostlight-control-4400",
    "ghostlight-control=\(token)", "token=\(token)", "Authorization=Bearer \(token)", "",
  ])
  func `any other cookie is refused`(_ cookies: String) {
    #expect(call(.get, "/__ghostlight/v1/clock", [.cookie: cookies]) == Self.missing)
    let moved = cookie.replacing("4400", with: "4401")
    #expect(call(.get, "/__ghostlight/v1/clock", [.cookie: moved]) == Self.missing)
  }

  @Test(arguments: [
    ("GET", own, true), ("GET", nil, true), ("HEAD", nil, true), ("POST", own, true),
    ("POST", nil, false), ("DELETE", nil, false), ("GET", "http://ghostlight:4401", false),
    ("POST", "http://ghostlight:4401", false), ("POST", "https://ghostlight:4400", false),
    ("POST", "http://ghostlight", false), ("GET", "null", false), ("POST", "null", false),
    ("POST", "\(own), \(own)", false), ("POST", "http://evil.example", false),
  ])
  func `the console's cookie is accepted only from the console's own pages`(
    _ method: String, _ origin: String?, _ isAdmitted: Bool
  ) throws {
    var headers: HTTPFields = [.cookie: cookie]
    headers[.origin] = origin
    let response = call(
      try #require(HTTPRequest.Method(method)), "/__ghostlight/v1/faults", headers)
    #expect((response.status != .forbidden) == isAdmitted, "\(response.text)")
    guard !isAdmitted else { return }
    #expect(
      response.json?["error"]?.string
        == "\(origin.map { "Origin \($0)" } ?? "no Origin") with the console's cookie: other pages "
        + "and programs send Authorization: Bearer TOKEN")
  }

  @Test func `a read-only console can sign in with the token but not change anything`() {
    let control = ControlAPI(
      Stage(), addresses: ServerAddresses(), isConsoleReadOnly: true,
      token: ControlToken(Self.token))
    let send = { (path: String, field: HTTPFields) in
      var request = Request(
        .post, RequestTarget("/__ghostlight/v1/" + path), authority: "ghostlight:4400",
        headers: field)
      request.headers[.origin] = Self.own
      return control.answer(request)
    }
    let signedIn = send("session", Self.bearer)
    #expect(signedIn.status == .ok)
    let cookie = String((signedIn.headers[.setCookie] ?? "").prefix { $0 != ";" })
    #expect(send("reset", [.cookie: cookie]).status == .forbidden)
    #expect(send("reset", Self.bearer).status == .forbidden)
  }

  @Test func `a long call without the token is refused before it waits`() async {
    var request = Request(.put, "/__ghostlight/v1/snapshot", authority: "ghostlight:4400")
    request.body = Array(repeating: 32, count: 1 << 20)
    guard case .answered(let response) = control.responder.ask(request, nil) else {
      Issue.record("it takes a place among the long calls")
      return
    }
    #expect(response == Self.missing)
  }

  @Test func `OpenAPI describes the token, and calls without network access need none`() {
    let document = { (control: ControlAPI, headers: HTTPFields) in
      control.answer(
        Request(
          .get, "/__ghostlight/v1/openapi.json", authority: "127.0.0.1:4400", headers: headers)
      ).json
    }
    let described = document(control, Self.bearer)
    #expect(described?["security"] == [["token": []], ["console": []]])
    #expect(described?["paths"]?["/health"]?["get"]?["security"] == [])
    #expect(
      described?["components"]?["securitySchemes"]?["console"]?["name"]
        == "ghostlight-control-4400")
    let local = ControlAPI(Stage(), addresses: ServerAddresses())
    #expect(document(local, [:])?["security"] == [["token": []], ["console": []], [:]])
    let session = Request(.post, "/__ghostlight/v1/session", authority: "127.0.0.1:4400")
    #expect(local.answer(session) == .json(.ok, ["status": "ok"]))
  }
}
