import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `A replay or a stub on a stage` {
  private let folder: TemporaryFolder
  private static let other = ["X-Ghostlight-Namespace: other"]
  private static let copy = ["X-Ghostlight-Namespace: copy"]

  init() throws { folder = try TemporaryFolder() }

  /// Writes a recording of `GET` requests to URLs, each with its text as the response.
  private func recording(_ exchanges: (url: String, text: String)...) throws -> String {
    let recording = Recording(
      exchanges.map { url, text in
        let parts = url.components(separatedBy: "://")
        let path = parts[1].drop { $0 != "/" }
        return RecordedExchange(
          Request(
            .get, RequestTarget(String(path)), scheme: parts[0],
            authority: String(parts[1].dropLast(path.count))),
          Response(.ok, headers: [.contentType: "text/plain"], body: Array(text.utf8)))
      })
    return try folder.write(
      String(decoding: HARDocument(recording).bytes, as: UTF8.self), to: "pay.har")
  }

  private func charges() throws -> String {
    let url = "https://api.payments.example/charges"
    return try recording((url, "one"), (url, "two"), (url, "three"))
  }

  private func contract() throws -> String {
    try folder.write(
      #"""
      {"consumer": {"name": "app"}, "provider": {"name": "users"}, "interactions": [
        {"description": "a user is read", "providerState": "user 1 exists",
         "request": {"method": "GET", "path": "/users/1",
          "headers": {"Host": "users.example.com"}},
         "response": {"status": 200, "body": {"name": "Ann"}}},
        {"description": "a user is missing", "providerState": "no user exists",
         "request": {"method": "GET", "path": "/users/1"}, "response": {"status": 404}}]}
      """#, to: "users.json")
  }

  @Test func `the namespaces of a replay are independent, and one report counts all of them`()
    throws
  {
    let replay = try RunningListener("replay", try charges())
    let client = try replay.connect()
    let body = { (fields: [String]) in try client.send("GET", "/charges", fields: fields).body }
    #expect(try [body([]), body(Self.other)] == ["one", "one"])
    try replay.control("POST", "namespaces/copy")
    #expect(try [body(Self.copy), body([]), body(Self.other)] == ["two", "two", "two"])
    #expect(try replay.run("reset").code == 0)
    #expect(try body([]) == "one")
    #expect(try client.send("GET", "/none", fields: Self.other).status == 501)
    let result = try replay.end()
    #expect(result.code == 1)
    #expect(
      result.output.hasPrefix(#"{"recorded":3,"served":6,"missed":1,"misses":["GET /none is not"#))
    #expect(result.output.hasSuffix(#","unused":["entry 3, GET /charges"]}"# + "\n"))
  }

  @Test func `a fault plan applies to the responses of a recording`() throws {
    let replay = try RunningListener("replay", try charges())
    for plan in [
      #"{"emulator":"recording","route":"GET /charges","nth":1,"status":501,"#
        + #""headers":{"X-Ghostlight-Reason":"planned"}}"#,
      #"{"emulator":"recording","nth":1,"delivery":{"truncate":1}}"#,
      #"{"emulator":"recording","nth":1,"delivery":"reset"}"#,
      #"{"emulator":"recording","nth":1,"latency":"1h","real":false}"#,
    ] { #expect(try replay.run("faults", "--add", plan).code == 0) }
    #expect(try replay.run("clock", "--set", "2013-06-12T12:00:00Z", "--freeze").code == 0)
    #expect(try replay.connect().send("GET", "/charges").status == 501)
    for _ in 2...3 {
      let client = try replay.connect()
      #expect(throws: TestError.self) { try client.send("GET", "/charges") }
    }
    // The reset did not reach the recording.
    #expect(try replay.connect().send("GET", "/charges").body == "two")
    #expect(try replay.run("clock").output.contains("2013-06-12T13:00:00"))
    let result = try replay.end()
    #expect(
      result
        == CommandResult(
          code: 0,
          output: #"{"recorded":3,"served":2,"missed":0,"misses":[],"#
            + #""unused":["entry 3, GET /charges"]}"# + "\n"))
  }

  @Test func `a fault plan applies before the upstream of a replay responds`() throws {
    let upstream = try RunningListener("replay", try charges())
    let file = try recording(("https://api.payments.example/refunds", "none"))
    let replay = try RunningListener("replay", file, "--spy", upstream.url)
    let plan = #"{"emulator":"recording","nth":1,"status":503}"#
    #expect(try replay.run("faults", "--add", plan).code == 0)
    let client = try replay.connect()
    #expect(try client.send("GET", "/charges").status == 503)
    #expect(try client.send("GET", "/charges").body == "one")
    #expect(try client.send("GET", "/refunds").body == "none")
    #expect(
      try replay.end()
        == CommandResult(
          code: 0,
          output: #"{"recorded":1,"served":1,"missed":0,"misses":[],"unused":[],"forwarded":1}"#
            + "\n"))
  }

  @Test func `a stub has namespaces, provider states, fault plans and resets`() throws {
    let stub = try RunningListener("stub", try contract(), "--state", "no user exists")
    let client = try stub.connect()
    let status = { (fields: [String]) in
      try client.send("GET", "/users/1", host: "users.example.com", fields: fields).status
    }
    #expect(try status([]) == 404)
    #expect(try stub.run("state", "user 1 exists").code == 0)
    #expect(try [status([]), status(Self.other)] == [200, 404])
    let plan =
      #"{"emulator":"contract","route":"a user is read, given user 1 exists","nth":1,"status":503}"#
    #expect(try stub.run("faults", "--add", plan).code == 0)
    #expect(try [status([]), status([])] == [503, 200])
    #expect(try stub.run("reset").code == 0)
    #expect(try status([]) == 404)
    #expect(
      try stub.end()
        == CommandResult(
          code: 0,
          output: #"{"interactions":2,"served":5,"missed":0,"misses":[],"#
            + #""unused":["\"a user is read\", given user 1 exists"]}"# + "\n"))
  }

  @Test func `a proxy leads the recorded hosts to the recording, within TLS too`() throws {
    let replay = try RunningListener("replay", try charges(), "--policy", "last", "--proxy", "0")
    let stub = try RunningListener(
      "stub", try contract(), "--allow-host", "*.other.example", "--proxy", "0")
    #expect(
      try [
        get("https://api.payments.example/charges", through: replay),
        get("http://api.payments.example/charges", through: replay),
        get("https://api.stackmob.com/charges", through: replay),
        get("https://users.example.com/users/1", through: stub),
        get("https://api.payments.example/charges", through: stub),
      ] == ["one 200", "two 000", " 403", #"{"name":"Ann"} 200"#, " 403"])
    #expect(try get("https://a.other.example/none", through: stub).hasSuffix(" 200"))
    #expect(replay.said["proxyCertificate"] != stub.said["proxyCertificate"])
    #expect(try replay.end().code == 0)
  }

  /// Returns the body of a response through a listener's proxy, and the status of its CONNECT.
  private func get(_ url: String, through listener: RunningListener) throws -> String {
    try Command.run(
      [
        "curl", "-s", "-w", " %{http_connect}", "-x", listener.said["proxy"] ?? "", "--cacert",
        listener.said["proxyCertificate"] ?? "", url,
      ], of: URL(filePath: "/usr/bin/env")
    ).output
  }

  @Test func `a proxy without a host to lead is refused with advice`() throws {
    let file = try recording(("http://127.0.0.1:8080/charges", "one"))
    let result = try Command.run("replay", file, "--proxy", "0")
    #expect(
      result
        == .message(
          64,
          "--proxy is for hosts with a name such as api.example.com, which the "
            + "recording does not have: add one with --allow-host"))
  }

  @Test func `the control port is printed for people, and a used one is named by its option`()
    throws
  {
    let file = try charges()
    let replay = try RunningCommand(["replay", file, "--host", "0.0.0.0"])
    let first = try #require(replay.line())
    #expect(
      first.wholeMatch(
        of: #/http://127\.0\.0\.1:\d+  serves 3 recorded exchanges\. Ctrl-C stops it\./#) != nil)
    let second = try #require(replay.line())
    let found = try #require(
      second.wholeMatch(
        of: #/(http://127\.0\.0\.1:(\d+))  controls it; the console is at (.*)/console//#))
    #expect(found.1 == found.3)
    let port = String(found.2)
    for (option, named) in [("--control-port", "--control-port"), ("--port", "--port")] {
      let result = try Command.run("stub", try contract(), option, port)
      #expect(
        result
          == .message(
            69,
            "\(named): port \(port) on 127.0.0.1 is taken. Stop what listens "
              + "there, or choose another port with \(named) (0 takes any free one)."))
    }
    replay.send(SIGINT)
    #expect(
      try replay.end()
        == CommandResult(
          code: 0,
          output: "0 answered from 3 recorded, 0 missed, 3 unused\nunused: entry 1, GET /charges\n"
            + "unused: entry 2, GET /charges\nunused: entry 3, GET /charges\n",
          errors: "ghostlight: warning: 0.0.0.0 is open to the network. Every machine that reaches "
            + "it can send requests.\n"))
  }

  @Test func `the report warns once of a response that may belong to a different server`() throws {
    let file = try recording(("https://a.example/x", "a"), ("https://b.example/x", "b"))
    let replay = try RunningListener("replay", file, "--policy", "last")
    let client = try replay.connect()
    for host in ["127.0.0.1", "127.0.0.1", "localhost", "b.example"] {
      #expect(
        try client.send("GET", "/x", host: host).body == (host == "b.example" ? "b" : "a"))
    }
    let report = try replay.end().output
    #expect(
      report
        == #"{"recorded":2,"served":4,"missed":0,"misses":[],"unused":[],"warnings":["GET /x names "#
        + "127.0.0.1, and 2 recorded servers have a response; https://a.example sent it. Name one "
        + #"in Host, or with the base path https://b.example"]}"# + "\n")
  }

  @Test func `the pages of any site may call a recording and a contract`() throws {
    let replay = try RunningListener("replay", try charges())
    let stub = try RunningListener("stub", try contract())
    for origin in ["https://shop.example", "null"] {
      let fields = ["Origin: \(origin)"]
      #expect(try replay.connect().send("GET", "/charges", fields: fields).status == 200)
      let reply = try stub.connect().send(
        "GET", "/users/1", host: "users.example.com", fields: fields)
      #expect(reply.status != 403)
    }
  }
}
