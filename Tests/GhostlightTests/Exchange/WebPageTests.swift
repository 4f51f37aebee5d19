import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Cross-origin requests to Cosmos DB and App Center` {
  private static let page = "http://app.example.org"

  private static func stage(allowing origins: [String]?) throws -> Stage {
    var section = JSONObject()
    section["allowedOrigins"] = origins.map { .array($0.map(JSON.string)) }
    var configuration = try StageConfiguration(
      json: ["cosmos": .object(section), "appcenter": .object(section)])
    configuration.clock = .frozen(at: 1_568_974_272_000)
    return Stage(configuration)
  }

  private static func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ headers: HTTPFields = [:]
  ) -> Request {
    var request = Request(method, target, headers: headers)
    request.headers[.origin] = page
    return request
  }

  private static let cosmosFields =
    "etag, lsn, x-ms-activity-id, x-ms-continuation, x-ms-item-count, x-ms-request-charge, "
    + "x-ms-retry-after-ms, x-ms-session-token, x-ms-substatus, X-Ghostlight-Reason"

  @Test(arguments: [
    (
      "cosmos", "/dbs/mbaas/colls/appcenter/docs",
      "GET, POST, PUT, PATCH, DELETE, HEAD, OPTIONS", cosmosFields
    ),
    (
      "appcenter", "/v0.1/data/tokens", "POST, OPTIONS", "x-ms-retry-after-ms, X-Ghostlight-Reason"
    ),
  ])
  func `a preflight of any path allows the requested fields`(
    _ emulator: String, _ target: RequestTarget, _ methods: String, _ fields: String
  ) throws {
    let stage = try Self.stage(allowing: [Self.page])
    let response = stage.respond(
      to: Self.request(
        .options, target,
        [
          .accessControlRequestMethod: "POST",
          .accessControlRequestHeaders: "authorization,x-ms-date",
        ]), by: emulator)
    #expect(
      response
        == Response(
          .ok,
          headers: [
            .accessControlAllowMethods: methods,
            .accessControlAllowHeaders: "authorization,x-ms-date",
            .accessControlMaxAge: "86400", .accessControlAllowOrigin: Self.page,
            .accessControlExposeHeaders: fields, .vary: "Origin",
          ]))
  }

  @Test(
    arguments: [
      (nil, nil), ([], nil), (["*"], page), (["http://other", page], page),
      (["http://other"], nil),
    ] as [([String]?, String?)])
  func `only pages of allowed origins may read responses`(
    _ allowed: [String]?, _ answered: String?
  ) throws {
    let stage = try Self.stage(allowing: allowed)
    for emulator in ["cosmos", "appcenter"] {
      for plan in [nil, #"{"status":503}"#] {
        if let plan {
          try stage.namespace().addFault(
            try FaultPlan(json: try JSON.parse(plan), emulators: stage.configuration.services))
        }
        let response = stage.respond(to: Self.request(.get, "/moon"), by: emulator)
        #expect(response.headers[.accessControlAllowOrigin] == answered)
        #expect(response.headers[.vary] == answered.map { _ in "Origin" })
      }
      try stage.namespace().removeFault()
    }
  }

  @Test func `if no page is allowed, OPTIONS is refused like other methods`() throws {
    let stage = try Self.stage(allowing: nil)
    let cosmos = stage.respond(to: Self.request(.options, "/dbs"), by: "cosmos")
    #expect(cosmos.status == .methodNotAllowed)
    let exchange = stage.respond(to: Self.request(.options, "/data/tokens"), by: "appcenter")
    #expect(exchange.status == .methodNotAllowed)
  }
}
