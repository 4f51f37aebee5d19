import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Commands for a running server` {
  @Test func `the status command prints the emulators and their addresses`() throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer.frozen(in: folder)
    let json = try server.run("status", "--format", "json").output
    let text = try server.run("status")
    let tries = text.output.components(separatedBy: "\n\nTry:\n")
    #expect(tries.last?.components(separatedBy: server.stackMob + "/todo").count == 2)
    let rows = tries[0].split(separator: "\n").map { row in
      row.split(separator: " ").filter { Int($0) == nil }.joined(separator: " ")
    }
    let keys = StandardKeys.all(withCosmosAt: server.urls["cosmos"])
    #expect(
      rows == [
        "EMULATOR URL ROUTES", server.filled("StackMob {stackmob}"),
        server.filled("Mia {mia}"), server.filled("EGF2 {egf2}"),
        server.filled("App Center {appcenter}"),
        server.filled("Cosmos DB {cosmos}"),
        "Keys:",
      ] + keys.map { "\($0.name)=\($0.value)" } + ["Namespaces: default"])
    for key in keys { #expect(json.contains("\"\(key.name)\": \"\(key.value)\"")) }
    let routes = json.components(separatedBy: #""pattern":"#).count - 1
    let counts = text.output.split(whereSeparator: \.isWhitespace).compactMap { Int($0) }
    #expect(counts.reduce(0, +) == routes)
    #expect(try Command.run("status", "--url", server.control + "/") == text)
  }

  @Test func `the requests command prints the journal`() throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer.frozen(in: folder)
    let connection = try server.connect()
    #expect(try connection.send("POST", "/note", #"{"note_id":"a"}"#).status == 201)
    #expect(try connection.send("GET", "/note/a").status == 200)
    #expect(try connection.send("GET", "/a/b/c/d/e").status == 404)
    let rows = [
      "NUMBER  TIME                      STATUS  EFFECT     REQUEST",
      "1       2013-06-12T12:26:40.000Z  201     changed    POST {stackmob}/note",
      "2       2013-06-12T12:26:40.000Z  200     read       GET {stackmob}/note/a",
      "3       2013-06-12T12:26:40.000Z  404     unmatched  GET {stackmob}/a/b/c/d/e",
    ]
    let all = try server.run("requests")
    let lines = all.output.components(separatedBy: "\n")
    #expect(Array(lines.prefix(6)) == rows.map(server.filled) + ["", "Nearest routes:"])
    #expect(lines.dropFirst(6).dropLast().allSatisfy { $0.hasPrefix("3: ") })
    let unmatched = try server.run("requests", "--unmatched").output.components(separatedBy: "\n")
    #expect(unmatched == [lines[0]] + lines.dropFirst(3))
    #expect(
      try server.run("requests", "--limit", "0")
        == CommandResult(code: 0, output: "NUMBER  TIME  STATUS  EFFECT  REQUEST\n"))
    #expect(
      try server.run("requests", "--namespace", "other", "--format", "json")
        == CommandResult(
          code: 0,
          output: """
            {
              "namespace": "other",
              "total": 0,
              "requests": []
            }

            """))
  }

  @Test func `the requests command prints why a request was refused`() throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer.frozen(in: folder)
    #expect(try server.connect(to: "appcenter").send("POST", "/data/tokens", "{}").status == 404)
    #expect(
      try server.run("requests").output
        == server.filled(
          """
          NUMBER  TIME                      STATUS  EFFECT   REQUEST
          1       2013-06-12T12:26:40.000Z  404     refused  POST {appcenter}/data/tokens

          Reasons:
          1: the field App-Secret is missing or names none of 1 apps (Cosmos A4). This request is \
          for StackMob: send it to {stackmob}.

          """))
  }

  @Test func `the clock command reads and changes the time`() throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer.frozen(in: folder)
    let rows: [([String], String)] = [
      ([], "2013-06-12T12:26:40.000Z (frozen)\n"),
      (["--advance", "1h30m"], "2013-06-12T13:56:40.000Z (frozen)\n"),
      (["--advance", "-5m"], "2013-06-12T13:51:40.000Z (frozen)\n"),
      (["--set", "2014-01-01T00:00:00Z"], "2014-01-01T00:00:00.000Z (frozen)\n"),
      (["--namespace", "other"], "2013-06-12T12:26:40.000Z (frozen)\n"),
      (
        ["--format", "json"],
        """
        {
          "namespace": "default",
          "now": "2014-01-01T00:00:00.000Z",
          "milliseconds": 1388534400000,
          "frozen": true
        }

        """
      ),
    ]
    for (arguments, expected) in rows {
      let result = try Command.run(["clock", "--url", server.control] + arguments)
      #expect(result == CommandResult(code: 0, output: expected))
    }
  }

  @Test func `the faults command adds, lists and removes fault plans`() throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer.frozen(in: folder)
    let empty = CommandResult(code: 0, output: "NUMBER  HITS  MATCHES  PLAN\n")
    #expect(try server.run("faults") == empty)
    let plan = #"{"path":"/note","status":503}"#
    #expect(
      try server.run("faults", "--add", plan).output
        == """
        NUMBER  HITS  MATCHES  PLAN
        1       0     0        \(plan)

        """)
    #expect(try server.connect().send("GET", "/note").status == 503)
    #expect(
      try server.run("faults").output
        == """
        NUMBER  HITS  MATCHES  PLAN
        1       1     1        \(plan)

        """)
    #expect(try server.run("faults", "--remove", "1") == empty)
    #expect(try server.run("faults", "--add", plan).code == 0)
    #expect(
      try server.run("faults", "--clear", "--add", plan).output.components(separatedBy: "\n").count
        == 3)
    #expect(try server.run("faults", "--clear") == empty)
  }

  @Test func `the outbox command prints the messages that would have been sent`() throws {
    let folder = try TemporaryFolder()
    let config = try folder.write(
      #"""
      {
        "clock": {"set": "2013-06-12T12:26:40Z", "freeze": true},
        "stackmob": {
          "schemas": [{"name": "user", "user": true, "fields": {"email": "forgotpassword"}}],
          "objects": {"user": [{"username": "ada", "password": "x", "email": "ada@example.com"}]}
        }
      }
      """#, to: "ghostlight.json")
    let server = try RunningServer("--config", config)
    #expect(
      try server.run("outbox")
        == CommandResult(code: 0, output: "TIME  EMULATOR  KIND  TO  CONTENT\n"))
    let reply = try server.connect().send(
      "POST", "/user/forgotPassword", #"{"username":"ada"}"#)
    #expect(reply.status == 200)
    let lines = try server.run("outbox").output.components(separatedBy: "\n")
    let row = "2013-06-12T12:26:40.000Z  stackmob  mail  ada@example.com  "
    #expect(lines.count == 3)
    #expect(lines[0] == "TIME                      EMULATOR  KIND  TO               CONTENT")
    #expect(lines[1].hasPrefix(row + #"{"username":"ada","temporary_password":""#))
  }

  @Test func `a snapshot can be saved and restored after reset`() throws {
    let folder = try TemporaryFolder()
    let server = try RunningServer.frozen(in: folder)
    let connection = try server.connect()
    let note = try connection.send("POST", "/note", #"{"note_id":"a","n":1}"#).body
    #expect(
      try server.run("snapshot", "-o", folder["s.json"]) == CommandResult(code: 0, output: ""))
    #expect(try server.run("snapshot").output == folder.read("s.json"))
    #expect(
      try server.run("reset")
        == CommandResult(
          code: 0,
          output: "default has its initial data again: stackmob, mia, egf2, appcenter, cosmos\n"))
    #expect(try connection.send("GET", "/note/a").status == 404)
    #expect(
      try server.run("snapshot", "--restore", folder["s.json"])
        == CommandResult(code: 0, output: "default is as \(folder["s.json"]) has it\n"))
    #expect(try connection.send("GET", "/note/a").body == note)
  }
}
