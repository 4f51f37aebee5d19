import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Configuration files in the working folder` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Runs a shell script in the test's folder; `$G` is the path of the binary.
  private func run(_ script: String) throws -> CommandResult {
    try Command.run(
      ["-c", "cd \"$1\"; \(script)", "sh", folder.path], of: URL(filePath: "/bin/sh"),
      environment: ["G": GhostlightBinary.url?.path ?? ""])
  }

  @Test func `the init command writes a configuration that exec reads, with its schema`() throws {
    #expect(
      try run("$G init")
        == CommandResult(
          code: 0,
          output: "wrote ghostlight.json and ghostlight.schema.json; `ghostlight serve` in this "
            + "folder reads them\n"))
    let key = "X-StackMob-API-Key: \(KeepAliveConnection.key)"
    let result = try run(
      """
      $G exec -- curl -s --noproxy '*' -H '\(key)' '$GHOSTLIGHT_STACKMOB_URL/todo/1' || true
      $G exec -- sh -c "curl -s --noproxy '*' -H '\(key)' \\$GHOSTLIGHT_STACKMOB_URL/todo/1
        curl -s --noproxy '*' -H '\(key)' -X DELETE \\$GHOSTLIGHT_STACKMOB_URL/todo/1
        curl -s --noproxy '*' -H '\(key)' -d 'username=jill&password=secret' \
          \\$GHOSTLIGHT_STACKMOB_URL/user/accessToken"
      $G exec -- sh -c "curl -s --noproxy '*' -H 'secret: s3cr3t' \\$GHOSTLIGHT_MIA_URL/v2/books/"
      """)
    #expect(result.output.contains(#"{"todo_id":"1","title":"Water the plants""#))
    #expect(result.output.contains(#"{"error":"Insufficient authorization"}{"access_token":"#))
    #expect(result.output.contains("The Book of Sand"))
    #expect(result.errors.hasPrefix("ghostlight: reading ghostlight.json of this folder\n"))
    #expect(try folder.read("ghostlight.schema.json") == Command.run("schema").output)
  }

  @Test func `the init command does not overwrite a configuration`() throws {
    try folder.write("{}", to: "ghostlight.json")
    #expect(
      try run("$G init stackmob")
        == .message(1, "ghostlight.json exists already: remove it, or edit it"))
    #expect(try folder.read("ghostlight.json") == "{}")
    #expect(try run("$G exec --no-config -- true") == CommandResult(code: 0, output: ""))
  }

  @Test func `the init command writes only the given vendors`() throws {
    #expect(try run("$G init cosmos mia").code == 0)
    let text = try folder.read("ghostlight.json")
    let object = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
    #expect(object.map { Set($0.keys) } == ["$schema", "mia", "cosmos"])
    #expect(try run("$G init parse").code == 64)
  }

  @Test func `the exec command imports and exports snapshots`() throws {
    let send =
      "curl -s --noproxy '*' -H 'X-StackMob-API-Key: \(KeepAliveConnection.key)' "
      + "$GHOSTLIGHT_STACKMOB_URL/note"
    let first = try Command.run(
      "exec", "--export-on-exit", folder["kept"], "--", "sh", "-c",
      send + " -d '{\"note_id\":\"a\"}'")
    #expect(first.code == 0)
    let second = try Command.run(
      "exec", "--import", folder["kept"], "--", "sh", "-c", send + "/a")
    #expect(second == CommandResult(code: 0, output: first.output))
    #expect(
      try Command.run("exec", "--import", folder["none"], "--", "true")
        == .message(
          1,
          "--import: there is no snapshot in \(folder["none"]): give the folder of an earlier "
            + "--export-on-exit"))
  }
}

@Suite(.limitedConcurrency) struct `Output options of serve and its commands` {
  @Test(arguments: [
    ["--only", "stackmob,cosmos"], ["--only", "StackMob, Cosmos DB"],
    ["--only", "cosmos", "--only", "stackmob"],
  ])
  func `the --only option starts only some emulators`(_ options: [String]) throws {
    let server = try RunningServer(options)
    #expect(Set(server.urls.keys) == ["control", "stackmob", "cosmos"])
    #expect(try Command.run("serve", "--only", "parse").code == 64)
  }

  @Test(arguments: [
    ("text", #"^[-0-9T:.]+Z stackmob POST /note 201\n$"#),
    (
      "json",
      #"^\{"time":"[^"]+","emulator":"stackmob","method":"POST","target":"/note","status":201,"#
        + #""bytes":[0-9]+\}\n$"#
    ),
  ])
  func `the --log option prints one line per request`(_ format: String, _ pattern: String) throws {
    let server = try RunningServer("--log", format)
    #expect(try server.connect().send("POST", "/note", #"{"note_id":"a"}"#).status == 201)
    let errors = try server.end().errors
    #expect(errors.contains(try Regex(pattern)), "\(errors)")
  }

  @Test func `the requests command prints one exchange in full and follows new ones`() throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer.frozen(in: folder)
    let follower = try RunningCommand(["requests", "--follow", "--url", server.control])
    let connection = try server.connect()
    _ = try connection.send("POST", "/note", #"{"note_id":"a"}"#)
    let time = "2013-06-12T12:26:40.000Z"
    #expect(follower.line() == server.filled("1  \(time)  201  POST {stackmob}/note"))
    _ = try connection.send("GET", "/note/a")
    #expect(follower.line() == server.filled("2  \(time)  200  GET {stackmob}/note/a"))
    let full = try server.run("requests", "1")
    #expect(full.output.hasPrefix(server.filled("POST {stackmob}/note\n")))
    for part in ["X-StackMob-API-Key: ", "\n\n{\"note_id\":\"a\"}\n\n201\n", "\"createddate\""] {
      #expect(full.output.contains(part), "\(full.output)")
    }
    #expect(
      try server.run("requests", "7")
        == .message(
          1,
          "there is no request 7 in the namespace default: `ghostlight requests` lists the latest ones"
        ))
  }

  @Test func `the states and namespaces commands set up, fork and drop`() throws {
    let server = try RunningServer()
    let states = try server.run("states", "--emulator", "stackmob").output
    #expect(states.hasPrefix("EMULATOR  STATE"))
    #expect(states.contains("stackmob  user exists"))
    #expect(
      try server.run("state", "user exists", "username=jill", "--emulator", "stackmob").output
        == "username=jill\n")
    #expect(try server.connect().send("GET", "/user/jill").status == 200)
    #expect(try server.run("state", "user exists", "jill").code == 64)
    #expect(try server.run("namespaces").output == "default\n")
    #expect(try server.run("namespaces", "--fork", "mine").output == "default\nmine\n")
    #expect(try server.run("namespaces", "--drop", "mine").output == "default\n")
  }
}
