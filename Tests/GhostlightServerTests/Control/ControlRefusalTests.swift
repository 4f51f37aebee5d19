import Ghostlight
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

@Suite(.limitedConcurrency) struct `Whole refusals of the control API` {
  private static let noPath =
    "\"path\" begins with / and has no spaces; write others as percent escapes"

  @Test(
    arguments: [
      (
        "POST clock", "{}", 400,
        #"the call has no action: use {"advance":"1h30m"}, {"set":"2013-05-01T00:00:00Z"}, {"freeze":true} or "#
          + #"{"run":true}"#
      ),
      (
        "POST clock", #"{"advance":"1w"}"#, 400,
        #""1w" is not a duration such as 1h30m, 90s or 250ms"#
      ),
      ("POST clock", #"{"set":"x"}"#, 400, #""x" is not a time such as 2013-05-01T00:00:00Z"#),
      ("POST clock", #"{"freeze":false}"#, 400, #""freeze" can only be true"#),
      ("POST clock", #"{"run":1}"#, 400, #""run" can only be true"#),
      ("POST clock", #"{"set":1}"#, 400, #""set" must be a string"#),
      (
        "POST clock", "{", 400,
        "the body is not valid JSON: line 1, column 2: missing } for the { at line 1, column 1; add "
          + "it"
      ),
      ("POST clock", "[]", 400, "the body is not a JSON object"),
      ("GET clock?namespace=%zz", "", 400, "the query has a malformed percent escape"),
      (
        "GET requests/count", "", 400,
        #"the requests are not selected: add "path", in which * stands for one segment"#
      ),
      ("GET requests/count?path=/&method=a%20b", "", 400, #""a b" is not a valid method"#),
      ("GET requests?limit=-1", "", 400, #""limit" must be a whole number from 0"#),
      ("GET requests?after=1.5", "", 400, #""after" must be a whole number from 0"#),
      ("GET requests?brief=1", "", 400, #""brief" must be true or false"#),
      ("GET requests?emulator=x", "", 400, #"no emulator is named "x"; there are: stackmob"#),
      ("GET requests/0", "", 400, #""0" is not the number of a request; GET requests lists them"#),
      ("GET requests/1", "", 404, "the journal of default has no request 1"),
      ("GET events?after=x", "", 400, #""after" must be a whole number from 0"#),
      (
        "POST states", "{}", 400,
        #"the call has no state: use {"state":"user exists","params":{…}}"#
      ),
      ("POST states", #"{"action":"x"}"#, 400, #""action" is "setup" or "teardown""#),
      (
        "POST states", #"{"state":"schema exists","params":1}"#, 400, #""params" must be an object"#
      ),
      ("POST states", #"{"states":[{}]}"#, 400, #"each of "states" needs a "name""#),
      ("POST states", #"{"states":[{"name":1}]}"#, 400, #"each of "states" needs a "name""#),
      (
        "POST requests", #"{"emulator":"stackmob","method":"a b"}"#, 400,
        #""a b" is not a valid method"#
      ),
      ("POST requests", #"{"emulator":"stackmob","path":"x"}"#, 400, noPath),
      ("POST requests", #"{"emulator":"stackmob","path":"/ "}"#, 400, noPath),
      ("POST requests", #"{"emulator":"stackmob","path":"/\u007f"}"#, 400, noPath),
      (
        "POST requests", #"{"emulator":"stackmob","headers":{}}"#, 400,
        #""headers" is an array of {"name", "value"}"#
      ),
      (
        "POST requests", #"{"emulator":"stackmob","body":"","encoding":"hex"}"#, 400,
        #""encoding" is "text" or "base64""#
      ),
      ("POST requests/1/replay", "{}", 404, "the journal of default has no request 1"),
      ("DELETE namespaces/none", "", 404, #"there is no namespace "none""#),
      (
        "POST namespaces/a%20b", "{}", 409,
        #""a b" is not a valid namespace: use 1 to 64 letters, digits, "-", "_" or ".""#
      ),
      ("POST namespaces/a", #"{"from":1}"#, 400, #""from" must be a string"#),
      (
        "PUT data/stackmob/none/a", "{}", 404, #"stackmob has no table "none"; GET data lists them"#
      ),
      ("PUT snapshot", "{}", 409, "$: is missing the member ghostlight"),
      (
        "POST data/stackmob/schemas/none", #"{"action":1}"#, 400, #""action" must be a string"#
      ),
    ] as [(String, String, Int, String)])
  func `a refused call has its status and its reason, and nothing changes`(
    _ call: String, _ body: String, _ status: Int, _ text: String
  ) throws {
    let desk = ControlDesk()
    let words = call.split(separator: " ", maxSplits: 1)
    let method = try #require(HTTPRequest.Method(String(words[0])))
    let before = try desk.stage.namespace().snapshot().json
    let response = desk.control.answer(
      Request(
        method, RequestTarget("/__ghostlight/v1/" + words[1]), authority: "127.0.0.1:4400",
        body: Array(body.utf8)))
    if call.hasPrefix("PUT snapshot") {
      #expect(response.status.code == status)
    } else {
      #expect(
        response == .json(HTTPResponse.Status(code: status), ["error": .string(text)]),
        "\(response.text)")
    }
    #expect(try desk.stage.namespace().snapshot().json == before)
    #expect(desk.stage.namespaceNames == ["default"])
  }

  @Test func `an unknown call and a different method are refused with the calls that exist`() {
    let desk = ControlDesk()
    let unknown = desk.call(.get, "helth")
    #expect(unknown.status == .notFound)
    let start = "no control call GET /__ghostlight/v1/helth; nearest: GET /__ghostlight/v1/health"
    #expect(unknown.json?["error"]?.string?.hasPrefix(start) == true)
    for (path, methods) in [
      ("health", "GET"), ("clock", "GET, POST"), ("faults", "GET, POST, DELETE"),
      ("namespaces/a", "POST, DELETE"),
    ] {
      let response = desk.call(.patch, path)
      #expect(response.status == .methodNotAllowed)
      let allowed = Set((response.headers[.allow] ?? "").components(separatedBy: ", "))
      #expect(
        allowed.subtracting(["HEAD", "OPTIONS"]) == Set(methods.components(separatedBy: ", ")))
      #expect(
        response.json == [
          "error": .string(
            "no control call PATCH /__ghostlight/v1/\(path); this path takes "
              + (response.headers[.allow] ?? ""))
        ])
    }
  }

  @Test(arguments: [
    ("POST namespaces/a", "{}", 201, #"{"namespace":"a","from":"default"}"#),
    ("POST namespaces/a", #"{"from":"b"}"#, 201, #"{"namespace":"a","from":"b"}"#),
    ("DELETE namespaces/default", "", 200, #"{"namespace":"default"}"#),
    ("POST states", #"{"action":"teardown"}"#, 200, "{}"),
    ("POST states", #"{"state":""}"#, 200, "{}"),
    ("POST states", #"{"states":[]}"#, 200, "{}"),
    ("POST reset", "", 200, #"{"namespace":"default","emulators":["stackmob"]}"#),
    (
      "POST reset", #"{"emulator":"stackmob"}"#, 200,
      #"{"namespace":"default","emulators":["stackmob"]}"#
    ),
    ("DELETE faults", "", 200, "{}"), ("POST session", "", 200, #"{"status":"ok"}"#),
    ("GET namespaces", "", 200, #"{"namespaces":["default"]}"#),
    ("GET faults", "", 200, #"{"namespace":"default","faults":[]}"#),
    (
      "GET clock", "", 200,
      #"{"namespace":"default","now":"2013-06-12T12:26:40.123Z","milliseconds":1371040000123,"frozen":true}"#
    ),
    ("GET comparison", "", 200, #"{"one":"default","other":"default","tables":[]}"#),
    ("GET comparison?one=a&other=b", "", 200, #"{"one":"a","other":"b","tables":[]}"#),
    ("GET outbox", "", 200, #"{"namespace":"default","messages":[]}"#),
    ("GET requests", "", 200, #"{"namespace":"default","total":0,"requests":[]}"#),
    (
      "GET requests/count?path=/", "", 200,
      #"{"namespace":"default","count":0,"total":0,"nearest":[]}"#
    ),
  ])
  func `a small response is exactly its members`(
    _ call: String, _ body: String, _ status: Int, _ text: String
  ) throws {
    let words = call.split(separator: " ", maxSplits: 1)
    let method = try #require(HTTPRequest.Method(String(words[0])))
    let response = ControlDesk().control.answer(
      Request(
        method, RequestTarget("/__ghostlight/v1/" + words[1]), authority: "127.0.0.1:4400",
        body: Array(body.utf8)))
    #expect(response.status.code == status)
    #expect(response.text == text)
    #expect(response.headers == Response.jsonFields)
  }
}
