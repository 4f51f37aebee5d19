import Ghostlight
import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightServer

@Suite struct `Requests at the wrong port` {
  private static let names = ["control", "stackmob", "mia", "appcenter", "cosmos"]
  private static let keys = StackMobConfiguration().developmentKeys

  private let stage = Stage(StageConfiguration(services: Service.all))
  private let responders: StageResponders

  /// Opens the listeners of all services except EGF2, without sockets.
  init() {
    responders = StageResponders(stage, ServerOptions())
    for (number, name) in Self.names.enumerated() {
      _ = responders.setAddress(
        ListenerAddress(scheme: "http", host: "127.0.0.1", port: 4400 + number), of: name)
    }
  }

  private func respond(at listener: String, to request: Request) -> Response? {
    responders.responder(for: listener).respondNow(request)
  }

  private static func request(
    _ method: HTTPRequest.Method, _ path: String, _ fields: KeyValuePairs<String, String> = [:],
    host: String = "127.0.0.1"
  ) -> Request {
    var request = Request(method, RequestTarget(path), authority: host)
    for field in fields {
      if let name = HTTPField.Name(field.key) { request.headers[name] = field.value }
    }
    return request
  }

  private static let stackMob = "This request is for StackMob: send it to http://127.0.0.1:4401."
  private static let mia = "This request is for Mia: send it to http://127.0.0.1:4402."
  private static let appCenter =
    "This request is for App Center: send it to http://127.0.0.1:4403."
  private static let cosmos = "This request is for Cosmos DB: send it to http://127.0.0.1:4404."
  private static let egf2 =
    "This request is for EGF2, which is not running: start it with --only egf2."

  static let rows: [(String, Request, String)] = [
    ("mia", request(.get, "/todo", ["X-StackMob-API-Key": "any"]), stackMob),
    ("egf2", request(.get, "/todo", ["X-StackMob-API-Key-\(keys.publicKey)": "1"]), stackMob),
    ("cosmos", request(.get, "/todo", ["Authorization": "MAC id=\"a\""]), stackMob),
    (
      "mia",
      request(.get, "/a", ["Authorization": "OAuth oauth_consumer_key=\"\(keys.publicKey)\""]),
      stackMob
    ),
    ("mia", request(.get, "/a", ["X-Key": keys.publicKey]), stackMob),
    (
      "mia", request(.get, "/a", ["Accept": "application/vnd.stackmob+json; version=0"]), stackMob
    ),
    ("stackmob", request(.get, "/v1", ["secret": "s3cr3t"]), mia),
    ("appcenter", request(.get, "/v2/books"), mia),
    ("stackmob", request(.get, "/a", ["Cookie": "s3cr3t", "X-Key": "s3cr3t"]), mia),
    ("cosmos", request(.post, "/v0.1/data/tokens"), appCenter),
    ("mia", request(.post, "/a", ["App-Secret": "any"]), appCenter),
    ("stackmob", request(.get, "/dbs"), cosmos),
    ("stackmob", request(.get, "/a", ["x-ms-date": "any"]), cosmos),
    ("egf2", request(.get, "/a", ["Authorization": "type%3Dmaster%26ver%3D1.0"]), cosmos),
    ("mia", request(.get, "/a", ["Authorization": "type=resource&ver=1"]), cosmos),
    ("stackmob", request(.get, "/v1/graph/me"), egf2),
    (
      "stackmob", request(.get, "/__ghostlight/v1/health"),
      "This request is for the control API: send it to http://127.0.0.1:4400."
    ),
  ]

  @Test(arguments: rows)
  func `the reason of a refusal and the journal name the right address`(
    _ listener: String, _ request: Request, _ sentence: String
  ) throws {
    let response = try #require(respond(at: listener, to: request))
    #expect(response.status.code >= 400)
    let reason = try #require(response.headers[.ghostlightReason])
    #expect(reason.hasSuffix(". " + sentence), "\(reason)")
    let entry = try stage.namespace().journal.last
    #expect(entry?.answer.response.headers[.ghostlightReason] == reason)
  }

