import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight exec command` {
  @Test(
    arguments: [
      ("exit 0", 0), ("exit 7", 7), ("kill -9 $$", 137), ("kill -TERM $$", 143),
    ] as [(String, Int32)])
  func `the exec command ends with its child's exit code`(_ script: String, _ code: Int32) throws {
    #expect(
      try Command.run("exec", "--", "sh", "-c", script) == CommandResult(code: code, output: ""))
  }

  @Test func `the exec command sets the addresses of its running emulators`() throws {
    let result = try Command.run(
      "exec", "--", "sh", "-c",
      #"echo "$GHOSTLIGHT_URL"; echo "$GHOSTLIGHT_STACKMOB_URL"; "$0" clock --freeze >/dev/null"#,
      GhostlightBinary.url?.path ?? "")
    #expect(result.code == 0)
    #expect(result.errors == "")
    let line = /http:\/\/127\.0\.0\.1:[0-9]+/
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(Set(lines).count == 2)
    #expect(lines.allSatisfy { $0.wholeMatch(of: line) != nil })
  }

  @Test(arguments: StandardKeys.all.map { [$0.name, $0.value] })
  func `the exec command sets each key, and its page lists them`(_ key: [String]) throws {
    #expect(
      try Command.run("exec", "--", "printenv", key[0])
        == CommandResult(code: 0, output: key[1] + "\n"))
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let page = root.appending(path: ".ci/site/commands.md")
    #expect(try String(contentsOf: page, encoding: .utf8).contains(key[0]))
  }

  @Test func `the exec command sets the connection string of Cosmos DB`() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      #"{"cosmos":{"masterKeys":["c2VjcmV0"]}}"#, to: "ghostlight.json")
    let result = try Command.run(
      "exec", "--config", config, "--", "sh", "-c",
      #"echo "$COSMOS_CONNECTION_STRING"; echo "$GHOSTLIGHT_COSMOS_URL""#)
    let lines = result.output.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(
      lines.first.map(String.init)
        == "AccountEndpoint=\(lines.last ?? "")/;AccountKey=c2VjcmV0;")
  }

  @Test func `the exec command sets the keys of its configuration`() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      #"{"mia":{"secret":"mine"},"appcenter":{"apps":[{"secret":"app"}]}}"#,
      to: "ghostlight.json")
    #expect(
      try Command.run(
        "exec", "--config", config, "--", "printenv", "MIA_SECRET", "APPCENTER_APP_SECRET")
        == CommandResult(code: 0, output: "mine\napp\n"))
  }

  @Test func `the arguments after -- belong to the child command`() throws {
    #expect(
      try Command.run("exec", "--seed", "3", "--", "echo", "--seed", "--", "a b")
        == CommandResult(code: 0, output: "--seed -- a b\n"))
  }

  @Test func `a child command that does not exist ends with exit code 127`() throws {
    #expect(
      try Command.run("exec", "--", "no-such-command")
        == .message(127, "there is no command no-such-command: check its name and PATH"))
  }

  @Test func `a child command that cannot be executed ends with exit code 126`() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("", to: "file")
    #expect(
      try Command.run("exec", "--", file) == .message(126, "cannot run \(file): Permission denied"))
  }

  @Test(arguments: [SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGUSR1, SIGUSR2])
  func `the exec command forwards signals that the child does not handle`(_ signal: Int32) throws {
    let command = try RunningCommand([
      "exec", "--", "sh", "-c", "echo ready; exec tail -f /dev/null",
    ])
    #expect(command.line() == "ready")
    command.send(signal)
    #expect(try command.end() == CommandResult(code: 128 + signal, output: ""))
  }

  @Test func `a child that catches a signal determines the exit code`() throws {
    let command = try RunningCommand([
      "exec", "--", "sh", "-c",
      "trap 'echo caught; kill -9 $!; exit 5' TERM; tail -f /dev/null & echo ready; wait",
    ])
    #expect(command.line() == "ready")
    command.send(SIGTERM)
    #expect(try command.end() == CommandResult(code: 5, output: "caught\n"))
  }

  @Test func `a child that ignores SIGTERM is killed`() throws {
    let command = try RunningCommand([
      "exec", "--kill-after", "0", "--", "sh", "-c",
      "trap '' TERM; echo ready; exec tail -f /dev/null",
    ])
    #expect(command.line() == "ready")
    command.send(SIGTERM)
    #expect(try command.end() == CommandResult(code: 137, output: ""))
  }

  @Test func `a child that ignores other signals or ends in time is not killed`() throws {
    let command = try RunningCommand([
      "exec", "--kill-after", "86400", "--", "sh", "-c",
      "trap '' INT HUP QUIT; trap 'kill $!; exit 6' TERM; "
        + "trap 'echo one' USR1; trap 'echo two' USR2; tail -f /dev/null & echo ready; "
        + "while :; do wait; done",
    ])
    #expect(command.line() == "ready")
    for signal in [SIGINT, SIGHUP, SIGQUIT, SIGUSR1] { command.send(signal) }
    #expect(command.line() == "one")
    command.send(SIGUSR2)
    #expect(command.line() == "two")
    command.send(SIGTERM)
    #expect(try command.end() == CommandResult(code: 6, output: ""))
  }

  @Test(
    arguments: [
      (SIGTERM, "", 143), (SIGTERM, "trap '' TERM; ", 137), (SIGHUP, "", 129), (SIGUSR1, "", 138),
      (SIGQUIT, "", 131), (SIGINT, "", 130),
    ] as [(Int32, String, Int32)])
  func `the exec command leaves no temporary file, no matter how it ends`(
    _ signal: Int32, _ trap: String, _ code: Int32
  ) throws {
    let folder = try TemporaryFolder()
    let command = try RunningCommand(
      [
        "exec", "--proxy", "0", "--kill-after", "0", "--", "sh", "-c",
        trap + "echo \"$SSL_CERT_FILE\"; exec tail -f /dev/null",
      ], environment: ["TMPDIR": folder.path])
    let file = try #require(command.line())
    #expect(file.hasPrefix(folder.path) && FileManager.default.fileExists(atPath: file))
    command.send(signal)
    #expect(try command.end() == CommandResult(code: code, output: ""))
    #expect(try folder.names == [])
  }

  @Test(arguments: ["-1", "86401", "soon"])
  func `the --kill-after option takes a number of seconds`(_ text: String) throws {
    let result = try Command.run("exec", "--kill-after=\(text)", "--", "true")
    #expect(result.code == 64)
    #expect(result.errors.contains("--kill-after"))
  }

  @Test func `the child command starts with no blocked signals`() throws {
    // The signal mask can be read only on systems with `/proc`.
    guard FileManager.default.fileExists(atPath: "/proc/self/status") else { return }
    let result = try Command.run("exec", "--", "grep", "SigBlk", "/proc/self/status")
    #expect(result == CommandResult(code: 0, output: "SigBlk:\t0000000000000000\n"))
  }

  @Test func `the exec command writes the exchanges to a HAR file`() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      #"{"faults":[{"status":503,"method":"GET","path":"/gone"}]}"#, to: "ghostlight.json")
    let result = try Command.run(
      "exec", "--config", config, "--record", folder["a.har"], "--", "sh", "-c", "exit 3")
    #expect(result == CommandResult(code: 3, output: ""))
    let har =
      try JSONSerialization.jsonObject(with: Data(folder.read("a.har").utf8)) as? [String: Any]
    let log = har?["log"] as? [String: Any]
    #expect(log?["version"] as? String == "1.2")
    #expect((log?["entries"] as? [Any])?.isEmpty == true)
  }

  @Test func `the --no-redact option needs the file of --record`() throws {
    let result = try Command.run("exec", "--no-redact", "--", "true")
    #expect(result.code == 64)
    #expect(result.errors.hasPrefix("Error: --no-redact needs --record FILE: add it.\n"))
  }
}
