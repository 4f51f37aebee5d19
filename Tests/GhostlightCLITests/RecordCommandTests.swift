import Foundation
import GhostlightCore
import GhostlightRecording
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight record command` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [SIGINT, SIGTERM])
  func `an interrupted recorder writes exchanges without secrets`(_ signal: Int32) throws {
    let path = folder["out.har"]
    let recorder = try RunningListener("record", "--upstream", "stackmob", "-o", path)
    let client = try recorder.connect()
    let body = #"{"username":"jack","password":"open sesame 7"}"#
    #expect(try client.send("POST", "/user", body).status == 201)
    #expect(try client.send("GET", "/user/jack").status == 200)
    #expect(!folder.exists("out.har"))
    let result = try recorder.end(signal)
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(result.output == #"{"written":"\#(path)","exchanges":2}"# + "\n")
    let text = try folder.read("out.har")
    #expect(text.contains("REDACTED-password-1"))
    #expect(!text.contains("sesame"))
    #expect(try Command.run("recordings", "lint", path).code == 0)
  }

  @Test func `a recorder keeps secrets with --no-redact, and lint finds them`() throws {
    let path = folder["out.har"]
    let recorder = try RunningListener(
      "record", "--upstream", "stackmob", "-o", path, "--no-redact")
    _ = try recorder.connect().send("POST", "/user", #"{"username":"j","password":"sesame"}"#)
    #expect(try recorder.end().code == 0)
    let lint = try Command.run("recordings", "lint", path)
    #expect(lint.code == 1)
    #expect(
      lint.output
        == "\(path): entry 1: $.log.entries[0].request.postData.text: se… is a secret (password) that is "
        + "not redacted\n1 secret found\n")
  }

  @Test func `a recorder forwards to a URL and records its addresses`() throws {
    let server = try RunningServer()
    let path = folder["out.har"]
    let recorder = try RunningListener("record", "--upstream", server.stackMob, "-o", path)
    let made = try recorder.connect().send("POST", "/todo", #"{"title":"x"}"#)
    #expect(made.status == 201)
    #expect(try server.connect().send("GET", "/todo").body == "[\(made.body)]")
    #expect(try recorder.end().code == 0)
    #expect(try folder.read("out.har").contains("\(server.stackMob)/todo".json))
  }

  @Test func `a fault plan changes what a client gets from a URL, but not the recording`() throws {
    let server = try RunningServer()
    let path = folder["out.har"]
    let recorder = try RunningListener("record", "--upstream", server.stackMob, "-o", path)
    let control = ["GHOSTLIGHT_URL": try #require(recorder.said["control"])]
    let ask = { (plan: String?) in
      if let plan {
        let json = #"{"emulator":"upstream","nth":1,\#(plan)}"#
        let added = try Command.run(
          ["faults", "--add", json, "--namespace", "mine"], environment: control)
        #expect(added.code == 0, "\(added.errors)")
      }
      return try recorder.connect().send(
        "GET", "/todo", fields: ["X-Ghostlight-Namespace: mine"])
    }
    #expect(try server.connect().send("POST", "/todo", #"{"todo_id":"1"}"#).status == 201)
    let whole = try ask(nil)
    #expect(whole.status == 200)
    #expect(try ask(#""status":500"#).status == 500)
    #expect(throws: (any Error).self) { try ask(#""delivery":{"truncate":1}"#) }
    let requests = try Command.run(["requests", "--namespace", "mine"], environment: control)
    let effects = requests.output.split(separator: "\n").map { line in
      ["forwarded", "injected"].filter { line.contains($0) }.joined()
    }
    #expect(
      effects.filter { !$0.isEmpty }.sorted() == ["forwarded", "forwarded", "injected"],
      "\(requests.output)")
    #expect(try recorder.end().output == #"{"written":"\#(path)","exchanges":2}"# + "\n")
    let recording = try Recording(
      HARDocument(reading: Array(folder.read("out.har").utf8), named: path))
    #expect(recording.exchanges.map(\.response.text) == [whole.body, whole.body])
  }

  @Test func `a recorder of one emulator opens a data folder with changes of others`() throws {
    let server = try RunningServer("--data", folder["data"])
    let added = try server.run(
      "state", "user exists", "email=mark@example.com", "--emulator", "egf2")
    #expect(added.code == 0, "\(added.errors)")
    #expect(try server.connect().send("POST", "/todo", #"{"todo_id":"1"}"#).status == 201)
    #expect(try server.end().code == 0)
    let recorder = try RunningListener(
      "record", "--upstream", "stackmob", "--data", folder["data"], "-o", folder["out.har"])
    #expect(try recorder.connect().send("GET", "/todo/1").status == 200)
    #expect(try recorder.end().code == 0)
  }

  @Test func `a recorder's proxy routes only the emulator's own hosts, also within TLS`() throws {
    let path = folder["out.har"]
    let recorder = try RunningListener(
      "record", "--upstream", "stackmob", "--proxy", "0", "-o", path)
    let proxy = try #require(recorder.said["proxy"])
    let certificate = try #require(recorder.said["proxyCertificate"])
    let codes = try ["https://api.stackmob.com/todo", "https://emulator.documents.azure.com/"].map {
      url in
      try Command.run(
        [
          "curl", "-s", "-o", "/dev/null", "-w", "%{http_code} %{http_connect}", "-x", proxy,
          "--cacert", certificate, url,
        ], of: URL(filePath: "/usr/bin/env")
      ).output
    }
    #expect(codes == ["401 200", "000 403"])
    #expect(try recorder.end().output == #"{"written":"\#(path)","exchanges":1}"# + "\n")
    #expect(try folder.read("out.har").contains("https://api.stackmob.com/todo".json))
  }

  @Test func `a recorder responds 502 for an unreachable upstream without recording it`() throws {
    let url = UnservedAddress.url
    let path = folder["out.har"]
    let recorder = try RunningListener("record", "--upstream", url, "-o", path)
    let reply = try recorder.connect().send("GET", "/todo")
    #expect(reply.status == 502)
    #expect(
      reply.body == #"{"error":"the upstream \#(url) cannot be reached: connection refused"}"#)
    #expect(
      try recorder.end()
        == CommandResult(
          code: 0, output: #"{"written":"\#(path)","exchanges":0,"leftOut":1}"# + "\n",
          errors: "ghostlight: GET /todo: not recorded, the upstream \(url) cannot be reached: "
            + "connection refused\n"))
    #expect(try folder.read("out.har").contains(#""entries": []"#))
  }

  @Test func `a recorder refuses a used port`() throws {
    let server = try RunningServer()
    let port = URL(string: server.control)?.port ?? 0
    let result = try Command.run(
      "record", "--upstream", "stackmob", "-o", folder["out.har"], "--port", "\(port)")
    #expect(
      result
        == .message(
          69,
          "--port: port \(port) on 127.0.0.1 is taken. Stop what listens "
            + "there, or choose another port with --port (0 takes any free one)."))
  }
}

extension String {
  /// The string as a JSON string literal.
  fileprivate var json: String { "\"\(self)\"" }
}