  static let own: [(String, Request)] = [
    ("stackmob", request(.get, "/v1/graph/me", ["X-StackMob-API-Key": "any"])),
    ("stackmob", request(.get, "/todo")), ("mia", request(.get, "/v2/books")),
    ("mia", request(.get, "/dbs", ["secret": "any"])), ("egf2", request(.get, "/v1/graph/me")),
    ("cosmos", request(.get, "/dbs")), ("appcenter", request(.post, "/v0.1/data/tokens")),
  ]

  @Test(arguments: own)
  func `a refusal at the right port gets no address`(
    _ listener: String, _ request: Request
  ) throws {
    let response = try #require(respond(at: listener, to: request))
    #expect(response.status.code >= 400)
    #expect(response.headers[.ghostlightReason]?.contains("This request is for") != true)
  }

  @Test func `a request at the control port gets the address of its emulator`() {
    #expect(
      respond(at: "control", to: Self.request(.get, "/todo", ["X-StackMob-API-Key": "a"]))
        == .json(.notFound, ["error": .string("no control call GET /todo. " + Self.stackMob)]))
    #expect(
      respond(at: "control", to: Self.request(.get, "/v1/login"))
        == .json(.notFound, ["error": .string("no control call GET /v1/login. " + Self.egf2)]))
  }

  @Test func `a vendor's host at another vendor's port gets the address too`() {
    let refused = respond(at: "mia", to: Self.request(.get, "/todo", host: "api.stackmob.com"))
    #expect(
      refused?.json == [
        "error": .string(
          "Host api.stackmob.com is not known here; --allow-host NAME, or allowHosts in "
            + "ghostlight.json, admits it. " + Self.stackMob)
      ])
  }

  @Test(arguments: ["stackmob", "mia", "egf2", "appcenter", "cosmos"])
  func `a request whose path, header and host name different namespaces is refused`(
    _ name: String
  ) throws {
    let service = try #require(Service.all.first { $0.name == name })
    for (path, header, host, problem) in [
      (
        "/a", "one", "two.localhost", Self.conflict("the header X-Ghostlight-Namespace", "the host")
      ),
      (
        "/__ghostlight/ns/one/a", "two", "localhost",
        Self.conflict("the path", "the header X-Ghostlight-Namespace")
      ),
      ("/__ghostlight/ns/one/a", nil, "two.localhost:80", Self.conflict("the path", "the host")),
      (
        "/__ghostlight/ns/one/a", "one", "two.localhost", Self.conflict("the path", "the host")
      ),
    ] as [(String, String?, String, String)] {
      var request = Self.request(.get, path, host: host)
      request.headers[.ghostlightNamespace] = header
      let response = try #require(respond(at: name, to: request))
      var expected = service.seed.answer(
        ServiceFailure(.badRequest), to: request, at: Moment(milliseconds: 0, seed: 1))
      expected.headers[.ghostlightReason] = problem
      #expect(response.status == .badRequest)
      #expect(response.headers[.ghostlightReason] == problem)
      #expect(response.json?.object?.keys == expected.json?.object?.keys)
    }
    #expect(stage.namespaceNames == ["default"])
  }

  @Test(
    arguments: [
      ("/a", "one", "one.localhost"), ("/__ghostlight/ns/one/a", "one", "one.localhost"),
      ("/__ghostlight/ns/one/a", nil, "localhost"), ("/a", "one", "127.0.0.1"),
    ] as [(String, String?, String)])
  func `a request may name its namespace more than once`(
    _ path: String, _ header: String?, _ host: String
  ) {
    var request = Self.request(.get, path, host: host)
    request.headers[.ghostlightNamespace] = header
    _ = respond(at: "stackmob", to: request)
    #expect(stage.namespaceNames == ["default", "one"])
  }

  private static func conflict(_ one: String, _ two: String) -> String {
    "\(one) is for the namespace \"one\", \(two) for \"two\"; name one"
  }
}
