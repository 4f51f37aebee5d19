import Testing

@Suite struct `Help` {
  @Test(arguments: [
    ("", ["serve", "exec", "ca", "status", "requests", "outbox", "clock", "faults", "snapshot"]),
    (
      "serve",
      [
        "--port-base", "--host", "--format", "--config", "--data", "--seed", "--max-namespaces",
        "--tls", "--tls-cert",
        "--tls-key", "--max-body", "--max-head", "--max-connections", "--idle-timeout",
      ]
    ),
    ("exec", ["--config", "--data", "--seed", "--record", "<command>", "GHOSTLIGHT_URL"]),
    ("ca", ["--data"]),
    ("status", ["--url", "--format"]),
    ("requests", ["--url", "--namespace", "--format", "--limit", "--unmatched"]),
    ("outbox", ["--url", "--namespace", "--format", "--emulator"]),
    ("clock", ["--url", "--namespace", "--format", "--advance", "--set", "--freeze", "--run"]),
    ("faults", ["--url", "--namespace", "--format", "--add", "--remove", "--clear"]),
    ("snapshot", ["--url", "--namespace", "--format", "--output", "--restore"]),
    ("reset", ["--url", "--namespace", "--format", "--emulator"]),
  ])
  func `each command explains its options`(_ command: String, _ options: [String]) throws {
    let result = try Command.run((command.isEmpty ? [] : [command]) + ["--help"])
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(options.filter { !result.output.contains($0) } == [])
  }

  @Test func `without a command the overview is shown`() throws {
    #expect(try Command.run() == Command.run("--help"))
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completion scripts know the commands`(_ shell: String) throws {
    let result = try Command.run("--generate-completion-script", shell)
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(result.output.contains("port-base"))
  }

  @Test func `the version is one line`() throws {
    let result = try Command.run("--version")
    #expect(result.code == 0)
    #expect(result.output.wholeMatch(of: /[0-9]+\.[0-9]+\.[0-9]+\n/) != nil)
  }
}
