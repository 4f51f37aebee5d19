import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import StackMobEmulator

@Suite struct `Requests for HTML5 apps` {
  private static let app = "dev.shop.acme.stackmobapp.com"

  @Test(
    arguments: [
      (.get, "/", app, true), (.head, "/js/app.js?v=2", app, true),
      (.get, "/", "shop.acme.stackmobapp.com:443", true), (.get, "/", "A.StackMobApp.com.", true),
      (.get, "/js/stackmob.js", "static.stackmob.com", true), (.get, "/_s3x", app, true),
      (.post, "/todo", app, false), (.options, "/todo", app, false),
      (.get, "/_s3/bucket/todo/1", app, false), (.get, "/", "api.stackmob.com", false),
      (.get, "/", "xstatic.stackmob.com", false), (.get, "/", "stackmobapp.com", false),
      (.get, "/", "evilstackmobapp.com", false), (.get, "/", app + ".evil.example", false),
      (.get, "/", "127.0.0.1:4401", false), (.get, "/", "a-long-name.localhost:4401", false),
    ] as [(HTTPRequest.Method, RequestTarget, String, Bool)])
  func `the host of an app serves its files and the API`(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ authority: String, _ isForPage: Bool
  ) {
    #expect(
      StackMobBackend.isForPage(Request(method, target, authority: authority)) == isForPage)
  }

  @Test(arguments: [
    ("Accept", "application/vnd.stackmob+json; version=0", false),
    ("X-StackMob-Proxy-Plain", "stackmob-api", false), ("X-StackMob-Proxy", "stackmob-api", false),
    ("X-StackMob-API-Key", "k", false), ("X-StackMob-API-Key-k", "1", false),
    ("Accept", "text/html", true), ("X-Requested-With", "XMLHttpRequest", true),
  ])
  func `a header field of StackMob's API marks a call`(
    _ name: String, _ value: String, _ isForPage: Bool
  ) {
    var request = Request(.get, "/todo", authority: Self.app)
    request.headers[.field(name)] = value
    #expect(StackMobBackend.isForPage(request) == isForPage)
  }

  @Test func `a page's call to its own host reaches the API, signed for that host`() throws {
    var world = try World()
    var request = world.app.request("GET", "/user/loggedInUser")
    request.authority = Self.app
    let reply = world.app.send(request.signed(with: world.tokens.credentials))
    #expect(reply.status == 200)
    #expect(reply["username"] == "jack")
  }

  @Test func `a request for a page has no route, and changes nothing`() {
    let backend = StackMobBackend()
    let request = Request(.get, "/listapi", authority: Self.app)
    #expect(backend.route(of: request) == nil)
    #expect(!backend.changes(request))
    #expect(backend.route(of: Request(.get, "/listapi")) != nil)
  }

  @Test func `a backend in process does not read the folder of pages`() {
    #expect(
      throws: ConfigurationError(
        path: "$.stackmob.static",
        "names a folder of HTML5 apps, which only the command line serves")
    ) { try StackMobBackend(configuration: ["static": "html"], at: .numbered()) }
  }
}
