import Ghostlight
import GhostlightCore
import GhostlightServer
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Fault plans in the control API` {
  private let desk = ControlDesk()

  @Test func `fault plans are applied, counted and removed`() {
    #expect(
      desk.call(.post, "faults", ["status": 503, "retryAfter": 9, "nth": 2])
        == .json(.created, ["number": 1]))
    #expect(
      desk.call(
        .post, "faults",
        ["route": "Create", "delivery": ["dribble": 2, "pause": "5ms"], "times": 1])
        == .json(.created, ["number": 2]))
    for _ in 0..<3 { desk.send(.post, "/note", ["title": "x"]) }
    #expect(
      desk.call(.get, "faults")
        == .json(
          .ok,
          [
            "namespace": "default",
            "faults": [
              [
                "number": 1, "matches": 3, "hits": 1, "nth": 2, "status": 503,
                "retryAfter": 9,
              ],
              [
                "number": 2, "matches": 2, "hits": 1, "route": "Create", "times": 1,
                "delivery": ["dribble": 2, "pause": "5ms"],
              ],
            ],
          ]))
    #expect(
      desk.call(.get, "requests").json?["requests"]?.array?.map { $0["fault"] } == [2, 1, nil])
    #expect(desk.call(.delete, "faults?number=1") == .json(.ok, [:]))
    #expect(desk.call(.get, "faults").json?["faults"]?.array?.map { $0["number"] } == [2])
    #expect(desk.call(.delete, "faults") == .json(.ok, [:]))
    #expect(desk.call(.get, "faults").json?["faults"] == [])
  }

  @Test func `a fault plan applies to its own namespace only`() {
    #expect(desk.call(.post, "faults", ["status": 500, "namespace": "one"]).status == .created)
    #expect(desk.call(.get, "faults").json?["faults"] == [])
    #expect(desk.call(.get, "faults?namespace=one").json?["faults"]?.array?.count == 1)
    #expect(desk.send(.get, "/", in: "one").status == .internalServerError)
    #expect(desk.send(.get, "/").status == .ok)
    #expect(desk.call(.delete, "faults?namespace=one").status == .ok)
    #expect(desk.send(.get, "/", in: "one").status == .ok)
  }

  @Test func `simulated latency advances the clock`() {
    _ = desk.call(.post, "faults", ["latency": "2s", "real": false])
    desk.send(.get, "/")
    #expect(
      desk.call(.get, "clock").json?["milliseconds"] == .integer(ControlDesk.opening + 2000))
  }

  @Test(arguments: [
    ("POST", "faults", "{}", #"409 a fault plan needs "status", "delivery" or "latency""#),
    ("POST", "faults", #"{"status":99}"#, #"409 "status" must be from 200 to 599"#),
    (
      "POST", "faults", #"{"status":500,"emulator":"parse"}"#,
      #"409 no emulator is named "parse"; there are: stackmob"#
    ),
    ("POST", "faults", #"{"status":500,"namespace":7}"#, #"400 "namespace" must be a string"#),
    ("DELETE", "faults?number=1", "", "409 there is no fault 1; GET faults lists them"),
    ("DELETE", "faults?number=0", "", "409 there is no fault 0; GET faults lists them"),
    ("DELETE", "faults?number=one", "", #"400 "number" must be a whole number from 0"#),
    ("DELETE", "faults?number", "", #"400 "number" must be a whole number from 0"#),
    (
      "GET", "faults?namespace=a%20b", "",
      #"400 "a b" is not a valid namespace: use 1 to 64 letters, digits, "-", "_" or ".""#
    ),
  ])
  func `an invalid fault call is refused with the remedy`(
    _ method: String, _ path: String, _ body: String, _ message: String
  ) throws {
    let method = try #require(HTTPRequest.Method(method))
    let json: JSON? = body.isEmpty ? .none : .some(try JSON.parse(body))
    #expect(desk.refusal(method, path, json) == message)
    #expect(try desk.stage.namespace().faults == [])
  }
}
