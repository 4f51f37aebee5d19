import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight replay command` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Records two different responses to the same StackMob request, and returns the recording's
  /// path.
  private func recording() throws -> String {
    let path = folder["out.har"]
    let recorder = try RunningListener("record", "--upstream", "stackmob", "-o", path)
    let client = try recorder.connect()
    for body in [#"{"todo_id":"a"}"#, #"{"todo_id":"b"}"#] {
      _ = try client.send("GET", "/todo")
      _ = try client.send("POST", "/todo", body)
    }
    _ = try client.send("POST", "/user", #"{"username":"jack","password":"typed once"}"#)
    _ = try recorder.end()
    return path
  }

  @Test func `a replay returns the n-th response for the n-th request`() throws {
    let replay = try RunningListener("replay", try recording())
    let client = try replay.connect()
    let first = try client.send("GET", "/todo")
    let second = try client.send("GET", "/todo")
    #expect(first.body != second.body)
    #expect(second.status == 200)
    #expect(try client.send("GET", "/todo").status == 501)
    #expect(second.body.hasPrefix(#"[{"todo_id":"a""#))
    let user = #"{"username":"jack","password":"another"}"#
    #expect(try client.send("POST", "/user", user).status == 201)
    let result = try replay.end()
    #expect(result.code == 1)
    #expect(
      result.errors
        == "ghostlight: GET /todo was recorded 2 times, and all its responses were already used; "
        + "record again, or replay with the policy last or cycle\n")
    #expect(result.output.hasPrefix(#"{"recorded":5,"served":3,"missed":1,"misses":["GET /todo"#))
    #expect(result.output.contains(#""unused":["entry 2, POST /todo","entry 4, POST /todo"]"#))
  }

  @Test func `a replay with the policy last repeats the last response`() throws {
    let replay = try RunningListener("replay", try recording(), "--policy", "last")
    let client = try replay.connect()
    let bodies = try (0..<4).map { _ in try client.send("GET", "/todo").body }
    #expect(Set(bodies.dropFirst()).count == 1)
    #expect(try replay.end(SIGTERM).code == 0)
  }

  @Test func `a replay with --spy forwards requests that are not recorded`() throws {
    let replay = try RunningListener("replay", try recording(), "--spy", "stackmob")
    let client = try replay.connect()
    let made = try client.send("POST", "/note", #"{"note_id":"n"}"#)
    #expect(made.status == 201)
    #expect(try client.send("GET", "/note/n").body == made.body)
    #expect(try client.send("POST", "/todo", #"{"todo_id":"a"}"#).status == 201)
    #expect(try client.send("GET", "/todo/a").status == 404)
    let result = try replay.end()
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(result.output.hasSuffix(",\"forwarded\":3}\n"), "\(result.output)")
  }

  @Test func `a replay with --record-misses adds missing exchanges to the same file`() throws {
    let path = try recording()
    let replay = try RunningListener("replay", path, "--record-misses", "stackmob")
    let client = try replay.connect()
    let made = try client.send("POST", "/note", #"{"note_id":"n","password":"new one 7"}"#)
    #expect(made.status == 201)
    #expect(try client.send("POST", "/todo", #"{"todo_id":"a"}"#).status == 201)
    #expect(folder.exists("out.har.partial"))
    let result = try replay.end()
    #expect(result.code == 0)
    #expect(result.output.hasSuffix(#","forwarded":1,"added":1}"# + "\n"), "\(result.output)")
    #expect(!folder.exists("out.har.partial"))
    let text = try folder.read("out.har")
    #expect(!text.contains("new one 7"))
    let again = try RunningListener("replay", path)
    #expect(
      try again.connect().send("POST", "/note", #"{"note_id":"n","password":"x"}"#).status == 201)
    #expect(try again.end().output.contains(#""recorded":6,"served":1"#))
  }

  @Test func `a recorded miss does not hide the entries of another server`() throws {
    func write(_ target: RequestTarget, to name: String) throws -> String {
      let request = Request(.get, target, scheme: "https", authority: "search.example")
      let recording = Recording([RecordedExchange(request, Response(.ok, body: Array(name.utf8)))])
      return try folder.write(
        String(decoding: HARDocument(recording).bytes, as: UTF8.self), to: name)
    }
    let path = try write("/q?t=cats", to: "search.har")
    let upstream = try RunningListener("replay", try write("/q?t=dogs", to: "upstream.har"))
    let replay = try RunningListener("replay", path, "--record-misses", upstream.url)
    #expect(try replay.connect().send("GET", "/q?t=dogs").body == "upstream.har")
    #expect(try replay.end().code == 0)
    let again = try RunningListener("replay", path)
    let client = try again.connect()
    #expect(try client.send("GET", "/q?t=cats").body == "search.har")
    #expect(try client.send("GET", "/q?t=dogs").body == "upstream.har")
    #expect(try again.end().code == 0)
  }

  @Test func `a replay with --record-misses leaves a complete file unchanged`() throws {
    let path = try recording()
    let before = try folder.read("out.har")
    let replay = try RunningListener("replay", path, "--record-misses", "stackmob")
    let client = try replay.connect()
    // The todo was created between the two recorded responses.
    #expect(
      try [404, 200] == [client.send("GET", "/todo").status, client.send("GET", "/todo").status])
    #expect(try replay.end().output.contains(#""added":0"#))
    #expect(try folder.read("out.har") == before)
    #expect(!folder.exists("out.har.partial"))
  }

  @Test func `a replay matches the parts given by --match below a base path`() throws {
    let path = try recording()
    let replay = try RunningListener(
      "replay", path, "--match", "method,path,body:-$.todo_id", "--base-path", "/todo")
    let client = try replay.connect()
    #expect(try client.send("POST", "/", #"{"todo_id":"zzz"}"#).status == 501)
    #expect(try replay.end().errors.contains("POST /todo/ is not in the recording"))
    let plain = try RunningListener("replay", path, "--match", "method,body:-$.todo_id")
    #expect(try plain.connect().send("POST", "/any", #"{"todo_id":"zzz"}"#).status == 201)
    #expect(try plain.end().code == 0)
  }

  @Test func `a replay of another tool's file names what it leaves out, and no client waits`()
    throws
  {
    let entries = [("/wait", 100), ("/done", 200)].map { path, status in
      #"{"startedDateTime":"2024-05-01T12:00:00Z","time":1,"request":{"method":"GET","#
        + #""url":"https://h.example\#(path)","headers":[{"name":"GET https","value":"x"}],"#
        + #""bodySize":-1},"response":{"status":\#(status),"content":{"size":4,"text":"done"}}}"#
    }
    let path = try folder.write(
      #"{"log":{"entries":[\#(entries.joined(separator: ",")),7]}}"#, to: "other.har")
    let replay = try RunningListener("replay", path)
    let client = try replay.connect()
    #expect(try client.send("GET", "/wait").status == 501)
    #expect(try client.send("GET", "/done").body == "done")
    let errors = try replay.end().errors
    for line in [
      "entry 1: GET https://h.example/wait: left out, because its status 100 is not that of a final "
        + "response",
      "entry 2: GET https://h.example/done: a header field is left out, because \"GET https\" is not "
        + "a valid field name",
      "entry 3: left out, because it is a number",
    ] { #expect(errors.contains("warning: \(path): \(line)\n"), "\(errors)") }
  }

  @Test(arguments: [
    (["--match", "bodyy"], "--match: \"bodyy\" is not a part of a request"),
    (["--base-path", "v1"], "--base-path must be a path such as /v1"),
    (["--spy", "stackmob", "--record-misses", "mia"], "Give --spy or --record-misses, not both."),
    (["b.har", "--record-misses", "mia"], "--record-misses adds responses to the replayed file"),
  ])
  func `a replay refuses options without effect`(_ arguments: [String], _ text: String) throws {
    let result = try Command.run(["replay", "a.har"] + arguments)
    #expect(result.code == 64)
    #expect(result.errors.contains(text), "\(result.errors)")
  }

  @Test func `a replay with --exact compares secrets exactly`() throws {
    let replay = try RunningListener("replay", try recording(), "--exact")
    let user = #"{"username":"jack","password":"another"}"#
    #expect(try replay.connect().send("POST", "/user", user).status == 501)
    #expect(try replay.end().code == 1)
  }

  @Test func `a replay reports the broken file and the place`() throws {
    let broken = try folder.write(#"{"log":{"entries":[{"#, to: "broken.har")
    for (path, code, text) in [
      (broken, 65 as Int32, "ghostlight: \(broken): "),
      (
        folder["none.har"], 1,
        "ghostlight: cannot read \(folder["none.har"]): there is no such file"
      ),
    ] {
      let result = try Command.run("replay", path)
      #expect(result.code == code)
      #expect(result.errors.hasPrefix(text), "\(result.errors)")
      #expect(result.errors.split(separator: "\n").count == 1)
    }
  }
}
