import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Contracts from recordings` {
  private static func exchange(
    _ method: HTTPRequest.Method, _ target: String, _ body: JSON? = nil, _ status: Int = 200,
    _ answer: JSON?, headers: HTTPFields = [:]
  ) -> RecordedExchange {
    var request = Request(method, RequestTarget(target))
    request.headers = headers
    if let body {
      request.headers[.contentType] = "application/json"
      request.body = body.bytes
    }
    let status = HTTPResponse.Status(code: status)
    let response = answer.map { Response.json(status, $0) } ?? Response(status)
    return RecordedExchange(request, response)
  }

  private static func promotion(
    _ exchanges: [RecordedExchange], states: [ContractPromotion.NumberedState] = [],
    fills: [ContractFill] = []
  ) -> ContractPromotion {
    var options = ContractPromotion.Options(
      consumer: "app", provider: "stackmob", recording: "shop.har")
    (options.states, options.fills) = (states, fills)
    return ContractPromotion(
      exchanges.enumerated().map { (number: $0.offset + 1, exchange: $0.element) }, options)
  }

  /// The exchanges of a recording: three creations, two reads and a refusal.
  private static let shop: [RecordedExchange] = [
    exchange(
      .post, "/todo", ["title": "Milk", "count": 1], 201,
      [
        "todo_id": "0a1b2c3d4e5f60718293a4b5c6d7e8f9", "title": "Milk", "count": 1,
        "createddate": 1_371_040_000_000, "number": 7, "done": false, "kind": "a",
        "at": "2013-06-12T12:26:40.000Z", "note": "x",
      ], headers: [.userAgent: "app/1", .authorization: "MAC REDACTED-authorization-1"]),
    exchange(
      .post, "/todo", ["title": "Bread", "count": 2], 201,
      [
        "todo_id": "ffff2c3d4e5f60718293a4b5c6d7e8f9", "title": "Bread", "count": 2,
        "createddate": 1_371_040_000_001, "number": 8, "done": true, "kind": "a",
        "at": "2013-06-12T12:26:41.000Z", "note": "y",
      ]),
    exchange(
      .post, "/todo", ["title": "Salt", "count": 3], 201,
      [
        "todo_id": "eeee2c3d4e5f60718293a4b5c6d7e8f9", "title": "Salt", "count": 3,
        "createddate": 1_371_040_000_009, "number": 9, "done": true, "kind": "a",
        "at": "2013-06-12T12:26:49.000Z",
      ]),
    exchange(
      .get, "/todo/0a1b2c3d4e5f60718293a4b5c6d7e8f9", nil, 200,
      ["todo_id": "0a1b2c3d4e5f60718293a4b5c6d7e8f9", "tags": ["a", "b"], "owner": "u1"]),
    exchange(
      .get, "/todo/ffff2c3d4e5f60718293a4b5c6d7e8f9", nil, 200,
      ["todo_id": "ffff2c3d4e5f60718293a4b5c6d7e8f9", "tags": [], "owner": nil]),
    exchange(.get, "/todo/none", nil, 404, ["error": "object does not exist"]),
  ]

  @Test func `exchanges with the same kind of request become one interaction`() {
    let promotion = Self.promotion(Self.shop)
    #expect(
      promotion.pact.interactions.map(\.description) == [
        "POST /todo answers 201", "GET /todo/{id} answers 200", "GET /todo/none answers 404",
      ])
    #expect(promotion.numbers == [[1, 2, 3], [4, 5], [6]])
    #expect(
      promotion.pact.interactions.map(\.notes.evidence) == [
        [.recording("shop.har, entries 1, 2, 3")], [.recording("shop.har, entries 4, 5")],
        [.recording("shop.har, entry 6")],
      ])
  }

  @Test func `a promoted contract has the common parts of samples and its inferences`() throws {
    let promotion = Self.promotion(Self.shop)
    #expect(
      promotion.inferences.map { "\($0.place): \($0.rule), \($0.reason)" } == [
        "request Authorization: left out, because it is a secret: give it with --fill "
          + "'Authorization=…' or as a state's value, ${NAME}",
        "$.todo_id: an id of 32 hexadecimal digits, 3 values in 3 samples",
        "$.title: the same, because the request has this value",
        "$.count: the same, because the request has this value",
        "$.createddate: a time in milliseconds, 3 values in 3 samples",
        "$.number: a counter: a whole number, 3 values in 3 samples",
        "$.done: true or false, 2 values in 3 samples",
        "$.at: a time, yyyy-MM-dd'T'HH:mm:ss.SSSXXX, 3 values in 3 samples",
        "$.note: left out, because only 2 of 3 have it",
        "$.todo_id: the same, because the request has this value",
        "$.tags[*]: any string, because it is in a list",
        "$.tags: any number of elements, the samples have 0 to 2",
        "$.owner: left out, because it is a string or null",
      ])
    let created = try #require(promotion.pact.interactions.first)
    #expect(created.request.headers == [PactField("Content-Type", ["application/json"])])
    #expect(
      created.request.body
        == .json(["title": "Milk", "count": 1], contentType: "application/json"))
    #expect(
      created.response.body?.content
        == JSON.object([
          "todo_id": "0a1b2c3d4e5f60718293a4b5c6d7e8f9", "title": "Milk", "count": 1,
          "createddate": 1_371_040_000_000, "number": 7, "done": false, "kind": "a",
          "at": "2013-06-12T12:26:40.000Z",
        ]).bytes)
    let rules = Dictionary(
      uniqueKeysWithValues: created.response.rules[.body].map {
        ($0.place.description, $0.matchers)
      })
    #expect(
      rules == [
        "$.todo_id": [.regex("^[0-9A-Fa-f]{32}$")], "$.createddate": [.integer],
        "$.number": [.integer], "$.done": [.boolean],
        "$.at": [.timestamp("yyyy-MM-dd'T'HH:mm:ss.SSSXXX")],
      ])
  }

  @Test func `every sample keeps the contract that was created from it`() throws {
    let promotion = Self.promotion(Self.shop)
    for (numbers, interaction) in zip(promotion.numbers, promotion.pact.interactions) {
      for number in numbers {
        let exchange = Self.shop[number - 1]
        var promise = Self.promotion([exchange]).pact.interactions[0].response
        promise.rules = interaction.response.rules
        #expect(ResponseCheck(promise: promise, response: exchange.response).failures.isEmpty)
      }
      let first = Self.shop[numbers[0] - 1].response
      #expect(ResponseCheck(promise: interaction.response, response: first).failures.isEmpty)
      var broken = first
      broken.body = Array(#"{"error":1}"#.utf8)
      #expect(!ResponseCheck(promise: interaction.response, response: broken).failures.isEmpty)
    }
    #expect(try Pact.parse(Array(promotion.pact.fileText.utf8)).json == promotion.pact.json)
  }

  @Test func `a promoted contract has the states and values that the user specified`() throws {
    let state = GivenState("object exists", ["schema": "todo"])
    let promotion = Self.promotion(
      Self.shop,
      states: [.init(GivenState("user exists")), .init(state, for: [4])],
      fills: [
        ContractFill("authorization", "${authorization}"), ContractFill("title", "Oil"),
        ContractFill("path", "/todo/${id}", for: [5]), ContractFill("nobody", "x"),
      ])
    #expect(
      promotion.pact.interactions.map { $0.states.map(\.name) } == [
        ["user exists"], ["user exists", "object exists"], ["user exists"],
      ])
    let created = promotion.pact.interactions[0].request
    #expect(
      created.generators[.header] == [
        PactGenerated(
          PactPath([.member("Authorization")]),
          .providerState(expression: "${authorization}", dataType: "STRING"))
      ])
    #expect(
      created.body == .json(["title": "Oil", "count": 1], contentType: "application/json"))
    #expect(
      promotion.pact.interactions[1].request.generators[.path] == [
        PactGenerated(
          .root, .providerState(expression: "/todo/${id}", dataType: "STRING"))
      ])
    #expect(promotion.unusedFills == [ContractFill("nobody", "x")])
  }

  @Test(
    arguments: [
      (["REDACTED-token-1"], true, .secret),
      (["0d3e8f7c-1111-4222-8333-0123456789ab"], false, .uuid),
      (["eyJhbGciOiJub25lIn0.eyJhIjoxfQ.x"], false, .webToken),
      (["0123456789abcdef", "fedcba9876543210"], true, .hexadecimal(16)),
      (["2013-06-12", "2014-01-31"], true, .date("yyyy-MM-dd")),
      (["2013-06-12T12:26:40Z"], false, .timestamp("yyyy-MM-dd'T'HH:mm:ssXXX")),
      (["2013-06-12T12:26:40+02:00"], false, .timestamp("yyyy-MM-dd'T'HH:mm:ssXXX")),
      (
        ["Wed, 12 Jun 2013 12:26:40 GMT"], false, .timestamp("EEE, dd MMM yyyy HH:mm:ss z")
      ),
      (["1", "22"], true, .digits), (["1", "1"], false, nil),
      (["http://a/1", "https://b"], true, .url), (["http://a"], false, nil),
      (["abcdefghij_KLMNOP-1", "abcdefghij_KLMNOP-2"], true, .token(19, 19)),
      (["abcdefghij_KLMNOP-1", "abcdefghij_KLMNOP-22"], true, .token(19, 20)),
      (["short", "other"], true, nil), (["Buy milk, bread", "Salt"], true, nil), ([""], false, nil),
      (["2013-06-12", "soon"], true, nil), (["2013-13-41"], false, nil),
    ] as [([String], Bool, TextShape?)])
  func `text shapes are recognized`(_ texts: [String], _ areDifferent: Bool, _ shape: TextShape?) {
    #expect(TextShape(of: texts, areDifferent: areDifferent) == shape)
  }

  @Test(
    arguments: [
      (.contentType, ["0d3e8f7c-1111-4222-8333-0123456789ab"], false),
      (.contentType, ["text/plain", "text/plain"], false),
      (.contentType, ["REDACTED-a-1"], true),
      (.location, ["0d3e8f7c-1111-4222-8333-0123456789ab"], true), (.location, ["/a", "/b"], true),
      (.location, ["/a", "/a"], false),
    ] as [(HTTPField.Name, [String], Bool)])
  func `a type is promised as recorded unless it is secret, and a location by its shape`(
    _ name: HTTPField.Name, _ values: [String], _ hasRule: Bool
  ) {
    let promotion = Self.promotion(
      values.map { RecordedExchange(Request(.get, "/a"), Response(.ok, headers: [name: $0])) })
    let response = promotion.pact.interactions[0].response
    #expect(response.headers == [PactField(name.rawName, [values[0]])])
    #expect(response.rules[.header].count == (hasRule ? 1 : 0))
  }

  @Test func `exchanges with different kinds of responses become separate interactions`() {
    let promotion = Self.promotion([
      Self.exchange(.get, "/a?x=1", nil, 200, [:]), Self.exchange(.get, "/a?x=2", nil, 200, [[:]]),
      Self.exchange(.get, "/a?y=2", nil, 200, [:]), Self.exchange(.get, "/a", nil, 204, nil),
      Self.exchange(.get, "/a/12", nil, 200, 1), Self.exchange(.get, "/a/13", nil, 200, 1.5),
      Self.exchange(.get, "/b", nil, 200, [1, "a"]), Self.exchange(.get, "/b", nil, 200, [2]),
    ])
    #expect(
      promotion.pact.interactions.map(\.description) == [
        "GET /a?x answers 200", "GET /a?x answers 200, 2", "GET /a?y answers 200",
        "GET /a answers 204", "GET /a/{id} answers 200", "GET /b answers 200",
      ])
    #expect(promotion.pact.interactions[3].response.body == .empty)
    #expect(
      promotion.inferences.map { "\($0.place) \($0.rule)" } == [
        "$ one element or more", "$ a number", "$ any array",
      ])
  }
}
