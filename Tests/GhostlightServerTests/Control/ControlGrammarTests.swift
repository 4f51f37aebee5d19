import Ghostlight
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@testable import GhostlightServer

/// Random control calls with a valid structure and random names, numbers and members.
///
/// `GHOSTLIGHT_FUZZ_ROUNDS` is the number of rounds; one round has 2,000 calls.
@Suite(.limitedConcurrency) struct `Random control calls` {
  @Test(arguments: 0..<10)
  func `random control calls never crash, and refused ones change nothing`(_ seed: Int) throws {
    for round in 0..<FuzzRounds.count {
      let desk = ControlDesk {
        $0.services = Service.all
        $0.namespaces = 6
        $0.maxWork = 200_000
      }
      var grammar = ControlGrammar(seed: UInt64(seed) &+ UInt64(round) &* 1_000_003)
      var before = try fingerprint(desk.stage)
      for _ in 0..<200 {
        let request = grammar.request(desk.stage)
        let response = desk.control.answer(request)
        let after = try fingerprint(desk.stage)
        switch response.status.code {
        case 200, 201: break
        case 400, 404, 405, 409:
          #expect(response.json?["error"]?.string?.isEmpty == false, "\(request)")
          #expect(after == before, "\(request)")
        default: Issue.record("\(response.status.code) to \(request)")
        }
        before = after
      }
    }
  }

  /// Returns all state that calls can change, except the number of moments, which reading changes
  /// too.
  private func fingerprint(_ stage: Stage) throws -> [String] {
    try stage.namespaceNames.map { name in
      let space = try stage.view(name)
      let faults = space.faults.map { "\($0.number)" }.joined(separator: ",")
      var state = space.snapshot().json.object ?? [:]
      state["moments"] = nil
      return "\(name) \(JSON.object(state).text()) [\(faults)] \(space.journal.count)"
    }
  }
}

/// Creates random calls from the control API's paths, members and query parameters.
private struct ControlGrammar {
  private var random: SeededNumbers

  init(seed: UInt64) { random = SeededNumbers(seed: seed) }

  /// Numbers at limits and just beyond them.
  private static let numbers = [
    "0", "1", "-1", "2", "100", "599", "600", "1000000000", "1000000001", "2147483648",
    "9007199254740993", "9223372036854775807", "-9223372036854775808", "9223372036854775808",
    "18446744073709551616", "1e308", "1e999", "-1e999", "0.5", "-0", "5e-324",
  ]
  private static let names = [
    "default", "a", "b", "A-z_0.9", "", "é", "a b", "..", String(repeating: "x", count: 65), "%00",
  ]
  private static let durations = [
    "1ms", "1h30m", "-1s", "9223372036854775807ms", "106751991168d", "1e9s", "0s", "", "s",
    "9999999h",
  ]
  private static let times = [
    "2013-05-01T00:00:00Z", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59.999Z",
    "2013-02-30T00:00:00Z", "-0001-01-01T00:00:00Z", "99999-01-01T00:00:00Z", "2013-05-01", "",
  ]

  private mutating func quoted(_ choices: [String]) -> String { "\"\(random.pick(choices))\"" }

  private mutating func number() -> String { random.pick(Self.numbers) }

  private mutating func value() -> String {
    switch random.below(9) {
    case 0: number()
    case 1: quoted(Self.names)
    case 2: quoted(Self.durations)
    case 3: quoted(Self.times)
    case 4: "true"
    case 5: "null"
    case 6: "[\(number())]"
    case 7: "{\"a\":\(number())}"
    default: quoted(["stackmob", "mia", "egf2", "cosmos", "setup", "teardown", "reset", "empty"])
    }
  }

  private mutating func object(_ members: [String]) -> String {
    var parts: [String] = []
    for name in members where random.below(2) == 0 {
      parts.append("\"\(name)\":\(random.below(4) == 0 ? value() : fitting(name))")
    }
    return "{\(parts.joined(separator: ","))}"
  }

  /// Returns a random value of the type that the member `name` requires.
  private mutating func fitting(_ name: String) -> String {
    switch name {
    case "advance", "latency", "pause": quoted(Self.durations)
    case "set": quoted(Self.times)
    case "freeze", "run", "real": "true"
    case "namespace", "from": quoted(["default", "a", "b"])
    case "emulator": quoted(["stackmob", "mia", "egf2", "appcenter", "cosmos", "none"])
    case "delivery":
      random.pick([
        #""reset""#, #""empty""#, #"{"truncate":\#(number())}"#,
        #"{"dribble":\#(number()),"pause":"10ms"}"#,
      ])
    case "headers": #"{"X-A":"b","\#(random.pick(Self.names))":"c"}"#
    case "state": quoted(["schema exists", "user exists", "objects exist", "nope", ""])
    case "states": "[\(object(["name", "params"])),\(object(["name", "params"]))]"
    case "name": quoted(["schema exists", "user exists", "nope"])
    case "params": object(["name", "email", "count", "schema", "username", "field"])
    default: number()
    }
  }

  /// Returns a method, a path and a body that fit together.
  private mutating func call(_ stage: Stage) -> (HTTPRequest.Method, String, String) {
    switch random.below(14) {
    case 0: (.post, "clock", object(["set", "advance", "freeze", "run", "namespace"]))
    case 1, 2:
      (
        .post, "faults",
        object([
          "emulator", "status", "latency", "real", "nth", "every", "probability", "delivery",
          "retryAfter", "headers", "body", "namespace", "times",
        ])
      )
    case 3: (.delete, "faults?number=\(number())", "")
    case 4, 5:
      (.post, "states", object(["state", "states", "params", "action", "emulator", "namespace"]))
    case 6: (.post, "reset", object(["emulator", "namespace"]))
    case 7: (.post, "namespaces/\(random.pick(Self.names))", object(["from"]))
    case 8: (.delete, "namespaces/\(random.pick(Self.names))", "")
    case 9: (.get, "requests?limit=\(number())&after=\(number())", "")
    case 10: (.get, "recording?numbers=\(number())&namespace=\(random.pick(Self.names))", "")
    case 11: (.get, random.pick(["clock", "faults", "outbox", "namespaces", "snapshot"]), "")
    default: (.put, "snapshot", snapshot(stage))
    }
  }

  /// Returns a snapshot of the stage in which one number or byte was changed.
  private mutating func snapshot(_ stage: Stage) -> String {
    var bytes = (try? stage.view("default").snapshot().json.bytes) ?? []
    let text = String(decoding: bytes, as: UTF8.self)
    switch random.below(3) {
    case 0:
      let member = random.pick(["moments", "ghostlight", "version", "offset", "milliseconds"])
      return text.replacing("\"\(member)\":1", with: "\"\(member)\":\(number())")
    case 1:
      random.damage(&bytes)
      return String(decoding: bytes, as: UTF8.self)
    default: return text
    }
  }

  mutating func request(_ stage: Stage) -> Request {
    let (method, path, body) = call(stage)
    var request = Request(
      method, RequestTarget("/__ghostlight/v1/" + path), authority: "127.0.0.1:4400",
      body: Array(body.utf8))
    if random.below(4) == 0 { request.headers[.namespace] = random.pick(["default", "a", "b c"]) }
    if random.below(8) == 0 { request.authority = "a.localhost:4400" }
    if random.below(10) == 0 { random.damage(&request.body) }
    return request
  }
}
