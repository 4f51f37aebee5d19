import ArgumentParser
import Foundation
import TestSupport
import Testing

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `The help of each command` {
  @Test(arguments: [
    ("", ["serve", "exec", "ca", "status", "requests", "outbox", "clock", "faults", "snapshot"]),
    (
      "serve",
      [
        "--port-base", "--host", "--control-host", "--control-token", "--format", "--config",
        "--data", "--seed", "--tls", "--tls-cert", "--tls-key", "--proxy", "--other",
        "--upstream-proxy",
      ]
    ),
    (
      "proxy",
      [
        "--port", "--host", "--config", "--other", "--upstream-proxy", "ghostlight.test",
        "--record", "--trust", "--no-redact",
      ]
    ),
    ("record", ["--upstream", "--output", "--trust", "--proxy", "--other", "--no-redact"]),
    (
      "exec",
      [
        "--config", "--data", "--seed", "--record", "<command>", "GHOSTLIGHT_URL",
        "--control-token",
      ]
    ),
    ("ca", ["--data"]),
    ("routes", ["<VENDOR>", "--format"]),
    ("wait", ["--url", "--timeout", "60"]),
    ("status", ["--url", "--format", "--control-token", "--health"]),
    ("requests", ["--url", "--namespace", "--format", "--limit", "--unmatched"]),
    ("data", ["list", "get", "put", "delete", "act"]),
    ("data list", ["--url", "--namespace", "--format", "--search", "--limit"]),
    ("outbox", ["--url", "--namespace", "--format", "--emulator"]),
    ("clock", ["--url", "--namespace", "--format", "--advance", "--set", "--freeze", "--run"]),
    ("faults", ["--url", "--namespace", "--format", "--add", "--remove", "--clear"]),
    ("snapshot", ["--url", "--namespace", "--format", "--output", "--restore"]),
    ("reset", ["--url", "--namespace", "--format", "--emulator"]),
  ])
  func `each command explains its options`(_ command: String, _ options: [String]) {
    let type = HelpPages.all.first { $0.name == command }?.type ?? GhostlightCommand.self
    let help = GhostlightCommand.helpMessage(for: type, includeHidden: true)
    #expect(options.filter { !help.contains($0) } == [])
  }

  @Test(arguments: [
    ("serve", "--port-base", ["--tls-cert", "--upstream-proxy", "--articles"]),
    ("record", "--max-body", ["--max-head", "--tls-cert", "--config", "--keep-links"]),
    ("replay", "--match", ["--idle-timeout", "--redact", "--seed"]),
    ("verify", "--against", ["--broker-token", "--untimed", "--no-redact", "--consumer"]),
    ("stub", "--policy", ["--max-connections", "--tls"]),
    ("recordings convert", "--output", []),
  ])
  func `rare options are only in the output of --help-hidden`(
    _ command: String, _ common: String, _ rare: [String]
  ) throws {
    let type = try #require(HelpPages.all.first { $0.name == command }).type
    let short = GhostlightCommand.help(of: type)
    #expect(short.contains("\(common) "))
    #expect(rare.filter { short.contains("\n  \($0) ") } == [])
    #expect(short.hasSuffix("\nmore: --help-hidden") == !rare.isEmpty)
    let long = GhostlightCommand.helpMessage(for: type, includeHidden: true)
    #expect(rare.filter { !long.contains("\n  \($0) ") } == [])
  }

  @Test func `the help of a nested command and its remark are printed`() throws {
    let help = GhostlightCommand.help(of: ReplayCommand.self, columns: 80) + "\n"
    #expect(try Command.run("replay", "--help") == CommandResult(code: 0, output: help))
    #expect(try Command.run("help", "replay").output == help)
    let nested = GhostlightCommand.help(of: RecordingsLintCommand.self, columns: 80) + "\n"
    #expect(try Command.run("recordings", "lint", "--help").output == nested)
    let hidden = try Command.run("replay", "--help-hidden").output
    #expect(hidden.contains("--idle-timeout") && !hidden.contains("more:"))
  }

  /// The examples of these commands need only a running server and files in this repository.
  @Test(arguments: [
    "status", "requests", "outbox", "clock", "faults", "snapshot", "reset", "states", "state",
    "namespaces", "schema", "contracts render", "contracts matrix",
    "contracts evidence", "recordings lint", "init",
    "exec", "doctor", "data", "data list", "data get", "data put", "data delete", "data act",
  ])
  func `the first example of each command works`(_ command: String) throws {
    let type = try #require(HelpPages.all.first { $0.name == command }).type
    let shown = type.configuration.discussion.components(separatedBy: "Examples:\n").last ?? ""
    let example = String(shown.prefix { $0 != "\n" }.drop { $0 == " " })
      .replacing("swift test", with: "true")
    #expect(example.hasPrefix("ghostlight \(command)"), "\(shown)")
    let server = try RunningServer()
    let folder = try TemporaryFolder()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().path
    let binary = GhostlightBinary.url?.path ?? ""
    let result = try Command.run(
      [
        "-c",
        "cd \"$1\"; B=\"$3\"; ln -s \"$2/Contracts\" \"$2/Recordings\" .; "
          + "ghostlight() { \"$B\" \"$@\"; }; \(example)",
        "sh", folder.path, root, binary,
      ], of: URL(filePath: "/bin/sh"), environment: ["GHOSTLIGHT_URL": server.control])
    #expect(result.code == 0, "\(result.errors)")
    #expect(result.errors == "")
  }

  @Test func `the overview is printed if no command is given`() throws {
    #expect(try Command.run() == Command.run("--help"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `the completion scripts contain the options`(_ shell: String) throws {
    let result = try Command.run("--generate-completion-script", shell)
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(result.output.contains("port-base"))
  }

  @Test func `the version is printed on one line`() throws {
    let result = try Command.run("--version")
    #expect(result.code == 0)
    #expect(result.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
  }
}
