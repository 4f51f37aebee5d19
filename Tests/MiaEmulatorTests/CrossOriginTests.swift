import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@testable import MiaEmulator

@Suite struct `Web pages that use Mia` {
  private static let page = "http://app.example.org"

  private static func backend(allowing origins: [String]?) -> MiaBackend {
    var configuration = MiaConfiguration()
    if let origins { configuration.allowedOrigins = origins }
    return MiaBackend(configuration)
  }

  private static func request(
    _ method: HTTPRequest.Method, _ target: String, _ headers: HTTPFields = [:]
  ) -> Request {
    var request = Request(method, RequestTarget(target), headers: headers)
    request.headers[.origin] = page
    return request
  }

  @Test(arguments: ["/", "/v2/plates/", "/v3/users/me", "/items/x/y", "/-/healthz"])
  func `a preflight request needs no secret on any path`(_ target: String) {
    var backend = Self.backend(allowing: nil)
    let request = Self.request(
      .options, target,
      [.accessControlRequestMethod: "PATCH", .accessControlRequestHeaders: "secret,sid"])
    let answer = backend.answer(request, at: .numbered(), within: .unlimited)
    let headers = answer.response.headers
    #expect(answer.response.status == .ok && answer.response.body.isEmpty)
    #expect(answer.effect == .read)
    #expect(answer.route == (target == "/" ? "Preflight of the root" : "Preflight"))
    #expect(backend.route(of: request) == answer.route)
    #expect(headers[.accessControlAllowOrigin] == Self.page)
    #expect(
      headers[.accessControlAllowMethods] == "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS")
    #expect(headers[.accessControlAllowHeaders] == "secret,sid")
    #expect(headers[.accessControlMaxAge] == "86400")
    #expect(headers[.vary] == "Origin")
  }

  @Test(
    arguments: [
      (nil, page), (["*"], page), ([page], page), (["http://other"], nil), ([], nil),
    ] as [([String]?, String?)])
  func `pages of allowed origins can read responses`(_ allowed: [String]?, _ answered: String?) {
    var backend = Self.backend(allowing: allowed)
    for target in ["/-/healthz", "/v2/moon/", "/moon"] {
      let response = backend.respond(to: Self.request(.get, target), at: .numbered())
      #expect(response.headers[.accessControlAllowOrigin] == answered)
    }
    let preflight = backend.respond(to: Self.request(.options, "/moon"), at: .numbered())
    #expect((preflight.status == .ok) == (allowed != []))
    #expect(preflight.headers[.accessControlAllowOrigin] == answered)
  }

  @Test func `a request without an origin gets no CORS header fields`() {
    var backend = Self.backend(allowing: nil)
    let response = backend.respond(
      to: Request(.get, RequestTarget("/-/healthz")), at: .numbered())
    #expect(response.headers[.accessControlAllowOrigin] == nil)
  }
}
