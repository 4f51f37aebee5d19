import Foundation
import Testing
import TestSupport

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `Changes of watched files` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func look(_ count: Int, at changes: inout FileChanges) -> [Bool] {
    (0..<count).map { _ in changes.poll() }
  }

  @Test func `a changed file is reported once it is stable`() throws {
    let path = try folder.write("1", to: "a")
    var changes = FileChanges([path])
    #expect(look(1, at: &changes) == [false])
    try folder.write("12", to: "a")
    #expect(look(1, at: &changes) == [false])
    try folder.write("123", to: "a")
    #expect(look(3, at: &changes) == [false, true, false])
  }

  @Test func `a file can be removed, restored and replaced by another file`() throws {
    let (first, second) = (try folder.write("1", to: "a"), folder["b"])
    var changes = FileChanges([first])
    try FileManager.default.removeItem(atPath: first)
    #expect(look(2, at: &changes) == [false, true])
    try folder.write("1", to: "a")
    #expect(look(2, at: &changes) == [false, true])
    changes.follow([second])
    try folder.write("12", to: "a")
    #expect(look(2, at: &changes) == [false, false])
    try folder.write("1", to: "b")
    #expect(look(2, at: &changes) == [false, true])
  }
}

@Suite(.limitedConcurrency) struct `The --watch option of serve` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func write(_ title: String) throws -> String {
    try folder.write(
      #"{"stackmob":{"objects":{"todo":[{"todo_id":"1","title":"\#(title)"}]}}}"#,
      to: "ghostlight.json")
  }

  /// Starts a server whose standard error is redirected to its standard output.
  private func start(_ config: String) throws -> RunningServer {
    try RunningServer(
      ["--config", config, "--watch"], by: URL(filePath: "/bin/sh"),
      ["-c", #"exec "$0" "$@" 2>&1"#, GhostlightBinary.url?.path ?? ""])
  }

  @Test func `a changed configuration is loaded on the same ports and connections`() throws {
    let config = try write("One")
    let server = try start(config)
    let connection = try server.connect()
    #expect(try connection.send("GET", "/todo/1").body.contains(#""title":"One""#))
    #expect(try connection.send("POST", "/todo", #"{"todo_id":"2"}"#).status == 201)
    _ = try write("Another")
    #expect(server.command.line() == "ghostlight: read \(config) again, and reset the state")
    #expect(try connection.send("GET", "/todo/1").body.contains(#""title":"Another""#))
    #expect(try connection.send("GET", "/todo/2").status == 404)
    #expect(try server.end() == CommandResult(code: 0, output: ""))
  }

  @Test func `changed limits are reported, because the server keeps those of its start`() throws {
    let config = try write("One")
    let server = try start(config)
    try folder.write(#"{"limits":{"maxBody":1}}"#, to: "ghostlight.json")
    #expect(
      server.command.line()
        == "ghostlight: read \(config) again, and reset the state; the change of $.limits "
        + "applies after a restart")
    #expect(try server.connect().send("POST", "/todo", #"{"todo_id":"2"}"#).status == 201)
  }

  @Test func `the old configuration is kept if the new one is broken`() throws {
    let config = try write("One")
    let server = try start(config)
    try folder.write("{\n  ]", to: "ghostlight.json")
    let line = server.command.line() ?? ""
    #expect(
      line
        == "ghostlight: \(config): line 2, column 3: expected a name in double quotes; write it as "
        + "\"name\": value; the previous configuration stays in use")
    #expect(try server.connect().send("GET", "/todo/1").body.contains(#""title":"One""#))
    try folder.write(#"{"stackmob":{"x":1}}"#, to: "ghostlight.json")
    #expect(server.command.line()?.contains("$.stackmob.x: unknown member") == true)
    _ = try write("Mended")
    #expect(server.command.line() == "ghostlight: read \(config) again, and reset the state")
    #expect(try server.connect().send("GET", "/todo/1").body.contains("Mended"))
  }

  @Test func `the files that a configuration includes are watched`() throws {
    let users = { (name: String) in
      #"{"users":[{"email":"\#(name)@example.com","password":"secret"}]}"#
    }
    try folder.write(users("mark"), to: "client-data.json")
    let config = try folder.write(#"{"egf2":"client-data.json"}"#, to: "ghostlight.json")
    let server = try start(config)
    let login = { (name: String) in
      try server.connect(to: "egf2").send(
        "POST", "/v1/login", #"{"email":"\#(name)@example.com","password":"secret"}"#
      ).status
    }
    #expect(try login("mark") == 200)
    try folder.write(users("luke.the.second"), to: "client-data.json")
    #expect(server.command.line() == "ghostlight: read \(config) again, and reset the state")
    #expect(try login("luke.the.second") == 200)
    #expect(try login("mark") != 200)
  }

  @Test func `the --watch option is refused without a configuration or with --data`() throws {
    let config = try write("One")
    let kept = try Command.run(
      "serve", "--watch", "--config", config, "--data", folder["data"])
    #expect(kept.code == 64)
    #expect(kept.errors.contains("--watch resets the state that --data keeps: give one of them."))
    let none = try Command.run("serve", "--watch", "--no-config")
    #expect(none.code == 64)
    #expect(none.errors.contains("--watch needs a configuration: name a file with --config"))
  }
}
