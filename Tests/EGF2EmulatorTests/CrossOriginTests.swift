import GhostlightCore
import HTTPTypes
import Testing

@testable import EGF2Emulator

@Suite struct `Web pages that use EGF2` {
  private static let page = "http://app.example.org"

  private func world(allowing origins: [String]?) throws -> GraphFixture {
    var file = GraphTypes.json.object ?? [:]
    if let origins { file["allowed_origins"] = .array(origins.map(JSON.string)) }
    return GraphFixture(try EGF2Configuration(.object(file)))
  }

  private static func request(
    _ method: HTTPRequest.Method, _ target: String, _ headers: HTTPFields = [:]
  ) -> Request {
    var request = GraphFixture.request(method, target)
    request.headers = headers
    request.headers[.origin] = page
    return request
  }

  @Test(arguments: ["/", "/v1/graph", "/v1/graph/me/posts/x", "/v1/new_file", "/bucket/k", "/moon"])
  func `a preflight on any path allows the requested fields`(_ target: String) throws {
    var world = try world(allowing: nil)
    let before = world.fingerprint
    let response = world.send(
      Self.request(
        .options, target,
        [
          .accessControlRequestMethod: "PUT",
          .accessControlRequestHeaders: "authorization,content-type",
        ]))
    var expected = Response(.ok)
    expected.headers = [
      .accessControlAllowMethods: "GET, POST, PUT, DELETE",
      .accessControlAllowHeaders: "authorization,content-type", .accessControlMaxAge: "86400",
      .date: "Fri, 20 Jan 2017 09:15:00 GMT", .accessControlAllowOrigin: Self.page,
      .accessControlExposeHeaders: "X-Ghostlight-Reason", .vary: "Origin",
    ]
    #expect(response == expected)
    #expect(world.fingerprint == before)
  }

  @Test(
    arguments: [
      (nil, page), (["*"], page), ([page], page), (["http://other", page], page),
      (["http://other"], nil), ([], nil),
    ] as [([String]?, String?)])
  func `pages of allowed origins can read all responses`(
    _ allowed: [String]?, _ answered: String?
  ) throws {
    var world = try world(allowing: allowed)
    for target in ["/v1/search?object=post", "/v1/graph/moon", "/moon"] {
      let response = world.send(Self.request(.get, target))
      #expect(response.headers[.accessControlAllowOrigin] == answered)
      #expect(response.headers[.vary] == answered.map { _ in "Origin" })
    }
    let preflight = world.send(Self.request(.options, "/v1/graph/me"))
    #expect(preflight.status.code == (allowed == [] ? 405 : 200))
    #expect(preflight.headers[.accessControlAllowOrigin] == answered)
  }

  @Test func `a request without an origin gets no CORS header fields`() throws {
    var world = try world(allowing: nil)
    let response = world.send(.get, "/v1/search?object=post")
    #expect(response.headers[.accessControlAllowOrigin] == nil)
    #expect(response.headers[.vary] == nil)
  }

  @Test func `a body that is too large is refused in the framework's form`() throws {
    let response = try #require(EGF2Backend.bodyTooLarge(limit: 1024))
    #expect(
      response.refusal
        == "413 RequestEntityTooLargeError: Request body size exceeds 1024")
    #expect(response.headers[.contentType] == "application/json")
  }
}
