import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Generated values of stubs` {
  private static let form = "application/x-www-form-urlencoded"

  private func stub(
    _ body: JSON, _ generators: [String: PactGenerator], states: [GivenState] = []
  ) throws -> (pact: Pact, stub: ContractStub) {
    var response = PactResponse.status(200)
    response.body = .json(body, contentType: "application/json")
    response.generators[.body] = try generators.map {
      PactGenerated(try #require(PactPath($0)), $1)
    }
    let interaction = Interaction("x", given: [], request: .get("/"), response: response)
    var pact = Pact(consumer: "a", provider: "b", interactions: [interaction])
    pact.interactions[0].states = states
    return (pact, ContractStub([ContractFile("f", pact)]) { 1_371_042_245_067 })
  }

  /// The stub's time is Wednesday, 12 June 2013, 13:04:05.067 UTC.
  @Test(arguments: [
    ("+ 1 day", "2013-06-13 13:04:05"), ("now", "2013-06-12 13:04:05"),
    ("today - 2 weeks", "2013-05-29 13:04:05"), ("tomorrow", "2013-06-13 13:04:05"),
    ("yesterday+1 year", "2014-06-11 13:04:05"), ("+ 1 fortnight", "2013-06-26 13:04:05"),
    ("next month", "2013-07-12 13:04:05"), ("last week", "2013-06-05 13:04:05"),
    ("next wednesday", "2013-06-19 13:04:05"), ("next fri", "2013-06-14 13:04:05"),
    ("last tues", "2013-06-11 13:04:05"), ("next february", "2014-02-12 13:04:05"),
    ("+ 8 months", "2014-02-12 13:04:05"), ("last dec", "2012-12-12 13:04:05"),
    ("+ 1 hour - 5 minutes", "2013-06-12 13:59:05"), ("today @ noon", "2013-06-12 12:00:00"),
    ("tomorrow @ 3 o'clock pm + 1 minute", "2013-06-13 15:01:00"),
    ("midnight", "2013-06-12 00:00:00"), ("+ 90 seconds", "2013-06-12 13:05:35"),
  ])
  func `a date expression moves the time`(_ expression: String, _ expected: String) async throws {
    let format = "yyyy-MM-dd HH:mm:ss"
    let stub = try stub(["a": ""], ["$.a": .timestamp(format: format, expression: expression)]).stub
    #expect(await stub.responder.respond(Request(.get, "/")).json?["a"]?.string == expected)
  }

  @Test(arguments: [
    "", "soon", "+ day", "+ 1 moon", "next", "+ x days", "13 o'clock", "+ 999999999 years",
    "- 3000 years", String(repeating: "+ 100000 years ", count: 4000),
  ])
  func `other texts are not date expressions`(_ text: String) {
    let time = DateExpression.milliseconds(text, from: 0)
    #expect(time == (text.isEmpty ? 0 : nil))
  }

  @Test func `the last day of a shorter month is used`() {
    let start = CivilDate.milliseconds(year: 2013, month: 1, day: 31)
    #expect(
      DateExpression.milliseconds("+ 1 month", from: start)
        == CivilDate.milliseconds(year: 2013, month: 2, day: 28))
  }

  @Test(arguments: [
    "[a-f0-9]{8}", "\\d+-\\d+", "(red|green)\\s?x*", "^[^a-z]$", "\\Qa.b\\E", "(?=a)[ab]c", "ü",
    "\\p{Lu}.",
  ])
  func `a pattern generates texts that match it, with new ones for each request`(
    _ pattern: String
  ) async throws {
    let stub = try stub(["a": "x"], ["$.a": .regex(pattern)]).stub
    for _ in 0..<5 {
      let text = await stub.responder.respond(Request(.get, "/")).json?["a"]?.string ?? ""
      #expect(try #require(Pattern(pattern, isWhole: true)).isFound(in: text), "\(text)")
    }
  }

  @Test func `a value of a provider state is its parameter, or the example`() async throws {
    let (pact, stub) = try stub(
      ["id": 1, "url": "/notes/1", "owner": "jack"],
      [
        "$.id": .providerState(expression: "${id}", dataType: "INTEGER"),
        "$.url": .providerState(expression: "/notes/${id}", dataType: "STRING"),
        "$.owner": .providerState(expression: "${owner}", dataType: nil),
      ], states: [.state("a user"), .state("a note", ["id": "77"])])
    let json = await stub.responder.respond(Request(.get, "/")).json
    #expect(json == ["id": 77, "url": "/notes/77", "owner": "jack"])
    #expect(
      pact.stubRemarks == [
        "\"x\": the example is sent for \"${owner}\", because no parameter of its provider states has "
          + "this name"
      ])
  }

  @Test func `a form field is generated`() async {
    var response = PactResponse.status(200)
    response.body = .text("a=1&b=2", contentType: Self.form)
    response.generators[.body] = [
      PactGenerated(PactPath([.member("b")]), .regex("x"))
    ]
    let interaction = Interaction("x", request: .get("/"), response: response)
    let pact = Pact(consumer: "a", provider: "b", interactions: [interaction])
    #expect(await Responder.contract(pact).respond(Request(.get, "/")).text == "a=1&b=x")
  }

  /// Returns the bytes are base64 in the file, and themselves in the request and the response.
  @Test(arguments: ["2.0.0", "3.0.0"])
  func `binary bodies are sent and matched as bytes`(version: String) async throws {
    let message: JSON = ["headers": ["Content-Type": "image/png"], "body": "iVBORw0KGgo="]
    let pact = try Pact(
      reading: .file(
        [
          "description": "d",
          "request": [
            "method": "POST", "path": "/", "headers": message["headers"] ?? [:],
            "body": "iVBORw0KGgo=",
          ],
          "response": message,
        ], version: version))
    let bytes: [UInt8] = [137, 80, 78, 71, 13, 10, 26, 10]
    let request = Request(.post, "/", headers: [.contentType: "image/png"], body: bytes)
    let response = await Responder.contract(pact).respond(request)
    #expect(response.body == bytes)
    let file = ContractFile("f", pact)
    let responder = Responder(name: "p") { $0.body == bytes ? response : Response(.badRequest) }
    #expect(
      await ContractRunner(.responder(responder)).run([file]).results.map(\.outcome) == [.kept])
  }
}
