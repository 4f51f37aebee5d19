import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Refusals of a running server` {
  @Test(arguments: [
    (["clock", "--advance", "soon"], "\"soon\" is not a duration such as 1h30m, 90s or 250ms"),
    (["clock", "--set", "noon"], "\"noon\" is not a time such as 2013-05-01T00:00:00Z"),
    (
      ["outbox", "--emulator", "nope"],
      "no emulator is named \"nope\"; there are: stackmob, mia, egf2, appcenter, cosmos"
    ),
    (
      ["reset", "--emulator", "nope"],
      "no emulator is named \"nope\"; there are: stackmob, mia, egf2, appcenter, cosmos"
    ),
    (
      ["state", "document exists", "collection=none", "--emulator", "mia"],
      "no collection is named \"none\"; there is none yet: define it in ghostlight.json, or with "
        + "the state \"collection exists\""
    ),
    (
      ["faults", "--add", #"{"route":"Login"}"#],
      "a fault plan needs \"status\", \"delivery\" or \"latency\""
    ),
  ])
  func `a call refused by the server ends with 64`(_ arguments: [String], _ error: String) throws {
    let server = try RunningServer()
    #expect(
      try Command.run(arguments, environment: ["GHOSTLIGHT_URL": server.control])
        == .message(64, error))
  }

  @Test(arguments: [
    ("{}", "{file}: $ does not have \"ghostlight\"; the snapshot was not written by this emulator"),
    ("[]", "{file}: $: must be an object, as `ghostlight snapshot` saves it"),
    ("{\n", "{file}: line 2, column 1: missing } for the { at line 1, column 1; add it"),
  ])
  func `a broken snapshot ends with exit code 65`(_ text: String, _ error: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "s.json")
    let server = try RunningServer()
    let errors = "ghostlight: " + error.replacingOccurrences(of: "{file}", with: file) + "\n"
    #expect(
      try server.run("snapshot", "--restore", file)
        == CommandResult(code: 65, output: "", errors: errors))
  }

  @Test(arguments: [
    ["status"], ["requests"], ["outbox"], ["clock"], ["faults"], ["snapshot"], ["reset"],
  ])
  func `a command without a running server ends with exit code 1`(_ arguments: [String]) throws {
    #expect(
      try Command.run(arguments + ["--url", "http://127.0.0.1:1"])
        == .message(
          1,
          "no server responds at http://127.0.0.1:1: start `ghostlight serve`, "
            + "or set its address with --url"))
  }

  @Test func `the URL of an emulator is refused as a control URL`() throws {
    let server = try RunningServer()
    #expect(
      try Command.run("status", "--url", server.stackMob)
        == .message(
          1,
          "the server at \(server.stackMob) is an emulator: give the URL of "
            + "the control listener"))
  }

  @Test(arguments: [
    "localhost:4400", "https://127.0.0.1:4400", "http://", "http://localhost:99999",
    "http://localhost:x",
  ])
  func `a text that is not a control URL ends with exit code 64`(_ url: String) throws {
    #expect(
      try Command.run("clock", "--url", url)
        == .message(
          64,
          "\"\(url)\" is not a valid URL of a control listener: use one such as http://127.0.0.1:4400"
        ))
  }
}
