import GhostlightContracts
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Contract stubs` {
  static let pact = Pact(consumer: "app", provider: "notes", headers: ["X-Key": "k"]) {
    Interaction(
      "a note is made",
      request: .post("/notes", json: ["title": .like("x"), "tags": .eachLike("a")]),
      response: .status(201, headers: ["X-A": ["1", "2"]], json: ["id": 1, "title": "x"]))
    Interaction(
      "a note is read", given: [.state("a note")],
      request: .get(.fromState("/notes/${id}", "/notes/1"), query: ["v": "2"]),
      response: .status(200, json: ["id": 1]))
    Interaction(
      "a note is missing", given: [.state("no notes")],
      request: .get(.fromState("/notes/${id}", "/notes/1"), query: ["v": "2"]),
      response: .status(404, json: ["error": "none"]))
    Interaction(
      "somebody logs in", request: .post("/login", form: ["user": "jack", "word": .like("x")]),
      response: .empty(204))
  }

  private func request(
    _ method: HTTPRequest.Method, _ target: RequestTarget, _ body: String = "",
    _ type: String = "application/json", headers: HTTPFields = [:]
  ) -> Request {
    var request = Request(method, target, headers: headers, body: Array(body.utf8))
    request.headers.append(HTTPField(name: .xKey, value: "k"))
    if !body.isEmpty { request.headers[.contentType] = type }
    return request
  }

  private static let form = "application/x-www-form-urlencoded"

  @Test func `a stub responds with the bytes of the matching interaction`() async {
    let responder = Responder.contract(Self.pact)
    #expect(responder.name == "notes")
    let made = await responder.respond(
      request(.post, "/notes", #"{"tags":["b","c"],"title":"other"}"#))
    #expect(
      made
        == Response(
          .created,
          headers: [
            .xA: "1", .xA: "2", .contentType: "application/json",
          ], body: Array(#"{"id":1,"title":"x"}"#.utf8)))
    let login = await responder.respond(
      request(.post, "/login", "word=any+thing&user=jack", Self.form))
    #expect(login == Response(.noContent))
  }

  @Test(
    arguments: [
      (.get, "/notes/1?v=3", "", "query v is 3, expected 2"),
      (.get, "/notes/1?v=2&w=1", "", "query w is 1, expected nothing"),
      (.get, "/notes/1", "", "query v is missing, expected 2"),
      (.get, "/notes/1/more?v=2", "", "path is /notes/1/more, expected"),
      (.put, "/notes", #"{"title":"x","tags":["a"]}"#, "method is PUT, expected POST"),
      (.post, "/notes", #"{"title":1,"tags":["a"]}"#, "$.title is 1, expected the same kind"),
      (.post, "/notes", #"{"title":"x","tags":["a"],"more":1}"#, "$.more is 1, expected nothing"),
      (.post, "/notes", #"{"title":"x"}"#, #"$.tags is missing, expected ["a"]"#),
      (.post, "/notes", "{", "body is {, expected JSON"),
      (.post, "/notes", "", "header Content-Type is missing, expected application/json"),
    ] as [(HTTPRequest.Method, String, String, String)])
  func `a stub refuses any other request and names the nearest interaction`(
    _ method: HTTPRequest.Method, _ target: String, _ body: String, _ difference: String
  ) async {
    let stub = ContractStub([ContractFile("notes.json", Self.pact)])
    let response = await stub.responder.respond(request(method, RequestTarget(target), body))
    #expect(response.status == .notImplemented)
    let reason = response.headers.first { $0.name.rawName == "X-Ghostlight-Reason" }?.value ?? ""
    #expect(reason.contains("is not in the contract; nearest is \""), "\(reason)")
    #expect(reason.contains(difference), "\(reason)")
    #expect(stub.report.missCount == 1)
    #expect(stub.report.misses.map(\.explanation) == [reason])
    #expect(response.json?["error"]?.string == reason)
  }

  @Test(arguments: [(200, false), (201, true)])
  func `a target of more than 200 characters is cut off in the reason`(
    _ count: Int, _ isCut: Bool
  ) async {
    let target = "/" + String(repeating: "a", count: count - 1)
    let stub = ContractStub([ContractFile("notes.json", Self.pact)])
    _ = await stub.responder.respond(request(.get, RequestTarget(target)))
    let start = "GET \(target.prefix(200))\(isCut ? "…" : "") is not in the contract"
    #expect(stub.report.misses.first?.explanation.hasPrefix(start) == true)
  }

  @Test func `the nearest interaction has up to four differences of up to 120 characters`() async {
    let responder = Responder.contract(Self.pact)
    func nearest(_ query: String, key: String = "k") async -> String {
      var wanted = request(.get, RequestTarget("/notes/1?v=2" + query))
      wanted.headers[.xKey] = key
      return await responder.respond(wanted).json?["nearest"]?[0]?.string ?? ""
    }
    #expect(await !nearest("&w=1&x=1&y=1&z=1").contains("more"))
    #expect(await nearest("&w=1&x=1&y=1&z=1&a=1").hasSuffix("; and 1 more"))
    let long = String(repeating: "b", count: 120)
    #expect(await nearest("", key: long).hasSuffix("header X-Key is \(long), expected k"))
    #expect(await nearest("", key: long + "b").hasSuffix("header X-Key is \(long)…, expected k"))
  }

  @Test func `a required header field is compared, other fields are ignored`() async {
    let responder = Responder.contract(Self.pact)
    var wanted = request(.get, "/notes/1?v=2", headers: [.userAgent: "app"])
    #expect(await responder.respond(wanted).status == .ok)
    wanted.headers[.xKey] = "other"
    let refused = await responder.respond(wanted)
    #expect(
      refused.json?["nearest"]?[0]?.string?.hasSuffix("header X-Key is other, expected k") == true)
  }

  @Test func `the stub or the request selects the given states`() async {
    let stub = ContractStub([ContractFile("notes.json", Self.pact)])
    let read = request(.get, "/notes/77?v=2")
    stub.given = ["no notes"]
    #expect(await stub.responder.respond(read).status == .notFound)
    stub.given = ["a note"]
    #expect(await stub.responder.respond(read).status == .ok)
    var named = read
    named.headers[.xState] = "no notes"
    #expect(await stub.responder.respond(named).status == .notFound)
    stub.given = []
    let none = await stub.responder.respond(read)
    #expect(
      none.json?["error"]
        == #"GET /notes/77?v=2 is in the contract, but only given a note; the current states are: none"#
    )
    #expect(
      await Responder.contract(Self.pact, given: ["no notes"]).respond(read).status == .notFound)
  }

  @Test(
    arguments: [
      (.first, [200, 200, 200, 200]), (.last, [200, 404, 404, 404]),
      (.cycle, [200, 404, 200, 404]),
    ] as [(StubPolicy, [Int])])
  func `a policy selects one of several matches`(_ policy: StubPolicy, _ statuses: [Int]) async {
    let stub = ContractStub([ContractFile("notes.json", Self.pact)], policy: policy)
    var answered: [Int] = []
    for _ in statuses {
      answered.append(await stub.responder.respond(request(.get, "/notes/5?v=2")).status.code)
    }
    #expect(answered == statuses)
    #expect(stub.report.served == 4)
    #expect(stub.report.unused.contains("\"somebody logs in\""))
    stub.reset()
    #expect(stub.report.served == 0)
    #expect(await stub.responder.respond(request(.get, "/notes/5?v=2")).status == .ok)
  }

  @Test
  func `a path with a type rule matches any path in Pact's stub, only its form in Ghostlight's`()
    async
  {
    var request = PactRequest(method: "GET", path: "/notes/1")
    request.rules[.path] = [PactRule(.root, [.type(min: nil, max: nil)])]
    request.generators[.path] = [
      PactGenerated(.root, .providerState(expression: "/notes/${id}", dataType: "STRING"))
    ]
    let pact = Pact(
      consumer: "a", provider: "b",
      interactions: [
        Interaction("a note", request: request, response: .status(200)),
        Interaction("a word", request: .get("/words/1"), response: .status(202)),
      ])
    for (policy, statuses) in [
      (StubPolicy.first, [200, 200, 200]), (.cycle, [200, 202, 501]),
    ] {
      let stub = ContractStub([ContractFile("f", pact)], policy: policy)
      var answered: [Int] = []
      for target in ["/notes/7", "/words/1", "/other"] {
        answered.append(
          await stub.responder.respond(Request(.get, RequestTarget(target))).status.code)
      }
      #expect(answered == statuses)
    }
  }

  @Test func `the interaction with the nearest example responds first`() async {
    let pact = Pact(consumer: "a", provider: "b") {
      Interaction(
        "any", request: .post("/", json: ["t": .like("x")]), response: .status(200))
      Interaction(
        "that one", request: .post("/", json: ["t": .like("y")]), response: .status(202))
    }
    let stub = ContractStub([ContractFile("f", pact)])
    let request = Request.json(.post, "/", ["t": "y"])
    #expect(await stub.responder.respond(request).status == .accepted)
    let first = ContractStub([ContractFile("f", pact)], policy: .first)
    #expect(await first.responder.respond(request).status == .ok)
  }

  @Test func `generators fill a response with new values for each request, the same in each run`()
    async throws
  {
    var response = PactResponse.status(
      200, headers: ["X-A": "x"], json: ["n": 1, "u": "", "d": "", "l": ""])
    response.generators[.header] = [
      PactGenerated(PactPath([.member("X-A")]), .randomHexadecimal(digits: 4))
    ]
    response.generators[.body] = [
      PactGenerated(try #require(PactPath("$.n")), .randomInteger(min: 5, max: 900)),
      PactGenerated(try #require(PactPath("$.u")), .uuid(format: nil)),
      PactGenerated(try #require(PactPath("$.d")), .date(format: nil)),
      PactGenerated(
        try #require(PactPath("$.l")),
        .other([
          "type": "MockServerURL", "example": "http://localhost:8080/notes/1",
          "regex": ".*(/notes/\\d+)$",
        ])),
    ]
    let pact = Pact(
      consumer: "a", provider: "b",
      interactions: [Interaction("x", request: .get("/"), response: response)])
    let stub = ContractStub([ContractFile("f", pact)]) { 1_371_040_000_000 }
    var wanted = Request(.get, "/")
    wanted.authority = "127.0.0.1:4480"
    let (one, two) = (await stub.responder.respond(wanted), await stub.responder.respond(wanted))
    #expect(one.json?["d"] == "2013-06-12")
    #expect(one.json?["l"] == "http://127.0.0.1:4480/notes/1")
    #expect((5...900).contains(one.json?["n"]?.integer ?? 0))
    #expect(one.json?["u"]?.string?.count == 36)
    #expect(one.headers[.xA]?.count == 4)
    #expect(one != two)
    stub.reset()
    #expect(await stub.responder.respond(wanted) == one)
  }

  @Test func `a stub of a contract without interactions refuses every request`() async {
    let response = await Responder.contract(Pact(consumer: "a", provider: "b"))
      .respond(Request(.get, "/"))
    #expect(response.json?["error"] == "GET / is not in the contract; there are no interactions")
  }
}

extension HTTPField.Name {
  fileprivate static var xKey: HTTPField.Name { named("X-Key") }
  fileprivate static var xA: HTTPField.Name { named("X-A") }
  fileprivate static var xState: HTTPField.Name { named("X-Ghostlight-State") }

  private static func named(_ name: String) -> HTTPField.Name { HTTPField.Name(name) ?? .accept }
}
