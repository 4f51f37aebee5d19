import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Generated parts of requests` {
  private static let values: JSONObject = [
    "id": 7, "name": "a b", "flag": true, "none": nil, "list": [1], "big": 1.5,
  ]

  @Test(
    arguments: [
      ("id", nil, 7), ("id", "STRING", "7"), ("${id}", "INTEGER", 7), ("x${id}", nil, "x7"),
      ("${id}${id}", "INTEGER", 77), ("${name}!", "STRING", "a b!"), ("${flag}", "STRING", "true"),
      ("${flag}", "BOOLEAN", true), ("${name}", "BOOLEAN", "a b"), ("${name}", "INTEGER", "a b"),
      ("${id}", "FLOAT", 7.0), ("${id}", "DECIMAL", 7.0), ("${name}", "FLOAT", "a b"),
      ("${big}", "RAW", 1.5), ("${list}", nil, [1]), ("${none}", nil, nil),
      ("a${none}b", nil, "ab"),
      ("${id", nil, nil), ("a${id}b${name}c", nil, "a7ba bc"), ("f${flag}", "BOOLEAN", "ftrue"),
    ] as [(String, String?, JSON)])
  func `an expression gets the values of provider states`(
    _ expression: String, _ type: String?, _ value: JSON
  ) throws {
    guard expression != "${id" else {
      #expect(
        throws: ContractExecutorError(
          "no provider state returned \"${id\"; they returned: id, name, flag, none, list, big")
      ) { try StateExpression(expression).value(Self.values, type) }
      return
    }
    #expect(try StateExpression(expression).value(Self.values, type) == value)
  }

  @Test func `a missing value names those that there are`() {
    #expect(
      throws: ContractExecutorError("no provider state returned \"x\"; they returned: nothing")
    ) { try StateExpression("${x}").value([:], nil) }
  }

  @Test(arguments: [
    ("/a/${id}", "^\\/a\\/[^/]+$"), ("id", "^[^/]+$"), ("${a}.${b}", "^[^/]+\\.[^/]+$"),
    ("${a}b", "^[^/]+b$"),
  ])
  func `an expression is a pattern for any values`(_ expression: String, _ pattern: String) {
    #expect(StateExpression(expression).pattern("[^/]+") == pattern)
  }

  @Test func `a generator's values are exactly those of its seed`() {
    var source = GeneratorSource(milliseconds: 0, seed: "x")
    var again = GeneratorSource(milliseconds: 0, seed: "x")
    var other = GeneratorSource(milliseconds: 0, seed: "y")
    let generator = PactGenerator.randomString(size: 40)
    let (first, second, third) = (
      source.value(generator), source.value(generator), other.value(generator)
    )
    #expect(first == again.value(generator))
    #expect(first != second && first != third)
    #expect(source.value(.other(["type": "Regex"])) == nil)
    #expect(source.value(.providerState(expression: "a", dataType: nil)) == nil)
  }

  @Test func `random numbers have every value between their limits`() {
    var source = GeneratorSource(milliseconds: 0, seed: "x")
    let numbers = (0..<200).map { _ in source.value(.randomInteger(min: -2, max: 2))?.integer }
    #expect(Set(numbers) == [-2, -1, 0, 1, 2])
    let flags = (0..<50).map { _ in source.value(.randomBoolean)?.bool }
    #expect(Set(flags) == [true, false])
    for digits in 1...3 {
      let decimals = (0..<100).compactMap { _ in
        source.value(.randomDecimal(digits: digits))?.number
      }
      #expect(decimals.count == 100 && decimals.allSatisfy { $0 >= 1 && $0 < 10 })
    }
    #expect(source.value(.randomString(size: 0)) == "")
    let uuid = source.value(.uuid(format: nil))?.string ?? ""
    let parts = uuid.split(separator: "-").map(\.count)
    #expect(parts == [8, 4, 4, 4, 12])
    #expect(Array(uuid)[14] == "4" && Array(uuid)[19] == "8")
  }

  @Test(arguments: [
    (PactGenerator.date(format: nil), "1970-01-02"), (.date(format: "dd"), "02"),
    (.time(format: nil), "03:04:05"), (.time(format: "HH"), "03"),
    (.timestamp(format: nil), "1970-01-02T03:04:05Z"), (.timestamp(format: "mm:ss"), "04:05"),
  ])
  func `dates are those of the given time`(_ generator: PactGenerator, _ text: String) {
    let milliseconds: Int64 = (((24 + 3) * 60 + 4) * 60 + 5) * 1000
    var source = GeneratorSource(milliseconds: milliseconds, seed: "x")
    #expect(source.value(generator) == .string(text))
  }

  private static let replaced: [(JSON, PactPath, JSON)] = [
    (1, .root, "v"), (["a": 1, "b": 2], PactPath([.member("a")]), ["a": "v", "b": 2]),
    ([1, 2], PactPath([.element(1)]), [1, "v"]), ([1], PactPath([.element(1)]), [1]),
    (["a": [["b": 1]]], PactPath([.member("a"), .element(0), .member("b")]), ["a": [["b": "v"]]]),
    (["a": 1], PactPath([.member("b")]), ["a": 1]), ([1], PactPath([.member("b")]), [1]),
    (["a": 1], PactPath([.element(0)]), ["a": 1]),
  ]

  @Test func `a part of a JSON value is replaced`() {
    for (json, path, expected) in Self.replaced {
      var copy = json
      copy.replace(path.steps[...], with: "v")
      #expect(copy == expected)
    }
  }

  @Test(arguments: [
    ("/a/b", "/a/b"), ("/a b", "/a%20b"), ("/é", "/%C3%A9"),
    ("/\"#<>?`{}^|\\", "/%22%23%3C%3E%3F%60%7B%7D%5E%7C%5C"),
    ("/\u{7F}\u{1F}~%20", "/%7F%1F~%20"),
  ])
  func `a path is escaped as far as it must be`(_ path: String, _ escaped: String) {
    #expect(RequestFiller.escape(path) == escaped)
  }

  private func request(_ wanted: PactRequest) throws(ContractExecutorError) -> Request {
    var filler = RequestFiller(
      Interaction("x", request: wanted, response: .status(200)), values: Self.values,
      milliseconds: 0)
    return try filler.request()
  }

  private static let refused: [(PactRequest, String)] = [
    (PactRequest(method: "G T", path: "/"), "invalid method \"G T\": use one such as GET"),
    (PactRequest(method: "GET", path: "a"), "the path \"a\" does not begin with \"/\""),
    (.get(.fromState("${name}", "/")), "the path \"a b\" does not begin with \"/\""),
    (.get("/", headers: ["A B": "1"]), "invalid header field name \"A B\": use one such as Accept"),
  ]

  @Test func `a request that cannot be sent is refused`() {
    for (wanted, message) in Self.refused {
      #expect(throws: ContractExecutorError(message)) { try request(wanted) }
    }
  }

  @Test func `a request has the type of its body, unless a header field has another`() throws {
    var wanted = PactRequest(method: "POST", path: "/")
    wanted.body = .bytes([1, 2], contentType: "a/b")
    #expect(
      try request(wanted) == Request(.post, "/", headers: [.contentType: "a/b"], body: [1, 2]))
    wanted.headers = [PactField("content-type", ["c/d"])]
    #expect(try request(wanted).headers[.contentType] == "c/d")
    wanted.generators[.body] = [PactGenerated(.root, .randomBoolean)]
    #expect(try request(wanted).body == [1, 2])
    wanted.body = .empty
    #expect(try request(wanted).body == [])
    wanted.body = .text("a=1", contentType: "text/plain")
    #expect(try request(wanted).body == Array("a=1".utf8))
    wanted.headers = [PactField("Host", []), PactField("X", ["1", "2"])]
    #expect(try request(wanted).authority == "localhost")
  }

  @Test func `a field with several values has the generated one for each`() throws {
    var wanted = PactRequest(method: "GET", path: "/")
    wanted.query = [PactField("q", ["1", "2"]), PactField("r", ["3"])]
    wanted.headers = [PactField("A", ["1", "2"]), PactField("B", ["3"])]
    let generator = PactGenerator.providerState(expression: "id", dataType: nil)
    wanted.generators[.query] = [PactGenerated(PactPath([.member("q")]), generator)]
    wanted.generators[.header] = [PactGenerated(PactPath([.member("a")]), generator)]
    let request = try request(wanted)
    #expect(request.target.raw == "/?q=7&q=7&r=3")
    #expect(request.headers.map { "\($0.name): \($0.value)" } == ["A: 7", "B: 3"])
  }

  private static let recorded = RecordedExchange(
    .json(.post, "/a?x=1&y=2", ["t": "x", "n": 1]), Response(.ok, body: [49]))

  private static let requested: [(Request, Bool)] = [
    (.json(.post, "/a?y=2&x=1", ["n": 1, "t": "x"]), true),
    (.json(.put, "/a?x=1&y=2", ["t": "x", "n": 1]), false),
    (.json(.post, "/b?x=1&y=2", ["t": "x", "n": 1]), false),
    (.json(.post, "/a?x=1", ["t": "x", "n": 1]), false),
  ]

  @Test func `an unnamed entry of a recording answers the same request only`() throws {
    let answers = RecordedAnswers(Recording([Self.recorded]))
    let pact = Pact(consumer: "c", provider: "p")
    for (request, isSame) in Self.requested {
      let interaction = Interaction(
        "x", request: .post("/a", json: ["t": "x", "n": 1]), response: .status(200))
      let found = try? answers.answer(to: request, of: interaction, in: pact)
      #expect((found?.text == "1") == isSame, "\(request.target)")
    }
    let bodies: [(PactRequest, Bool)] = [
      (.post("/a", json: ["t": .like("y"), "n": 1]), true),
      (.post("/a", json: ["t": "y", "n": 1]), false),
      (.post("/a", form: ["t": "x"]), false),
    ]
    for (wanted, isSame) in bodies {
      let interaction = Interaction("x", request: wanted, response: .status(200))
      let found = try? answers.answer(to: Self.recorded.request, of: interaction, in: pact)
      #expect(
        (found != nil) == (isSame || wanted.body?.contentType?.hasPrefix("application/x") == true))
    }
  }

  @Test func `a named entry answers the interaction with its name, method and path`() throws {
    let pact = Pact(consumer: "c", provider: "p")
    var interaction = Interaction(
      "x", given: [.state("s"), .state("t")], request: .get("/a"), response: .status(200))
    let name = interaction.name(consumer: "c", provider: "p")
    #expect(name == "c → p: x, given s, t")
    let entry = { (method: HTTPRequest.Method, target: RequestTarget, body: String) in
      RecordedExchange(
        Request(method, target), Response(.ok, body: Array(body.utf8)),
        notes: ["_interaction": .string(name)])
    }
    let answers = RecordedAnswers(
      Recording([entry(.put, "/a", "1"), entry(.get, "/b", "2"), entry(.get, "/a?q", "3")]))
    #expect(try answers.answer(to: Request(.get, "/a"), of: interaction, in: pact).text == "3")
    #expect(
      throws: ContractExecutorError(
        "the recorded request is PUT /a, not GET /c: record it again with "
          + "`ghostlight verify --record`")
    ) { try answers.answer(to: Request(.get, "/c"), of: interaction, in: pact) }
    interaction.request.generators[.path] = [PactGenerated(.root, .randomBoolean)]
    #expect(try answers.answer(to: Request(.get, "/c"), of: interaction, in: pact).text == "2")
    interaction.states = []
    #expect(throws: ContractExecutorError.self) {
      try answers.answer(to: Request(.get, "/a"), of: interaction, in: pact)
    }
  }
}
