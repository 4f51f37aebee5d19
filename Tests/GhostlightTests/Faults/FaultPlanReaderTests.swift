import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import Testing

@Suite struct `Fault plans as JSON` {
  private static let noDelivery = #"""
    "delivery" must be "reset", "empty", "malformed-chunk", {"truncate":10} or {"dribble":1,"pause":"10ms"}
    """#

  private static let noLatency = #""latency" is not a duration such as 250ms or 5s, up to 1h"#

  private static func whole(_ name: String) -> String {
    "\"\(name)\" must be a whole number from 1 to 1000000000"
  }

  private static let mistakes: [(String, String)] = [
    ("[]", "a fault plan must be an object"),
    ("\"reset\"", "a fault plan must be an object"),
    ("{}", #"a fault plan needs "status", "delivery" or "latency""#),
    (#"{"emulator":"stackmob"}"#, #"a fault plan needs "status", "delivery" or "latency""#),
    (#"{"latency":"0ms"}"#, #"a fault plan needs "status", "delivery" or "latency""#),
    (
      #"{"staus":503}"#,
      #"a fault plan has no "staus"; it has: emulator, route, method, path, nth, every, "#
        + "probability, times, status, headers, body, retryAfter, latency, real, delivery"
    ),
    (
      #"{"status":503,"emulator":"parse"}"#,
      #"no emulator is named "parse"; there are: stackmob, other"#
    ),
    (#"{"status":503,"emulator":1}"#, #""emulator" must be a string"#),
    (
      #"{"status":503,"route":"Nothing"}"#,
      #"no route has the title "Nothing"; GET emulators lists them"#
    ),
    (
      #"{"status":503,"route":"Create","emulator":"other"}"#,
      #"no route has the title "Create"; GET emulators lists them"#
    ),
    (#"{"status":503,"route":null}"#, #""route" must be a string"#),
    (
      #"{"status":503,"method":"G T"}"#,
      #""G T" is not a valid method; use one of: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, CONNECT, TRACE"#
    ),
    (#"{"status":503,"method":["GET"]}"#, #""method" must be a string"#),
    (#"{"status":503,"path":7}"#, #""path" must be a string"#),
    (#"{"status":503,"nth":0}"#, whole("nth")),
    (#"{"status":503,"nth":1.0}"#, whole("nth")),
    (#"{"status":503,"every":-1}"#, whole("every")),
    (#"{"status":503,"every":"2"}"#, whole("every")),
    (#"{"status":503,"times":9223372036854775807}"#, whole("times")),
    (#"{"status":503,"times":9223372036854775808}"#, whole("times")),
    (#"{"status":503,"nth":1,"every":2}"#, #"give one of "nth", "every" and "probability""#),
    (
      #"{"status":503,"every":2,"probability":0.5}"#,
      #"give one of "nth", "every" and "probability""#
    ),
    (#"{"status":503,"probability":1.5}"#, #""probability" must be a number from 0 to 1"#),
    (#"{"status":503,"probability":-0.1}"#, #""probability" must be a number from 0 to 1"#),
    (#"{"status":503,"probability":1e999}"#, #""probability" must be a number from 0 to 1"#),
    (#"{"status":503,"probability":"half"}"#, #""probability" must be a number from 0 to 1"#),
    (#"{"status":199}"#, #""status" must be from 200 to 599"#),
    (#"{"status":600}"#, #""status" must be from 200 to 599"#),
    (#"{"status":"503"}"#, whole("status")),
    (#"{"retryAfter":0}"#, whole("retryAfter")),
    (#"{"headers":{"A":"b"}}"#, #""headers" needs a "status""#),
    (#"{"body":"x","delivery":"reset"}"#, #""body" needs a "status""#),
    (#"{"status":503,"headers":["A"]}"#, #""headers" must be an object of strings"#),
    (#"{"status":503,"headers":{"A b":"c"}}"#, #""headers" has an invalid field: A b"#),
    (#"{"status":503,"headers":{"A":1}}"#, #""headers" has an invalid field: A"#),
    (#"{"status":503,"headers":{"A":"b\r\nc"}}"#, #""headers" has an invalid field: A"#),
    (#"{"latency":"soon"}"#, noLatency),
    (#"{"latency":"-1s"}"#, noLatency),
    (#"{"latency":"61m"}"#, noLatency),
    (#"{"latency":250}"#, #""latency" must be a string"#),
    (#"{"latency":"1s","real":1}"#, #""real" must be true or false"#),
    (#"{"real":true}"#, #""real" needs a "latency""#),
    (#"{"delivery":"slow"}"#, noDelivery),
    (#"{"delivery":null}"#, noDelivery),
    (#"{"delivery":{}}"#, noDelivery),
    (#"{"delivery":{"truncate":-1}}"#, noDelivery),
    (#"{"delivery":{"truncate":"10"}}"#, noDelivery),
    (#"{"delivery":{"truncate":1,"dribble":1}}"#, noDelivery),
    (#"{"delivery":{"dribble":0}}"#, noDelivery),
    (#"{"delivery":{"pause":"1ms"}}"#, noDelivery),
    (
      #"{"delivery":{"dribble":1,"pause":"61s"}}"#,
      #""pause" is not a duration such as 10ms, up to 1m"#
    ),
    (
      #"{"delivery":{"dribble":1,"pause":5}}"#, #""pause" is not a duration such as 10ms, up to 1m"#
    ),
  ]

  private static let emulators: [Service] = [
    .stackMob(), Service(name: "other", title: "Other", port: 2, seed: NoteBackend()),
  ]

  @Test(arguments: mistakes)
  func `a mistake in a plan is reported with the remedy`(_ text: String, _ message: String) throws {
    let json = try JSON.parse(text)
    #expect(throws: FaultPlanError(message)) {
      try FaultPlan(json: json, emulators: Self.emulators)
    }
  }

  private static let jsonType = "application/json; charset=utf-8"

  private static func answer(_ code: Int, _ fields: HTTPFields = [:], _ body: String = "")
    -> FaultAction
  {
    .answer(Response(.init(code: code), headers: fields, body: Array(body.utf8)))
  }

  private static func plan(
    _ action: FaultAction, _ change: (inout FaultPlan) -> Void = { _ in }
  ) -> FaultPlan {
    var plan = FaultPlan(action)
    change(&plan)
    return plan
  }

  private static let plans: [(String, FaultPlan)] = [
    (#"{"status":500}"#, plan(.fail(ServiceFailure(.internalServerError)))),
    (
      #"{"status":429,"retryAfter":30}"#,
      plan(.fail(ServiceFailure(.tooManyRequests, retryAfterSeconds: 30)))
    ),
    (
      #"{"retryAfter":1,"headers":{"Date":"then"}}"#,
      plan(
        .fail(
          ServiceFailure(.serviceUnavailable, retryAfterSeconds: 1, headers: [.date: "then"])))
    ),
    (#"{"status":500,"body":""}"#, plan(answer(500))),
    (
      #"{"status":503,"retryAfter":7,"body":"busy"}"#,
      plan(answer(503, [.retryAfter: "7"], "busy"))
    ),
    (#"{"status":399}"#, plan(answer(399))),
    (#"{"status":200,"body":"é"}"#, plan(answer(200, [:], "é"))),
    (
      #"{"status":400,"body":{"error":"x"}}"#,
      plan(answer(400, [.contentType: jsonType], #"{"error":"x"}"#))
    ),
    (#"{"status":400,"body":null}"#, plan(answer(400, [.contentType: jsonType], "null"))),
    (
      #"{"status":400,"headers":{"Content-Type":"a/b"},"body":[1]}"#,
      plan(answer(400, [.contentType: "a/b"], "[1]"))
    ),
    (#"{"status":400,"body":"[1]"}"#, plan(answer(400, [:], "[1]"))),
    (
      #"{"status":400,"headers":{"Content-Type":"a/b"},"body":"[ 1 ]"}"#,
      plan(answer(400, [.contentType: "a/b"], "[ 1 ]"))
    ),
    (
      #"{"status":400,"headers":{"Content-Type":"a/b"},"body":"\"x\""}"#,
      plan(answer(400, [.contentType: "a/b"], "\"x\""))
    ),
    (#"{"delivery":"reset","nth":3}"#, plan(.deliver(.reset)) { $0.occurrence = .call(3) }),
    (#"{"delivery":"empty","every":2}"#, plan(.deliver(.empty)) { $0.occurrence = .every(2) }),
    (
      #"{"delivery":"malformed-chunk","probability":0.25}"#,
      plan(.deliver(.malformedChunk)) { $0.occurrence = .probability(0.25) }
    ),
    (
      #"{"delivery":{"truncate":0},"probability":1}"#,
      plan(.deliver(.truncated(bytes: 0))) { $0.occurrence = .probability(1) }
    ),
    (
      #"{"delivery":{"dribble":1},"times":2}"#,
      plan(.deliver(.dribble(bytes: 1, pauseMilliseconds: 10))) { $0.times = 2 }
    ),
    (
      #"{"delivery":{"pause":"1m","dribble":5}}"#,
      plan(.deliver(.dribble(bytes: 5, pauseMilliseconds: 60_000)))
    ),
    (#"{"latency":"1s"}"#, plan(.latency(milliseconds: 1000, isReal: true))),
    (#"{"latency":"1h","real":true}"#, plan(.latency(milliseconds: 3_600_000, isReal: true))),
    (#"{"latency":"5ms","real":false}"#, plan(.latency(milliseconds: 5))),
    (
      #"{"emulator":"stackmob","route":"Create","method":"POST","path":"/t*","status":503}"#,
      plan(.fail(ServiceFailure(.serviceUnavailable))) {
        ($0.emulator, $0.route, $0.method, $0.path) = ("stackmob", "Create", .post, "/t*")
      }
    ),
    (
      #"{"route":"Login","method":"PATCH","latency":"2s","delivery":"empty","status":201}"#,
      plan(answer(201)) {
        ($0.route, $0.method) = ("Login", .patch)
        ($0.action.latencyMilliseconds, $0.action.delivery) = (2000, .empty)
        $0.action.isLatencyReal = true
      }
    ),
  ]

  @Test(arguments: plans)
  func `a plan is listed in the format that it is read from`(
    _ text: String, _ plan: FaultPlan
  ) throws {
    let read = try FaultPlan(json: try JSON.parse(text), emulators: Self.emulators)
    #expect(read == plan)
    let space = try Stage.notes { $0.services = Self.emulators }.namespace()
    try space.addFault(read)
    var listed = try #require(space.faults.first?.json.object)
    let counts = ["number", "matches", "hits"].map { listed.removeValue(forKey: $0) }
    #expect(counts == [1, 0, 0])
    let parsed = try JSON.parse(JSON.object(listed).bytes)
    #expect(try FaultPlan(json: parsed, emulators: Self.emulators) == plan)
  }
}
