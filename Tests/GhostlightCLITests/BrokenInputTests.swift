import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Broken input files and arguments` {
  @Test(arguments: [
    (
      #"{"clock":{"sett":1}}"#,
      "{file}: $.clock.sett: unknown member; did you mean \"set\"? There are: set, freeze"
    ),
    (
      "{\n  \"clock\": {},\n  seed\n}",
      "{file}: line 3, column 3: the name seed is not in quotes; write \"seed\""
    ),
    ("", "{file}: line 1, column 1: the file is empty; write a value such as {}"),
    ("[]", "{file}: $: expected an object, found an array"),
    (
      #"{"clock":{"set":"noon"}}"#,
      "{file}: $.clock.set: expected a time such as 2013-05-01T00:00:00Z, found the string \"noon\""
    ),
    (
      #"{"seed":-1}"#,
      "{file}: $.seed: expected a whole number from 0 to 9223372036854775807, found the number -1"
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
      "none.json", 1 as Int32,
      "cannot read {folder}/none.json: there is no such file; give the path of what $.egf2 of "
        + "{file} is to be, such as client-data/config.json"
    ),
    ("graph.json", 65, "{file}: $.egf2.graph: expected an object, found the number 7"),
  ])
  func `a broken included file is reported with its path`(
    _ path: String, _ code: Int32, _ error: String
  ) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(#"{"graph":7}"#, to: "graph.json")
    let file = try folder.write(#"{"egf2":"\#(path)"}"#, to: "ghostlight.json")
    let text = error.replacing("{file}", with: file).replacing("{folder}", with: folder.path)
    #expect(
      try Command.run("serve", "--port-base", "0", "--config", file) == .message(code, text))
  }

  @Test(arguments: [
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
