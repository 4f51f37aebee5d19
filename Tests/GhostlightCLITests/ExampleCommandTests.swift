import Foundation
import GhostlightCore
import Testing
import TestSupport

/// Runs the examples of `--help` as printed, except that unreachable URLs and possibly used ports
/// are replaced.
@Suite(.limitedConcurrency) struct `Examples in the help texts` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    // The clock is frozen, so that a recording and its replay contain the same times.
    try folder.write(
      #"{"clock":{"set":"2013-06-12T12:26:40Z","freeze":true},"stackmob":{}}"#,
      to: "ghostlight.json")
    try folder.write(SampleContract.text, to: "app.json")
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    for name in ["Contracts", "Recordings"] {
      try FileManager.default.createSymbolicLink(
        atPath: folder[name], withDestinationPath: root.appending(path: name).path)
    }
  }

  /// Returns the examples in a command's help text, one per line.
  private func examples(of command: String) throws -> [String] {
    let words = command.split(separator: " ").map(String.init)
    let help = try Command.run(words + ["--help"], environment: ["COLUMNS": "400"]).output
    return help.split(separator: "\n").compactMap { line in
      let text = line.trimmingCharacters(in: .whitespaces)
      return text.hasPrefix("ghostlight \(command) ") ? text : nil
    }
  }

  /// Creates the recordings that the examples use, with requests to StackMob.
  private func record(_ names: String...) throws {
    for name in names {
      let recorder = try RunningListener(
        "record", "--upstream", "stackmob", "-o", folder[name], "--config",
        folder["ghostlight.json"])
      #expect(try recorder.connect().send("POST", "/todo", #"{"todo_id":"1"}"#).status == 201)
      #expect(try recorder.end().code == 0)
    }
  }

  /// Returns shell arguments that run an example in the test's folder with the built binary.
  private func script(_ example: String, _ changes: KeyValuePairs<String, String> = [:]) -> [String]
  {
    let line = changes.reduce(example) { $0.replacing($1.key, with: $1.value) }
    return [
      "-c", "cd \"$1\"; B=\"$2\"; exec \"$B\" \(line.dropFirst("ghostlight ".count))", "sh",
      folder.path, GhostlightBinary.url?.path ?? "",
    ]
  }

  private func run(
    _ example: String, _ changes: KeyValuePairs<String, String> = [:]
  ) throws -> CommandResult {
    try Command.run(script(example, changes), of: URL(filePath: "/bin/sh"))
  }

  /// Starts an example that runs a server, checks the server's first response, and stops it.
  private func serve(
    _ example: String, _ changes: KeyValuePairs<String, String> = [:],
    key: String = "url", host: String? = nil, _ body: String
  ) throws {
    let command = try RunningCommand(
      script(example + " --format json", changes), of: URL(filePath: "/bin/sh"))
    guard let line = command.line() else {
      throw TestError("\(example): \(try command.end().errors)")
    }
    let json = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any]
    let listening = (json?["listening"] as? [String: String])?[key]
    let port = (listening ?? json?[key] as? String).flatMap { URL(string: $0)?.port }
    let reply = try KeepAliveConnection(port: port ?? 0).send(
      "POST", "/todo", body, host: host)
    #expect(reply.status == 201, "\(example): \(reply.body)")
    command.send(SIGINT)
    let result = try command.end()
    #expect(result.code == 0, "\(example): \(result.errors)")
  }

  @Test func `the examples of serve respond to a first request`() throws {
    let examples = try examples(of: "serve")
    #expect(examples.count == 3)
    for example in examples {
      try serve(
        example + " --port-base 0", ["--proxy 4480": "--proxy 0"], key: "stackmob",
        #"{"todo_id":"1"}"#)
    }
  }

  @Test func `the examples of proxy respond for a vendor's host`() throws {
    let examples = try examples(of: "proxy")
    #expect(examples.count == 3)
    for example in examples {
      try serve(
        example + " --port 0", host: "api.stackmob.com", #"{"todo_id":"1"}"#)
    }
  }

  @Test func `the examples of record forward to a server or an emulator and write files`() throws {
    let server = try RunningServer()
    let examples = try examples(of: "record")
    #expect(examples.count == 3)
    for (number, example) in examples.enumerated() {
      try serve(
        example,
        [
          "https://api.example.com": server.stackMob, "--port 4480": "--port 0",
          "https://localhost:8443 --trust ca.pem": server.stackMob,
        ], "{\"todo_id\":\"\(number)\"}")
    }
    for name in ["shop.har", "local.har", "app.har"] {
      #expect(try Command.run("recordings", "inspect", folder[name]).code == 0)
    }
  }

  @Test func `the examples of replay respond with the recorded exchanges`() throws {
    try record("login.har", "shop.har")
    let server = try RunningServer()
    let examples = try examples(of: "replay")
    #expect(examples.count == 3)
    for example in examples {
      try serve(
        example.replacing(" --port 4480", with: "") + " --port 0",
        ["https://api.example.com": server.stackMob], #"{"todo_id":"1"}"#)
    }
  }

  @Test func `the examples of diff find no drift in a new recording`() throws {
    try record("login.har", "shop.har", "shop2.har")
    let server = try RunningServer("--config", folder["ghostlight.json"])
    let examples = try examples(of: "diff")
    #expect(examples.count == 3)
    for example in examples {
      let result = try run(example, ["https://example.com": server.stackMob])
      #expect(result.code == 0, "\(example): \(result.output)\(result.errors)")
    }
  }

  @Test(arguments: [
    "recordings inspect", "recordings merge", "recordings convert", "recordings promote",
  ])
  func `the examples of recordings read and write files`(_ command: String) throws {
    try record("login.har", "shop.har")
    try FileManager.default.copyItem(atPath: folder["shop.har"], toPath: folder["devtools.har"])
    // The example creates `shop.har` from `devtools.har`, so `shop.har` must not exist yet.
    if command == "recordings convert" {
      try FileManager.default.removeItem(atPath: folder["shop.har"])
    }
    let examples = try examples(of: command)
    #expect(examples.count == 3)
    for example in examples {
      let result = try run(example)
      #expect(result.code == 0, "\(example): \(result.errors)")
      #expect(result.errors == "")
    }
  }

  @Test func `the examples of verify pass in process, over HTTP and through a broker`() async throws
  {
    let server = try RunningServer()
    let examples = try examples(of: "verify")
    #expect(examples.count == 3)
    let broker = FakeBroker([try JSON.parse(SampleContract.text)])
    try await ServedResponder.run(broker.respond) { served in
      for example in examples {
        let result = try run(
          example,
          ["https://api.example.com": server.stackMob, "https://broker.example.com": served.url])
        #expect(result.code == 0, "\(example): \(result.output)\(result.errors)")
        #expect(!result.output.contains("skipped") || example.contains("--junit"))
      }
    }
    #expect(folder.exists("a.xml"))
  }

  @Test func `the examples of stub respond to a first request`() throws {
    let examples = try examples(of: "stub")
    #expect(examples.count == 3)
    for example in examples {
      try serve(example, ["--port 4490": "--port 0"], #"{"title":"x"}"#)
    }
  }

  @Test func `the example of ca succeeds`() throws {
    let examples = try examples(of: "ca")
    #expect(examples.count == 2)
    for example in examples {
      let result = try run(example)
      #expect(result.code == 0, "\(example): \(result.errors)")
      #expect(result.errors == "")
    }
  }

  @Test func `every command has an example`() throws {
    let json = try JSONSerialization.jsonObject(
      with: Data(Command.run("--experimental-dump-help").output.utf8))
    let root = (json as? [String: Any])?["command"] as? [String: Any] ?? [:]
    let without = leaves(root).filter { command in
      !(command["discussion"] as? String ?? "").contains(/Examples?:\s+ghostlight\ /)
    }
    #expect(without.compactMap { $0["commandName"] as? String } == [])
  }

  private func leaves(_ command: [String: Any]) -> [[String: Any]] {
    let subcommands = command["subcommands"] as? [[String: Any]] ?? []
    guard !subcommands.isEmpty else { return [command] }
    return subcommands.filter { $0["commandName"] as? String != "help" }.flatMap(leaves)
  }
}
