import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Services of the configuration` {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    try record(["one", "two", "three"])
    try folder.write(
      #"""
      {"consumer": {"name": "app"}, "provider": {"name": "users"}, "interactions": [
        {"description": "a user is read", "providerState": "user 1 exists",
         "request": {"method": "GET", "path": "/users/1"}, "response": {"status": 200}},
        {"description": "a user is missing", "providerState": "no user exists",
         "request": {"method": "GET", "path": "/users/1"}, "response": {"status": 404}}]}
      """#, to: "contracts/users.json")
  }

  /// Writes a recording of `GET /charges` with these responses.
  private func record(_ texts: [String]) throws {
    let recording = Recording(
      texts.map {
        RecordedExchange(
          Request(.get, "/charges", scheme: "https", authority: "api.payments.example"),
          Response(.ok, headers: [.contentType: "text/plain"], body: Array($0.utf8)))
      })
    try folder.write(String(decoding: HARDocument(recording).bytes, as: UTF8.self), to: "pay.har")
  }

  private func configure(_ rest: String = "", payments: String = "") throws -> String {
    try folder.write(
      #"{"services":{"payments":{"replay":"pay.har"\#(payments)},"#
        + #""users":{"contract":["contracts"],"states":["no user exists"]}}\#(rest)}"#,
      to: "ghostlight.json")
  }

  @Test func `recordings and contracts are served next to the emulators`() throws {
    let plan = #","faults":[{"emulator":"payments","route":"GET /charges","nth":2,"status":503}]"#
    let server = try RunningServer("--config", try configure(plan))
    let payments = try server.connect(to: "payments")
    let other = ["X-Ghostlight-Namespace: other"]
    #expect(try payments.send("GET", "/charges").body == "one")
    #expect(try payments.send("GET", "/charges", fields: other).body == "one")
    #expect(try payments.send("GET", "/charges").status == 503)
    #expect(try payments.send("GET", "/charges").body == "two")
    #expect(try payments.send("GET", "/charge").status == 501)
    let users = try server.connect(to: "users")
    #expect(try users.send("GET", "/users/1").status == 404)
    #expect(try server.run("state", "user 1 exists").code == 0)
    #expect(try users.send("GET", "/users/1").status == 200)
    #expect(try server.run("reset").code == 0)
    #expect(try payments.send("GET", "/charges").body == "one")
    #expect(try users.send("GET", "/users/1").status == 404)
    #expect(try server.connect().send("POST", "/todo", #"{"title":"milk"}"#).status == 201)
    let status = try server.run("status").output
    #expect(
      status.contains("payments") && status.contains(server.urls["users"] ?? "-"), "\(status)")
  }

  @Test func `a recorded host is reached through the proxy by HTTPS`() throws {
    let server = try RunningServer("--config", try configure(), "--proxy", "0")
    let proxy = try #require(server.urls["proxy"])
    let certificate = try #require(server.urls["proxyCertificate"])
    let result = try Command.run(
      [
        "curl", "-s", "-x", proxy, "--cacert", certificate, "https://api.payments.example/charges",
      ], of: URL(filePath: "/usr/bin/env"))
    #expect(result == CommandResult(code: 0, output: "one"))
  }

  @Test func `the option --only and base URLs know the names of services`() throws {
    let config = try configure()
    let server = try RunningServer(
      "--config", config, "--only", "payments", "--base-url", "payments=https://pay.example.com")
    #expect(server.urls["payments"] == "https://pay.example.com")
    #expect(server.urls["stackmob"] == nil && server.urls["users"] == nil)
    for arguments in [["--only", "payment"], ["--base-url", "payment=https://pay.example.com"]] {
      let result = try Command.run(["serve", "--port-base", "0", "--config", config] + arguments)
      #expect(result.code == 64)
      let text = "did you mean \"payments\"? the nearest are: payments, "
      #expect(result.errors.contains(text), "\(result.errors)")
    }
  }

  @Test func `the data folder keeps the position, and refuses another recording`() throws {
    let arguments = ["--config", try configure(), "--data", folder["data"]]
    var server = try RunningServer(arguments)
    #expect(try server.connect(to: "payments").send("GET", "/charges").body == "one")
    #expect(try server.end(SIGKILL).code == 128 + SIGKILL)
    server = try RunningServer(arguments)
    #expect(try server.connect(to: "payments").send("GET", "/charges").body == "two")
    #expect(try server.end().code == 0)
    try record(["one", "two", "other"])
    let refused = try Command.run(["serve", "--port-base", "0"] + arguments)
    #expect(refused.code == 65)
    #expect(refused.errors.contains("$.services.payments.replay"), "\(refused.errors)")
  }

  @Test func `a changed recording is read again with --watch`() throws {
    let config = try configure()
    let server = try RunningServer(
      ["--config", config, "--watch"], by: URL(filePath: "/bin/sh"),
      ["-c", #"exec "$0" "$@" 2>&1"#, GhostlightBinary.url?.path ?? ""])
    let payments = try server.connect(to: "payments")
    #expect(try payments.send("GET", "/charges").body == "one")
    try record(["another"])
    #expect(server.command.line() == "ghostlight: read \(config) again, and reset the state")
    #expect(try payments.send("GET", "/charges").body == "another")
  }

  @Test func `a service without a port after the last default one is refused`() throws {
    let services = (0..<96).map { #""s\#($0)":{"replay":"pay.har"}"# }.joined(separator: ",")
    let file = try folder.write(#"{"services":{\#(services)}}"#, to: "ghostlight.json")
    let result = try Command.run("serve", "--port-base", "0", "--config", file)
    #expect(result.code == 65)
    #expect(
      result.errors == "ghostlight: \(file): $.services.s95: needs a \"port\": only the first 95 "
        + "services have one by default\n")
  }

  @Test(
    arguments: [
      (#"{"x":1}"#, "$.services.x: expected an object, found the number 1"),
      (#"{"X":{"replay":"a"}}"#, #"$.services.X: "X" is not a valid name"#),
      (#"{"mia":{"replay":"a"}}"#, #"$.services.mia: "mia" is not a valid name"#),
      (
        #"{"x":{"replays":"a"}}"#,
        "$.services.x.replays: unknown member; did you mean \"replay\"? There are: replay, contract, "
          + "upstream, "
          + "hosts, port, policy, misses, match, basePath, states, record, trust"
      ),
      (#"{"x":{}}"#, #"$.services.x: needs one of "replay", "contract" and "upstream""#),
      (
        #"{"x":{"replay":"a","record":"b.har"}}"#,
        #"$.services.x.record: is only for a service with "upstream""#
      ),
      (
        #"{"x":{"upstream":"http://h","misses":{"upstream":"http://h"}}}"#,
        #"$.services.x.misses: is only for a service with "replay" or "contract""#
      ),
      (
        #"{"x":{"upstream":"h"}}"#,
        #"$.services.x.upstream: "h" is not a valid upstream; use one such as "#
      ),
      (
        #"{"x":{"upstream":"https://h","trust":"no.pem"}}"#,
        "$.services.x.trust: {folder}/no.pem"
      ),
      (
        #"{"x":{"upstream":"http://h","record":"ghostlight.json"}}"#,
        "$.services.x.record: {folder}/ghostlight.json"
      ),
      (#"{"x":{"replay":"pay.har","misses":{}}}"#, #"$.services.x.misses: "upstream" is missing"#),
      (
        #"{"x":{"replay":"pay.har","misses":{"upstream":"http://h","policy":"last"}}}"#,
        "$.services.x.misses.policy: unknown member; there are: upstream, record, trust"
      ),
      (#"{"x":{"replay":[]}}"#, "$.services.x.replay: must name at least one file"),
      (
        #"{"x":{"replay":"a","states":"s"}}"#,
        #"$.services.x.states: is only for a service with "contract""#
      ),
      (
        #"{"x":{"contract":"a","match":"path"}}"#,
        #"$.services.x.match: is only for a service with "replay""#
      ),
      (
        #"{"x":{"replay":"a","port":70000}}"#,
        "$.services.x.port: expected a whole number from 0 to 65535, found the number 70000"
      ),
      (#"{"x":{"replay":"no.har"}}"#, "$.services.x.replay: cannot read {folder}/no.har: "),
      (#"{"x":{"replay":"ghostlight.json"}}"#, "$.services.x.replay: {folder}/ghostlight.json"),
      (
        #"{"x":{"contract":"pay.har"}}"#, "$.services.x.contract: {folder}/pay.har: "
      ),
      (
        #"{"x":{"replay":"pay.har","policy":"first"}}"#,
        "$.services.x.policy: must be one of: once, last, cycle"
      ),
      (#"{"x":{"replay":"pay.har","match":"bodyy"}}"#, #"$.services.x.match: "bodyy" "#),
      (
        #"{"x":{"replay":"pay.har","basePath":"v1"}}"#,
        "$.services.x.basePath: must be a path such as /v1"
      ),
    ])
  func `a broken service is refused with its place`(_ services: String, _ error: String) throws {
    let file = try folder.write(#"{"services":\#(services)}"#, to: "ghostlight.json")
    let result = try Command.run("serve", "--port-base", "0", "--config", file)
    #expect(result.code == 65)
    let expected = "ghostlight: \(file): " + error.replacing("{folder}", with: folder.path)
    #expect(result.errors.hasPrefix(expected), "\(result.errors)")
  }
}
