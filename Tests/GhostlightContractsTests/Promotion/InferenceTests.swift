import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Inferences from samples` {
  /// Returns the promotion of exchanges with the same request and these responses.
  private static func promotion(
    _ request: Request, _ responses: [Response], fills: [ContractFill] = []
  ) -> ContractPromotion {
    var options = ContractPromotion.Options(consumer: "c", provider: "p", recording: "r.har")
    options.fills = fills
    return ContractPromotion(
      responses.enumerated().map { (number: $0 + 1, exchange: RecordedExchange(request, $1)) },
      options)
  }

  private static func promotion(_ responses: [Response]) -> ContractPromotion {
    promotion(Request(.get, "/a"), responses)
  }

  private static func rules(_ promotion: ContractPromotion) -> [String] {
    promotion.pact.interactions[0].response.rules[.body].map { rule in
      "\(rule.place): \(rule.matchers.map(\.json).map { $0.text() }.joined(separator: ", "))"
    }
  }

  private static func says(_ promotion: ContractPromotion) -> [String] {
    promotion.inferences.map { "\($0.place): \($0.rule), \($0.reason)" }
  }

  /// Values of one member in several samples, the rule for it, and the reason.
  private static let values: [([JSON], String?, String?)] = [
    ([1, 1], nil, nil), ([1, 2], "integer", "a whole number, 2 values in 2 samples"),
    ([1, 2, 2], "integer", "a whole number, 2 values in 3 samples"),
    ([1, 2, 3], "integer", "a counter: a whole number, 3 values in 3 samples"),
    ([3, 2, 1], "integer", "a whole number, 3 values in 3 samples"),
    ([1.5, 1.5], nil, nil), ([1.5, 2.5], "number", "a number, 2 values in 2 samples"),
    ([1, 1.5], "number", "a number, 2 values in 2 samples"), ([true, true], nil, nil),
    ([true, false], "boolean", "true or false, 2 values in 2 samples"), ([nil, nil], nil, nil),
    (["a", "a"], nil, nil), (["a", "b"], "type", "any string, 2 values in 2 samples"),
    (["7", "8"], "regex", "digits, 2 values in 2 samples"),
    (["http://a", "https://b"], "regex", "a URL, 2 values in 2 samples"),
    (
      ["abcdefghijklmnop-", "bbcdefghijklmnop-"], "regex",
      "a token of 17 characters, 2 values in 2 samples"
    ),
    (
      ["abcdefghijklmnop-", "bbcdefghijklmnop-a"], "regex", "a token, 2 values in 2 samples"
    ),
    (["abcdefghijklmno", "bbcdefghijklmno"], "type", "any string, 2 values in 2 samples"),
    (
      ["0123456789abcdef", "0123456789abcdef"], "regex",
      "an id of 16 hexadecimal digits, because of its form in 2 samples"
    ),
    (["2013-06-12"], "date", "a date, yyyy-MM-dd, because of its form in 1 sample"),
    (["REDACTED-a-1"], "notEmpty", "a secret, because of its form in 1 sample"),
    (["REDACTED"], "notEmpty", "a secret, because of its form in 1 sample"),
    (
      ["0d3e8f7c-1111-4222-8333-0123456789ab"], "regex", "a UUID, because of its form in 1 sample"
    ),
    (
      ["eyJhbGciOiJub25lIn0.eyJhIjoxfQ."], "regex",
      "a JSON web token, because of its form in 1 sample"
    ),
    ([1_000_000_000_000], "integer", "a time in milliseconds, because of its form in 1 sample"),
    ([4_102_444_800_000], "integer", "a time in milliseconds, because of its form in 1 sample"),
    ([999_999_999_999], nil, nil), ([4_102_444_800_001], nil, nil),
    ([1_000_000_000], "integer", "a time in seconds, because of its form in 1 sample"),
    ([4_102_444_800], "integer", "a time in seconds, because of its form in 1 sample"),
    ([999_999_999], nil, nil), ([4_102_444_801], nil, nil),
    (
      ["2013-06-12T12:26:40Z"], "timestamp",
      "a time, yyyy-MM-dd'T'HH:mm:ssXXX, because of its form in 1 sample"
    ),
  ]

  @Test func `the values of a member decide its rule`() {
    for (values, rule, reason) in Self.values {
      let promotion = Self.promotion(values.map { .json(.ok, ["a": $0]) })
      let found = promotion.pact.interactions[0].response.rules[.body]
      #expect(
        found.flatMap(\.matchers).map { $0.json["match"]?.string } == (rule.map { [$0] } ?? []),
        "\(values)")
      #expect(found.map(\.place.description) == (rule.map { _ in ["$.a"] } ?? []))
      #expect(Self.says(promotion) == (reason.map { ["$.a: \($0)"] } ?? []), "\(values)")
      #expect(
        promotion.pact.interactions[0].response.body?.content == JSON.object(["a": values[0]]).bytes
      )
    }
  }

  @Test func `the elements of lists decide their rule together`() {
    let rows: [([JSON], [String], [String])] = [
      ([[], []], [], []), ([["a"], ["a"]], [], []),
      (
        [["a"], ["b"]], ["$: {\"match\":\"type\",\"min\":1}", "$[*]: {\"match\":\"type\"}"],
        ["$[*]: any string, because it is in a list", "$: one element or more, the samples have 1"]
      ),
      (
        [["a"], []], ["$: {\"match\":\"type\",\"min\":0}", "$[*]: {\"match\":\"type\"}"],
        [
          "$[*]: any string, because it is in a list",
          "$: any number of elements, the samples have 0 to 1",
        ]
      ),
      (
        [[1, 2, 3], [4]], ["$: {\"match\":\"type\",\"min\":1}", "$[*]: {\"match\":\"integer\"}"],
        [
          "$[*]: a counter: a whole number, 4 values in 4 samples",
          "$: one element or more, the samples have 1 to 3",
        ]
      ),
      (
        [[true], [true, true]],
        ["$: {\"match\":\"type\",\"min\":1}", "$[*]: {\"match\":\"boolean\"}"],
        [
          "$[*]: true or false, because it is in a list",
          "$: one element or more, the samples have 1 to 2",
        ]
      ),
      ([[1, "a"]], [], []),
      (
        [[1, "a"], [2]], ["$: {\"match\":\"type\"}"],
        ["$: any array, because its elements have several types"]
      ),
      (
        [[["a": 1], ["a": 2, "b": 3]]],
        ["$: {\"match\":\"type\",\"min\":1}", "$[*].a: {\"match\":\"integer\"}"],
        [
          "$[*].a: a whole number, 2 values in 2 samples",
          "$[*].b: left out, because only 1 of 2 have it",
          "$: one element or more, the samples have 2",
        ]
      ),
    ]
    for (bodies, rules, reasons) in rows {
      let promotion = Self.promotion(bodies.map { .json(.ok, $0) })
      #expect(Self.rules(promotion) == rules, "\(bodies)")
      #expect(Self.says(promotion) == reasons, "\(bodies)")
    }
  }

  @Test func `a value that the request says stays the same, wherever it is`() {
    let saying: [(Request, Bool)] = [
      (Request(.get, "/x1/b"), true), (Request(.get, "/a?q=x1"), true),
      (Request(.get, "/x%31"), true),
      (.json(.post, "/a", ["a": "x1"]), true), (.json(.post, "/a", ["b": "x1"]), false),
      (.form(.post, "/a", [FormField("f", "x1")]), true), (Request(.get, "/a?x1=q"), false),
      (Request(.get, "/a", headers: [.accept: "x1"]), false),
    ]
    for (request, isSaid) in saying {
      var other = request
      other.target = RequestTarget(
        request.target.raw.replacing("x1", with: "y2").replacing("x%31", with: "y%32"))
      other.body = Array(
        String(decoding: request.body, as: UTF8.self).replacing("x1", with: "y2").utf8)
      let requests = [SampleRequest(request), SampleRequest(other)]
      let place = PactPath([.member("a")])
      #expect(requests[0].says("x1", at: place) == isSaid, "\(request)")
      #expect(requests[1].says("y2", at: place) == isSaid, "\(request)")
      #expect(!requests[0].says("y2", at: place))
      #expect(!requests[0].says("x", at: place))
    }
    #expect(SampleRequest(.json(.post, "/", ["a": 1])).says(1, at: PactPath([.member("a")])))
    #expect(!SampleRequest(Request(.get, "/1")).says(1, at: PactPath([.member("a")])))
  }

  /// Recorded request bodies, and the promised ones after `n` was filled in with `v`.
  private static let bodies: [(String?, [UInt8], PactBody?, [String])] = [
    (nil, [], nil, []),
    (
      "application/json", Array(#"{"n":1,"m":2}"#.utf8),
      .json(["n": "v", "m": 2], contentType: "application/json"), ["request $.n: v, filled in"]
    ),
    (
      nil, Array(#"{"n":1}"#.utf8), .json(["n": "v"], contentType: "application/json"),
      [
        "request $.n: v, filled in"
      ]
    ),
    ("application/json", Array("[1]".utf8), .json([1], contentType: "application/json"), []),
    ("text/plain", Array("[1]".utf8), .text("[1]", contentType: "text/plain"), []),
    (
      "application/x-www-form-urlencoded", Array("n=1&m=2".utf8),
      .text("n=v&m=2", contentType: "application/x-www-form-urlencoded"),
      ["request n: v, filled in"]
    ),
    ("text/plain", Array("n=1".utf8), .text("n=1", contentType: "text/plain"), []),
    ("image/png", [0xFF], .bytes([0xFF], contentType: "image/png"), []),
    (
      "text/plain", Array("REDACTED-a-1".utf8), .text("REDACTED-a-1", contentType: "text/plain"),
      ["request body: as recorded, but it contains a secret: give it with --fill 'NAME=…'"]
    ),
  ]

  @Test func `a request body is promised by its type`() {
    for (type, bytes, body, reasons) in Self.bodies {
      var request = Request(.post, "/a", body: bytes)
      request.headers[.contentType] = type
      let promotion = Self.promotion(request, [Response(.ok)], fills: [ContractFill("n", "v")])
      #expect(promotion.pact.interactions[0].request.body == body)
      #expect(Self.says(promotion) == reasons)
      #expect(promotion.unusedFills.isEmpty == reasons.contains { $0.contains("filled in") })
      #expect(promotion.pact.interactions[0].request.generators == PactGenerators())
    }
  }

  @Test func `a fill from a provider state is a generator`() {
    let generator = PactGenerator.providerState(expression: "${id}", dataType: "STRING")
    let fills = [ContractFill("n", "${id}")]
    let json = Self.promotion(.json(.post, "/a", ["n": "REDACTED"]), [Response(.ok)], fills: fills)
    #expect(
      json.pact.interactions[0].request.generators[.body] == [
        PactGenerated(PactPath([.member("n")]), generator)
      ])
    #expect(Self.says(json) == ["request $.n: ${id}, filled in"])
    let form = Self.promotion(
      .form(.post, "/a", [FormField("n", "1")]), [Response(.ok)], fills: fills)
    #expect(
      form.pact.interactions[0].request.generators[.body] == [
        PactGenerated(PactPath([.member("n"), .element(0)]), generator)
      ])
    let query = Self.promotion(Request(.get, "/a?n=1&n=2&m"), [Response(.ok)], fills: fills)
    #expect(
      query.pact.interactions[0].request.query == [PactField("n", ["1", "2"]), PactField("m", [])])
    #expect(
      query.pact.interactions[0].request.generators[.query].map(\.place.description)
        == ["$.n", "$.n"])
    let path = Self.promotion(
      Request(.get, "/a"), [Response(.ok)], fills: [ContractFill("path", "/b")])
    #expect(path.pact.interactions[0].request.path == "/b")
  }

  @Test(arguments: [
    "Host", "User-Agent", "Accept-Encoding", "Cookie", "Origin", "Content-Length", "Sec-Fetch-Mode",
    "Proxy-Connection", "X-Forwarded-For", "X-Ghostlight-Namespace", "CF-Ray", "X-Amzn-Trace-Id",
    "Accept", "X-Api", "If-Match",
  ])
  func `only header fields that mean something are promised`(_ name: String) throws {
    let field = try #require(HTTPField.Name(name))
    let promotion = Self.promotion(Request(.get, "/a", headers: [field: "1"]), [Response(.ok)])
    let isKept = ["Accept", "X-Api", "If-Match"].contains(name)
    #expect(promotion.pact.interactions[0].request.headers.map(\.name) == (isKept ? [name] : []))
  }

  @Test func `a response promises its type and location, and a body that does not change`() {
    let location: HTTPFields = [.contentType: "text/plain", .location: "/a/1", .eTag: "1"]
    let same = Self.promotion([Response(.created, headers: location, body: [97])])
    let response = same.pact.interactions[0].response
    #expect(response.status == 201)
    #expect(
      response.headers == [
        PactField("Content-Type", ["text/plain"]), PactField("Location", ["/a/1"]),
      ])
    #expect(response.body == .text("a", contentType: "text/plain"))
    let other: HTTPFields = [.contentType: "text/plain", .location: "/a/2"]
    let differing = Self.promotion([
      Response(.created, headers: location, body: [97]),
      Response(.created, headers: other, body: [98]),
    ])
    let promised = differing.pact.interactions[0].response
    #expect(promised.headers == response.headers)
    #expect(
      promised.rules[.header] == [
        PactRule(PactPath([.member("Location")]), [.type(min: nil, max: nil)])
      ])
    #expect(promised.body == nil)
    #expect(Self.says(differing).last == "body: left out, because it differs and is not JSON")
    let once = Self.promotion([
      Response(.ok, headers: location), Response(.ok, headers: [.contentType: "text/plain"]),
    ])
    #expect(once.pact.interactions[0].response.headers.map(\.name) == ["Content-Type"])
    #expect(once.pact.interactions[0].response.body == .empty)
    let head = Self.promotion(Request(.head, "/a"), [Response(.ok)])
    #expect(head.pact.interactions[0].response.body == nil)
  }

  @Test func `interactions with the same description are numbered`() {
    let promotion = Self.promotion(
      [Response.json(.ok, [:]), .json(.ok, []), Response(.ok, body: [97]), Response(.ok)])
    #expect(
      promotion.pact.interactions.map(\.description) == [
        "GET /a answers 200", "GET /a answers 200, 2", "GET /a answers 200, 3",
        "GET /a answers 200, 4",
      ])
    #expect(promotion.numbers == [[1], [2], [3], [4]])
    #expect(promotion.pact.consumer == "c" && promotion.pact.provider == "p")
  }
}
