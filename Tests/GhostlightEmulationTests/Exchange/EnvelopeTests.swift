import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightEmulation

@Suite struct `Failures, origins and identifiers that all vendors share` {
  private static let rows = [
    Fault("a", .notFound, "first", details: ["x": 1], source: "A1"),
    Fault("b", .notFound, "second", source: "A2"), Fault("c", .gone, "third", source: "A3"),
  ]

  @Test func `a failure on demand is the vendor's first fault of its status, or a generic one`() {
    let reason = "a fault plan asks for this answer"
    #expect(
      ServiceFailure(.notFound).fault(among: Self.rows) == Self.rows[0].withReason(reason))
    #expect(
      ServiceFailure(.gone).fault(among: Self.rows, details: ["code": 1])
        == Self.rows[2].withReason(reason))
    #expect(
      ServiceFailure(.serviceUnavailable).fault(among: Self.rows, details: ["code": 1])
        == Fault(
          "failure on demand", .serviceUnavailable, "Service Unavailable", details: ["code": 1],
          source: "words an assumption"
        ).withReason(reason))
  }

  @Test func `a failure's own fields replace those of the response, and a delay is sent if any`() {
    let failure = ServiceFailure(
      .gone, retryAfterSeconds: 7, headers: [.via: "a", .server: "s", .retryAfter: "9"])
    var response = Response(.gone, headers: [.via: "b", .age: "1"])
    failure.complete(&response)
    #expect(
      response.headers == [.age: "1", .via: "a", .server: "s", .retryAfter: "9"])
    response = Response(.gone)
    ServiceFailure(.gone, retryAfterSeconds: 7).complete(&response)
    #expect(response.headers == [.retryAfter: "7"])
    response = Response(.gone)
    ServiceFailure(.gone, retryAfterSeconds: 7).complete(&response, retryAfter: false)
    ServiceFailure(.gone).complete(&response)
    #expect(response.headers == [:])
  }

  @Test func `a status has a title and an identifier`() {
    #expect(HTTPResponse.Status(code: 503).title == "Service Unavailable")
    #expect(HTTPResponse.Status(code: 503).identifier == "ServiceUnavailable")
    #expect(HTTPResponse.Status(code: 499).title == "Status 499")
    #expect(HTTPResponse.Status(code: 499).identifier == "Status499")
  }

  private static let origin = "http://a.example"

  @Test(
    arguments: [
      (nil, origin, true), (["*"], origin, true), ([origin], origin, true),
      (["http://b.example", origin], origin, true), (["http://b.example"], origin, false),
      ([], origin, false), (["*"], nil, false), (["HTTP://A.EXAMPLE"], origin, false),
    ] as [([String]?, String?, Bool)])
  func `pages of allowed origins may read responses`(
    _ allowed: [String]?, _ origin: String?, _ isAllowed: Bool
  ) {
    let policy = CrossOrigin(allowing: allowed, methods: "GET", exposing: "X-A, X-B")
    var request = Request(.get, "/")
    request.headers[.origin] = origin
    var response = Response(.ok)
    policy.permit(&response, for: request)
    let expected: HTTPFields = [
      .accessControlAllowOrigin: Self.origin, .accessControlExposeHeaders: "X-A, X-B",
      .vary: "Origin",
    ]
    #expect(response.headers == (isAllowed ? expected : [:]))
    #expect(policy.isOff == (allowed == []))
  }

  @Test func `a preflight names the requested methods and fields`() {
    let policy = CrossOrigin(allowing: [Self.origin], methods: "GET, PUT", exposing: "X-A")
    var request = Request(.options, "/a")
    #expect(
      policy.preflight(request)
        == Response(
          .ok, headers: [.accessControlAllowMethods: "GET, PUT", .accessControlMaxAge: "86400"]))
    request.headers[.accessControlRequestHeaders] = "x-c"
    request.headers[.origin] = Self.origin
    let answer = policy.answer(to: request)
    #expect(answer?.effect == .read)
    #expect(
      answer?.response.headers == [
        .accessControlAllowMethods: "GET, PUT", .accessControlAllowHeaders: "x-c",
        .accessControlMaxAge: "86400", .accessControlAllowOrigin: Self.origin,
        .accessControlExposeHeaders: "X-A", .vary: "Origin",
      ])
    #expect(policy.answer(to: Request(.get, "/a")) == nil)
    let off = CrossOrigin(allowing: [], methods: "GET", exposing: "")
    #expect(off.answer(to: request) == nil)
  }

  @Test func `ordered identifiers have the time, the exchange and a counter`() {
    var moment = Moment(milliseconds: 1_586_106_974_999, seed: 1, order: 0x1234)
    #expect(moment.drawObjectID(named: "x") == "5e8a125e0000001234000001")
    #expect(moment.drawObjectID(named: "x") == "5e8a125e0000001234000002")
    var part = moment.part()
    #expect(part.drawObjectID(named: "x") == "5e8a125e0000001234000003")
    #expect(moment.drawObjectID(named: "x") == "5e8a125e0000001234001003")
    #expect(part.milliseconds == moment.milliseconds)
    var other = moment.part()
    #expect(other.number() != part.number())
    var unordered = moment.unordered
    let id = unordered.drawObjectID(named: "x")
    #expect(id.hasPrefix("5e8a125e"))
    #expect(id.utf8.count == 24)
    #expect(id != moment.drawObjectID(named: "x"))
    var early = Moment(milliseconds: 0, seed: 1, order: 1)
    #expect(early.drawObjectID(named: "x") == "000000000000000001000001")
    var numbered = Moment.numbered()
    #expect(numbered.number() == 0)
    #expect(numbered.drawObjectID(named: "x") == "51b86900x-1")
  }

  private static func digest(_ texts: String...) -> UInt64 {
    var digest = Digest64()
    for text in texts { digest.add(text) }
    return digest.value
  }

  @Test func `digests depend on each byte and on the length`() {
    var bytes = Digest64()
    bytes.add(Array("ab".utf8))
    #expect(bytes.value == Self.digest("ab"))
    let texts = ["", "a", "b", "aa", "aaaaaaa", "aaaaaaaa", "aaaaaaab", "baaaaaaa", "aaaaaaaaa"]
    #expect(Set(texts.map { Self.digest($0) }).count == texts.count)
    #expect(Self.digest("a", "b") != Self.digest("ab"))
    #expect(Self.digest() == 0x9e37_79b9_7f4a_7c15)
    var word = Digest64()
    word.add(UInt64(0))
    #expect(word.value == 0x7bc8_f6b2_7f32_6efe)
    #expect(Self.digest("abcdefghij") == 0xeb1a_9231_0dfc_b49a)
  }
}
