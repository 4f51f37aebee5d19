import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Broken input files and arguments` {
  @Test(arguments: [
    (
      #"{"clock":{"sett":1}}"#,
      "{file}: $.clock.sett: there is no such member; there are: set, freeze"
    ),
    ("{\n  \"clock\": {},\n  seed\n}", "{file} is no JSON: expected a name at line 3, column 3"),
    ("", "{file} is no JSON: unexpected end at line 1, column 1"),
    ("[]", "{file}: $: must be an object"),
    (
      #"{"clock":{"set":"noon"}}"#,
      "{file}: $.clock.set: is not a time such as 2013-05-01T00:00:00Z"
    ),
    (
      #"{"seed":-1}"#, "{file}: $.seed: must be a whole number from 0 to 9223372036854775807"
    ),
    (
      #"{"faults":[{"route":"Login"}]}"#,
      "{file}: $.faults[0]: a fault plan needs \"status\", \"delivery\" or \"latency\""
    ),
  ])
  func `a broken configuration is reported with its place`(_ text: String, _ error: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(text, to: "ghostlight.json")
    let errors = "ghostlight: " + error.replacingOccurrences(of: "{file}", with: file) + "\n"
    let expected = CommandResult(code: 65, output: "", errors: errors)
    #expect(try Command.run("serve", "--port-base", "0", "--config", file) == expected)
    #expect(try Command.run("exec", "--config", file, "--", "true") == expected)
  }

  @Test(arguments: [
    (
      "none.json",
      "cannot read {folder}/none.json: there is no such file; give the path of what $.egf2 of "
        + "{file} is to be, such as client-data/config.json"
    ),
    ("graph.json", "{file}: $.egf2.graph: must be an object"),
  ])
  func `a broken included file is reported with its path`(_ path: String, _ error: String) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(#"{"graph":7}"#, to: "graph.json")
    let file = try folder.write(#"{"egf2":"\#(path)"}"#, to: "ghostlight.json")
    let text = error.replacing("{file}", with: file).replacing("{folder}", with: folder.path)
    #expect(
      try Command.run("serve", "--port-base", "0", "--config", file) == .message(65, text))
  }

  @Test(arguments: [
    (
      ["--config", "{folder}/none.json"],
      "cannot read {folder}/none.json: there is no such file; give the path of a configuration "
        + "such as ghostlight.json"
    ),
    (
      ["--config", "{folder}"],
      "cannot read {folder}: it is a folder; give the path of a configuration such as "
        + "ghostlight.json"
    ),
    (
      ["--data", "{folder}/file"],
      "{folder}/file cannot be opened (Not a directory): check that it is a folder that you may "
        + "write to"
    ),
    (
      ["--tls-cert", "{folder}/none.pem", "--tls-key", "{folder}/none.pem"],
      "{folder}/none.pem does not exist: give the path of a PEM file"
    ),
    (
      ["--tls-cert", "{folder}/file", "--tls-key", "{folder}/file"],
      "{folder}/file holds no certificate in PEM form: it must contain "
        + "\"-----BEGIN CERTIFICATE-----\""
    ),
  ])
  func `a file that cannot be used ends serve with exit code 65`(
    _ arguments: [String], _ error: String
  ) throws {
    let folder = try TemporaryFolder()
    try folder.write("nothing", to: "file")
    func filled(_ text: String) -> String {
      text.replacingOccurrences(of: "{folder}", with: folder.path)
    }
    #expect(
      try Command.run(["serve", "--port-base", "0"] + arguments.map(filled))
        == .message(65, filled(error)))
  }

  @Test(arguments: [
    (["serve", "nope"], "Unexpected argument 'nope'"),
    (["serve", "--port-base", "x"], "The value 'x' is invalid for '--port-base <N>'"),
    (["serve", "--port-base", "-1"], "--port-base takes 0, or a port from 1 to 65435."),
    (["serve", "--port-base", "70000"], "--port-base takes 0, or a port from 1 to 65435."),
    (["serve", "--tls-cert", "a"], "--tls-cert and --tls-key go together."),
    (["serve", "--seed", "-1"], "The value '-1' is invalid for '--seed <N>'"),
    (
      ["serve", "--format", "yaml"],
      "The value 'yaml' is invalid for '--format <format>'. Please provide one of 'text' and "
        + "'json'."
    ),
    (["exec"], "Say what to run, after --: ghostlight exec -- swift test"),
    (
      ["exec", "--record", "/none/a.har", "--", "true"],
      "--record: cannot write /none/a.har: there is no folder /none."
    ),
    (["clock", "--freeze", "--run"], "Give one of --freeze and --run."),
    (["requests", "--limit", "-1"], "--limit takes a number from 0."),
    (["faults", "--add", "{"], "--add takes a JSON object: unexpected end at byte 1."),
    (["faults", "--add", "3"], "--add takes a JSON object."),
    (["snapshot", "-o", "a", "--restore", "b"], "Give one of --output and --restore."),
  ])
  func `wrong usage ends with exit code 64 and prints the command's usage`(
    _ arguments: [String], _ error: String
  ) throws {
    let result = try Command.run(arguments)
    let lines = result.errors.split(separator: "\n").map(String.init)
    let name = arguments.count > 1 || arguments == ["exec"] ? " \(arguments[0])" : ""
    #expect(result.code == 64)
    #expect(result.output == "")
    #expect(lines.first == "Error: \(error)")
    #expect(lines.contains { $0.hasPrefix("Usage: ghostlight\(name) ") })
    #expect(lines.last == "  See 'ghostlight\(name) --help' for more information.")
  }

  @Test(arguments: [
    (["sreve"], "there is no command \"sreve\"; did you mean \"serve\"?"),
    (["start"], "there is no command \"start\"; did you mean \"serve\"?"),
    (["mock", "a.json"], "there is no command \"mock\"; did you mean \"stub\"?"),
    (["--verson"], "Unknown option '--verson'. Did you mean '--version'?"),
    (["serve", "--port", "3"], "Unknown option '--port'. Did you mean '--port-base'?"),
    (["replay", "a.har", "--prot", "1"], "Unknown option '--prot'. Did you mean '--port'?"),
    (["serve", "--frobnicate"], "Unknown option '--frobnicate'"),
    (
      ["serve", "--only", "StackMop"],
      "--only: there is no emulator \"StackMop\"; did you mean \"stackmob\"? "
        + "there are: stackmob, mia, egf2, appcenter, cosmos"
    ),
    (["request"], "there is no command \"request\"; did you mean \"requests\"?"),
    (["snap", "-o", "a"], "there is no command \"snap\"; did you mean \"snapshot\"?"),
    (
      ["recordings", "inspekt", "a.har"],
      "there is no command \"recordings inspekt\"; did you mean \"recordings inspect\"?"
    ),
    (
      ["contracts", "x"], "there is no command \"contracts x\"; there are: render, matrix, evidence"
    ),
  ])
  func `an unknown name is reported with the nearest known one`(
    _ arguments: [String], _ error: String
  ) throws {
    let result = try Command.run(arguments)
    let lines = result.errors.split(separator: "\n").map(String.init)
    #expect(result.code == 64 && result.output == "")
    #expect(lines.first == "Error: \(error)")
    #expect(lines.last?.hasSuffix(" --help' for more information.") == true)
  }

  @Test(arguments: [
    (
      #"{"method":"FETCH","status":503}"#,
      "\"FETCH\" is not a valid method; use one of: GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS, CONNECT, "
        + "TRACE"
    )
  ])
  func `a fault plan that no request can match is refused`(_ plan: String, _ error: String) throws {
    let server = try RunningServer()
    #expect(try server.run("faults", "--add", plan) == .message(64, error))
  }
}
