import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight serve command` {
  @Test func `the serve command prints all addresses in one line of JSON`() throws {
    let server = try RunningServer()
    #expect(
      server.ready
        == server.filled(
          #"{"ready":true,"control":"{control}","stackmob":"{stackmob}","mia":"{mia}","#
            + #""egf2":"{egf2}","appcenter":"{appcenter}","cosmos":"{cosmos}","keys":{"#
            + StandardKeys.all(withCosmosAt: "{cosmos}")
            .map { "\"\($0.name)\":\"\($0.value)\"" }.joined(separator: ",")
            + "}}"))
    #expect(try server.connect().send("GET", "/").status == 200)
  }

  @Test func `the serve command prints a text table without colours for files`() throws {
    let folder = try TemporaryFolder()
    let command = try RunningCommand([
      "serve", "--port-base", "0", "--tls", "--data", folder["data"],
    ])
    let lines = (0..<23).compactMap { _ in command.line() }
    command.send(SIGINT)
    #expect(try command.end() == CommandResult(code: 0, output: ""))
    guard lines.count == 23 else { throw TestError("only \(lines)") }
    let control = lines[2].replacingOccurrences(of: "  Console     ", with: "")
    let stackMob = lines[3].replacingOccurrences(of: "  StackMob    ", with: "")
    let mia = lines[4].replacingOccurrences(of: "  Mia         ", with: "")
    let egf2 = lines[5].replacingOccurrences(of: "  EGF2        ", with: "")
    let appCenter = lines[6].replacingOccurrences(of: "  App Center  ", with: "")
    let cosmos = lines[7].replacingOccurrences(of: "  Cosmos DB   ", with: "")
    for address in [control, stackMob, mia, egf2, appCenter, cosmos] {
      #expect(URL(string: address)?.port != nil)
    }
    let version = try Command.run("--version").output.dropLast()
    let addresses = [
      "Ghostlight \(version) is ready. Ctrl-C stops it.", "", "  Console     \(control)",
      "  StackMob    \(stackMob)", "  Mia         \(mia)", "  EGF2        \(egf2)",
      "  App Center  \(appCenter)", "  Cosmos DB   \(cosmos)",
      "  Manual      \(control)/manual/", "",
      "The same ports answer https; see `ghostlight ca --data \(folder["data"])`.", "", "Keys:",
    ]
    let keys = StandardKeys.all(withCosmosAt: cosmos).map { key in
      "  " + key.name.padding(toLength: 26, withPad: " ", startingAt: 0) + key.value
    }
    let tries = [
      "", "Try:",
      "  curl -H 'X-StackMob-API-Key: \(KeepAliveConnection.key)' "
        + "-d '{\"title\":\"Hello\"}' \(stackMob)/todo",
      "`ghostlight status` prints a request for each emulator.",
    ]
    #expect(lines == addresses + keys + tries)
  }

  @Test func `each first request that status prints succeeds when it is copied`() throws {
    let server = try RunningServer()
    let tried = try server.run("status").output.split(separator: "\n").map(String.init)
      .filter { $0.hasPrefix("  curl") || $0.hasPrefix("  (d=$(") }
    let answers = try tried.map { line in
      try Command.run(
        [
          "bash", "-c",
          "set -e; export no_proxy='*'; " + line.replacing("curl ", with: "curl -sf "),
        ],
        of: URL(filePath: "/usr/bin/env"))
    }
    let parts = [
      #""title":"Hello""#, #""creatorId":"public""#,
      #"{"type":"Bearer","token":""#, #""status":"Succeed""#, #""id":"mbaas""#,
    ]
    #expect(answers.count == parts.count)
    for (answer, part) in zip(answers, parts) {
      #expect(answer.code == 0)
      #expect(answer.output.contains(part), "\(answer.output)")
    }
  }

  @Test func `a signal during the start ends serve with exit code 0 and without output`() throws {
    let folder = try TemporaryFolder()
    let pipe = folder["ghostlight.json"]
    #expect(mkfifo(pipe, 0o600) == 0)
    let command = try RunningCommand(["serve", "--port-base", "0", "--config", pipe])
    // `open` returns when the command opens the pipe as its configuration; the pipe stays empty.
    let descriptor = open(pipe, O_WRONLY)
    defer { close(descriptor) }
    command.send(SIGINT)
    #expect(try command.end() == CommandResult(code: 0, output: ""))
  }

  @Test func `the --cosmos-port option sets the port also if all other ports are free`() throws {
    let server = try RunningServer()
    let port = server.urls["cosmos"].flatMap { URL(string: $0)?.port } ?? 0
    #expect(
      try Command.run("serve", "--port-base", "0", "--cosmos-port", "\(port)")
        == .message(
          69,
          "cosmos: port \(port) on 127.0.0.1 is taken. Stop what listens "
            + "there, or choose another port with --cosmos-port (0 takes any free one)."))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `the serve command drains connections and ends with exit code 0`(_ signal: Int32) throws {
    let server = try RunningServer()
    let connection = try server.connect()
    #expect(try connection.send("POST", "/note", #"{"note_id":"a"}"#).status == 201)
    #expect(try server.end(signal) == CommandResult(code: 0, output: ""))
  }

  @Test(arguments: [SIGINT, SIGTERM])
  func `a data folder preserves the state over a restart`(_ signal: Int32) throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      #"{"clock":{"set":"2013-06-12T12:26:40Z","freeze":true}}"#, to: "ghostlight.json")
    let first = try RunningServer("--config", config, "--data", folder["data"])
    let note = try first.connect().send("POST", "/note", #"{"note_id":"a","n":1}"#)
    #expect(note.status == 201)
    #expect(try first.end(signal) == CommandResult(code: 0, output: ""))

    let second = try RunningServer("--config", config, "--data", folder["data"])
    let kept = try second.connect().send("GET", "/note/a")
    #expect(kept.status == 200)
    #expect(kept.body == note.body)
  }

  @Test func `the serve command refuses a data folder that another server uses`() throws {
    let folder = try TemporaryFolder()
    let first = try RunningServer("--data", folder["data"])
    #expect(
      try Command.run("serve", "--port-base", "0", "--data", folder["data"])
        == .message(
          65,
          "\(folder["data"]) is in use by process \(first.command.identifier)"
            + ": stop it, or choose another data folder"))
    #expect(try first.connect().send("GET", "/").status == 200)
  }

  @Test func `the serve command refuses a used port`() throws {
    let server = try RunningServer()
    let port = URL(string: server.control)?.port ?? 0
    #expect(
      try Command.run("serve", "--port-base", "\(port)")
        == .message(
          69,
          "control: port \(port) on 127.0.0.1 is taken. Stop what listens "
            + "there, or choose another port with --port-base (0 takes any free one)."))
  }

  @Test func `the serve command starts with the documents of its configuration`() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      #"""
      {
        "clock": {"set": "2013-06-12T12:26:40Z", "freeze": true},
        "stackmob": {"objects": {"todo": [{"todo_id": "1", "title": "Water the plants"}]}}
      }
      """#, to: "ghostlight.json")
    let server = try RunningServer("--config", config)
    #expect(
      try server.connect().send("GET", "/todo").body
        == #"[{"todo_id":"1","title":"Water the plants","createddate":1371040000000,"#
        + #""lastmoddate":1371040000000}]"#)
  }

  @Test func `a configuration can load the config.json of an EGF2 application`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write(
      #"{"users":[{"email":"mark@example.com","password":"secret"}],"port":8000}"#,
      to: "client-data.json")
    let config = try folder.write(#"{"egf2":"client-data.json"}"#, to: "ghostlight.json")
    let login =
      #"curl -s -H 'Content-Type: application/json' "#
      + #"-d '{"email":"mark@example.com","password":"secret"}' $GHOSTLIGHT_EGF2_URL/v1/login"#
    let result = try Command.run("exec", "--config", config, "--", "sh", "-c", login)
    #expect(result.code == 0)
    #expect(result.output.contains(/^\{"type":"Bearer","token":"[^"]+"\}$/), "\(result.output)")
  }

  @Test func `a configuration can load the collection definitions in a folder`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder["crud"], withIntermediateDirectories: true)
    _ = try folder.write(#"{"name":"books"}"#, to: "crud/a.json")
    _ = try folder.write(#"[{"name":"plates"},{"name":"cups"}]"#, to: "crud/b.json")
    _ = try folder.write("no definition", to: "crud/notes.txt")
    let config = try folder.write(
      #"{"mia":{"definitions":"crud","collections":[{"name":"lids"}]}}"#, to: "ghostlight.json")
    let ask =
      "for c in books plates cups lids moon; do curl -s -o /dev/null -w '%{http_code} ' "
      + "-H 'secret: s3cr3t' $GHOSTLIGHT_MIA_URL/v2/$c/; done"
    let result = try Command.run("exec", "--config", config, "--", "sh", "-c", ask)
    #expect(result.output == "200 200 200 200 404 ")
    let broken = try folder.write(#"{"name":"z","feilds":[]}"#, to: "crud/c.json")
    let refused = try Command.run("exec", "--config", config, "--", "true")
    #expect(refused.code == 65)
    #expect(
      refused.errors.hasPrefix(
        "ghostlight: \(broken): $.feilds: unknown member; did you mean \"fields\"? There are: name, "
      ))
  }

  @Test func `the serve command responds to http and https on one port`() throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer("--tls", "--data", folder["data"])
    let plain = try server.connect().send("GET", "/")
    let curl = try Command.run(
      [
        "curl", "-s", "--noproxy", "*", "--cacert", folder["data"] + "/ca.pem",
        "-H", "X-StackMob-API-Key: \(KeepAliveConnection.key)",
        server.stackMob.replacingOccurrences(of: "http:", with: "https:") + "/",
      ], of: URL(filePath: "/usr/bin/env"))
    // The exit code 127 means that curl is not installed.
    guard curl.code != 127 else { return }
    #expect(curl == CommandResult(code: 0, output: plain.body))
  }

  @Test func `the serve command prints the port of the probes, which ends with the server`() throws
  {
    let server = try RunningServer("--only", "cosmos", "--health-port", "0")
    let probes = try server.connect(to: "health")
    #expect(try probes.send("GET", "/ready").status == 200)
    #expect(server.ready.hasPrefix(#"{"ready":true,"control":""#))
    #expect(
      server.ready.contains(server.filled(#","cosmos":"{cosmos}","health":"{health}","keys""#)))
    #expect(try server.end() == CommandResult(code: 0, output: ""))
    #expect(throws: (any Error).self) { try server.connect(to: "health") }
  }

  @Test func `the serve command reports a client that begins TLS without --tls once`() throws {
    let server = try RunningServer("--only", "cosmos")
    let cosmos = try #require(server.urls["cosmos"])
    for _ in 0..<3 {
      let curl = try Command.run(
        [
          "curl", "-sk", "--noproxy", "*", "--max-time", "20",
          cosmos.replacing("http:", with: "https:"),
        ], of: URL(filePath: "/usr/bin/env"))
      // The exit code 127 means that curl is not installed, and 35 that the handshake failed.
      guard curl.code != 127 else { return }
      #expect(curl.code == 35)
    }
    let sentence =
      "a client began TLS on a port without it: use \(cosmos), or start the server with --tls"
    let unmatched = try server.run("requests", "--unmatched").output
    #expect(unmatched.contains("  TLS \(cosmos.replacing("http:", with: "https:"))/\n"))
    #expect(unmatched.contains("\n\nReasons:\n1: \(sentence)\n2: \(sentence)\n3: \(sentence)\n"))
    #expect(try server.end() == .message(0, "cosmos: \(sentence)"))
  }

  @Test(
    arguments: [
      ([], #"{"id":"mbaas""#), (["--only", "cosmos,appcenter"], #"{"id":"mbaas""#),
      (["--only", "cosmos"], "Databases\":[],"),
    ] as [([String], String)])
  func `App Center's database exists only if App Center is served`(
    _ options: [String], _ expected: String
  ) throws {
    let server = try RunningServer(["--no-config"] + options)
    let signed = try server.run(
      "state", "signed with the master key", "method=GET", "target=/dbs", "--emulator", "cosmos")
    let values = signed.output.split(separator: "\n").reduce(into: [String: String]()) {
      let pair = $1.split(separator: "=", maxSplits: 1)
      $0[String(pair[0])] = String(pair[1])
    }
    let answer = try Command.run(
      [
        "curl", "-s", "--noproxy", "*", "-H", "x-ms-date: \(values["date"] ?? "")",
        "-H", "Authorization: \(values["authorization"] ?? "")",
        "\(server.urls["cosmos"] ?? "")/dbs",
      ], of: URL(filePath: "/usr/bin/env"))
    guard answer.code != 127 else { return }
    #expect(answer.output.contains(expected), "\(answer.output)")
  }

  @Test func `the serve command warns if the network can reach it`() throws {
    let server = try RunningServer("--host", "0.0.0.0")
    #expect(server.stackMob.hasPrefix("http://127.0.0.1:"))
    #expect(
      try server.end()
        == .message(
          0,
          "warning: 0.0.0.0 is open to the network. Every machine that reaches it can "
            + "read and change the data of the emulators; the control API serves only this machine."
        ))
  }
}
