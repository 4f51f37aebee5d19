import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Control access on the command line` {
  private static let token = "0123456789abcdef"
  private static let variable = "GHOSTLIGHT_CONTROL_TOKEN"

  private func run(
    _ arguments: [String], _ server: RunningServer, _ token: String? = token
  ) throws -> CommandResult {
    var environment = ["GHOSTLIGHT_URL": server.control]
    environment[Self.variable] = token
    return try Command.run(arguments, environment: environment)
  }

  private static let commands = [
    ["status"], ["requests"], ["outbox"], ["clock"], ["faults"], ["snapshot"], ["reset"],
    ["namespaces"], ["states"], ["data", "list"],
  ]

  @Test func `control commands take the token from the option or the environment`() throws {
    let server = try RunningServer("--control-token", Self.token)
    #expect(server.urls["controlToken"] == Self.token)
    let problems = [
      "needs its control token": nil as String?,
      "does not know this control token": "0123456789abcdeg",
    ]
    for command in Self.commands {
      #expect(try run(command, server).code == 0)
      let given = try run(command + ["--control-token", Self.token], server, nil)
      #expect(given.code == 0)
      for (problem, token) in problems {
        #expect(
          try run(command, server, token)
            == .message(
              77,
              "the server at \(server.control) \(problem): give the token "
                + "that it printed when it started, by --control-token or "
                + "GHOSTLIGHT_CONTROL_TOKEN"))
      }
    }
    let followed = try run(["requests", "--follow"], server, nil)
    #expect(followed.code == 77)
    #expect(
      try run(["status", "--health"], server, nil) == CommandResult(code: 0, output: "ok\n"))
  }

  @Test func `contracts are verified on a server that needs the token`() throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer("--control-token", Self.token)
    let contract = try folder.write(SampleContract.text, to: "sample.json")
    let verify = ["verify", contract, "--control", server.control]
    let plain = try Command.run("verify", contract)
    #expect(try run(verify, server).code == plain.code)
    #expect(try run(verify + ["--control-token", Self.token], server, nil).code == plain.code)
    #expect(try run(verify, server, nil).code == 77)
  }

  @Test(arguments: ["a b", "a\nb", "\"", "="])
  func `an invalid control token is refused and not repeated`(_ text: String) throws {
    let remedy =
      "is not a valid token: use 16 or more letters, digits and - . _ ~ + /, as openssl rand -hex "
      + "16 prints them.\n"
    for command in [["serve", "--port-base", "0"], ["status"], ["exec", "--", "true"]] {
      let option = try Command.run(
        command.prefix(1) + ["--control-token=\(text)secret;"] + command.dropFirst())
      #expect(option.code == 64)
      #expect(option.errors.hasPrefix("Error: --control-token \(remedy)"))
      let variable = try Command.run(command, environment: [Self.variable: text + "secret;"])
      #expect(variable.code == 64)
      #expect(variable.errors.hasPrefix("Error: GHOSTLIGHT_CONTROL_TOKEN \(remedy)"))
      #expect(!(option.errors + variable.errors).contains("secret;"))
    }
  }

  @Test func `a server that is open to the network generates a token and prints it once`() throws {
    let command = try RunningCommand([
      "serve", "--port-base", "0", "--control-host", "0.0.0.0", "--only", "mia", "--log", "text",
    ])
    var lines: [String] = []
    while let line = command.line() {
      lines.append(line)
      if line.contains("curl -H 'secret") { break }
    }
    let control = try #require(lines.first { $0.hasPrefix("  Console  ") }?.dropFirst(11))
    let link = try #require(lines.first { $0.contains("#token=") })
    let parts = link.split(separator: "#token=")
    #expect(parts[0] == "  \(control)/console/")
    #expect(parts[1].count == 32)
    #expect(lines.contains("  Manual   \(control)/manual/"))
    let token = String(parts[1])
    #expect(lines.joined().components(separatedBy: token).count == 2)
    let status = try Command.run(
      ["status", "--url", String(control)], environment: [Self.variable: token])
    #expect(status.code == 0)
    #expect(!status.output.contains(token))
    command.send(SIGTERM)
    #expect(
      try command.end()
        == .message(
          0,
          "warning: the control API is open to the network at 0.0.0.0. Over http its "
            + "token is not encrypted."))
  }

  @Test(arguments: [["--control-token", token], []])
  func `the exec command gives the token to its child and uses it too`(_ option: [String]) throws {
    let folder = try TemporaryFolder()
    let environment = option.isEmpty ? [Self.variable: Self.token] : [:]
    let result = try Command.run(
      ["exec"] + option + [
        "--record", folder["a.har"], "--export-on-exit", folder["out"], "--", "sh", "-c",
        "printenv \(Self.variable); \"$0\" status --health",
        GhostlightBinary.url?.path ?? "",
      ], environment: environment)
    #expect(result == CommandResult(code: 0, output: Self.token + "\nok\n"))
    #expect(folder.exists("a.har"))
    #expect(folder.exists("out/default.json"))
    let again = try Command.run(
      [
        "exec", "--control-host", "0.0.0.0", "--import", folder["out"], "--", "sh", "-c",
        "printenv GHOSTLIGHT_URL \(Self.variable); \"$0\" reset > /dev/null",
        GhostlightBinary.url?.path ?? "",
      ])
    let lines = again.output.split(separator: "\n")
    #expect(again.code == 0)
    #expect(lines.first?.hasPrefix("http://127.0.0.1:") == true)
    #expect(lines.last?.count == 32)
    #expect(try Command.run("exec", "--", "printenv", Self.variable).code == 1)
  }

  @Test func `the proxy command restricts control to loopback or requires the token`() throws {
    let closed = try RunningListener("proxy", "--port", "0", "--no-config", "--host", "0.0.0.0")
    #expect(closed.said["control"]?.hasPrefix("http://127.0.0.1:") == true)
    #expect(closed.said["controlToken"] == nil)
    let open = try RunningListener(
      "proxy", "--port", "0", "--no-config", "--control-host", "127.0.0.1")
    #expect(open.said["controlToken"]?.count == 32)
    let status = try Command.run("status", "--url", open.said["control"] ?? "")
    #expect(status.code == 77)
  }
}
