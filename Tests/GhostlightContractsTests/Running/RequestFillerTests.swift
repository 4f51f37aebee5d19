import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightContracts

@Suite struct `Requests of interactions` {
  private func request(_ wanted: PactRequest, _ values: JSONObject? = [:]) throws -> Request {
    let interaction = Interaction("x", request: wanted, response: .status(200))
    var filler = RequestFiller(interaction, values: values, milliseconds: 1_371_040_000_123)
    return try filler.request()
  }

  @Test func `a request is encoded as the Pact reference implementation does it`() throws {
    let request = try request(
      .get(
        "/a b/{x}/ü%20", query: ["b": ["x y", "z"], "a[gte]": "2", "c": nil],
        headers: ["Host": "api.x.com", "X-A": ["1", "2"]]))
    #expect(request.target.raw == "/a%20b/%7Bx%7D/%C3%BC%20?a%5Bgte%5D=2&b=x%20y&b=z&c")
    #expect(request.authority == "api.x.com")
    #expect(request.headers.map { "\($0.name): \($0.value)" } == ["X-A: 1", "X-A: 2"])
  }

  @Test func `values from provider states are inserted into path, query, fields and body`() throws {
    let request = try request(
      .post(
        .fromState("/notes/${id}", "/notes/1"), query: ["q": .fromState("${id}", 1)],
        headers: ["X-A": .fromState("Bearer ${token}", "x")],
        json: ["list": [["n": .fromState("${n}", 0)], ["n": 1]], "m": .fromState("n", "0")]),
      ["id": 7, "token": "t", "n": "5"])
    #expect(request.target.raw == "/notes/7?q=7")
    #expect(request.headers.map(\.value) == ["Bearer t", "application/json"])
    #expect(request.body == Array(#"{"list":[{"n":5},{"n":1}],"m":"5"}"#.utf8))
  }

  @Test func `forms get values from states, or keep their examples if there are none`() throws {
    let wanted = PactRequest.post("/", form: ["a": .fromState("${a}", "x"), "b": "1"])
    #expect(try request(wanted, ["a": "y+z"]).body == Array("a=y%2Bz&b=1".utf8))
    #expect(try request(wanted, nil).body == Array("a=x&b=1".utf8))
  }

  @Test(
    arguments: [
      (.randomInteger(min: 5, max: 5), "^5$"), (.randomDecimal(digits: 4), "^[0-9]\\.[0-9]{1,3}$"),
      (.randomHexadecimal(digits: 6), "^[0-9A-F]{6}$"),
      (.randomString(size: 8), "^[A-Za-z0-9]{8}$"),
      (.randomBoolean, "^(true|false)$"), (.uuid(format: "simple"), "^[0-9a-f]{32}$"),
      (.uuid(format: "URN"), "^urn:uuid:[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$"),
      (.uuid(format: "upper-case-hyphenated"), "^[0-9A-F]{8}(-[0-9A-F]{4}){3}-[0-9A-F]{12}$"),
      (.date(format: nil), "^2013-06-12$"), (.time(format: "HH:mm"), "^12:26$"),
      (.timestamp(format: nil), "^2013-06-12T12:26:40Z$"),
    ] as [(PactGenerator, String)])
  func `a generator draws values of its form, which are the same in each run`(
    generator: PactGenerator, pattern: String
  ) throws {
    var first = GeneratorSource(milliseconds: 1_371_040_000_123, seed: "x")
    var second = GeneratorSource(milliseconds: 1_371_040_000_123, seed: "x")
    let drawn = first.value(generator)
    let value = try #require(drawn)
    #expect(second.value(generator) == value)
    #expect(Pattern(pattern)?.isFound(in: value.plainText) == true)
  }
}
