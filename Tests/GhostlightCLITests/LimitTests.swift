import Ghostlight
import GhostlightCore
import GhostlightServer
import TestSupport
import Testing

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `Limits of a server` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [
    ("0", 0), ("500", 500), ("64k", 65_536), ("64K", 65_536), ("16M", 16_777_216),
    ("2g", 2_147_483_648), ("1024G", 1_099_511_627_776), ("1099511627776", 1_099_511_627_776),
  ])
  func `a size is read with its unit`(_ text: String, _ bytes: Int) {
    #expect(ByteSize(argument: text) == ByteSize(bytes: bytes))
  }

  @Test(arguments: [
    "", "k", "M", "+1", "1.5M", "1 M", "16MB", "1T", "x", "٣", "99999999999999999999",
  ])
  func `a text that is not a size is refused`(_ text: String) {
    #expect(ByteSize(argument: text) == nil)
  }

  @Test func `the schema has the default values of a server`() {
    let schema = ConfigurationSchema.json["properties"]?["limits"]?["properties"]
    var options = ServerOptions()
    options.proxy = ProxyOptions(
      ProxySettings(), port: 0, authorityFolder: "", nowMilliseconds: 0)
    options.limits.bodyBytes = 1
    options.proxy?.tunnels = 1
    for limit in ServerLimit.allCases {
      let value = schema?[limit.rawValue]?["default"]?.integer ?? 0
      options.apply([limit: Int(value)])
    }
    #expect(options.limits == .standard)
    #expect(options.proxy?.tunnels == 1000)
  }

  /// Starts a server with these members of the section `limits`.
  private func serving(_ limits: String) throws -> RunningServer {
    try RunningServer(
      "--config", try folder.write(#"{"limits":{\#(limits)}}"#, to: "ghostlight.json"))
  }

  private static func remedy(_ member: String, _ option: String) -> String {
    "raise \"limits.\(member)\" in ghostlight.json, or \(option) of record, replay and stub.\n"
  }

  @Test func `the configuration limits bodies and heads`() throws {
    let server = try serving(#""maxBody":1024,"maxHead":2048"#)
    let text = String(repeating: "x", count: 1024)
    let long = try server.connect().send("POST", "/note", text + "x")
    #expect(long.status == 413)
    #expect(
      long.body == "The request body is too large; " + Self.remedy("maxBody", "--max-body"))
    #expect(try server.connect().send("POST", "/note", text).status == 400)
    let far = try server.connect().send("GET", "/" + text)
    #expect(far.status == 414)
    #expect(
      far.body == "The request target is too long; " + Self.remedy("maxHead", "--max-head"))
  }

  @Test func `the configuration limits control calls separately`() throws {
    let server = try serving(#""maxBody":1024,"maxControlBody":2048"#)
    let call = "{\"advance\":\"1h\"" + String(repeating: " ", count: 2000) + "}"
    let path = "/__ghostlight/v1/clock"
    #expect(try server.connect(to: "control").send("POST", path, call).status == 200)
    let long = try server.connect(to: "control").send(
      "POST", path, call + String(repeating: " ", count: 100))
    #expect(long.status == 413)
    #expect(
      long.body == #"{"error":"the request body is too large; raise \"limits.maxControlBody\" in "#
        + #"ghostlight.json"}"#)
  }

  @Test func `the configuration limits connections`() throws {
    let server = try serving(#""maxConnections":1"#)
    let first = try server.connect()
    #expect(try first.send("GET", "/").status == 200)
    let second = try server.connect().send("GET", "/")
    #expect(second.status == 503)
    #expect(
      second.body == "There are too many connections; "
        + Self.remedy("maxConnections", "--max-connections"))
    #expect(try first.send("GET", "/").status == 200)
  }

  @Test(arguments: [([], 413), (["--max-body", "2k"], 400)])
  func `a recorder of an emulator has its configured limits unless an option sets others`(
    _ arguments: [String], _ status: Int
  ) throws {
    let config = try folder.write(#"{"limits":{"maxBody":1024}}"#, to: "ghostlight.json")
    let recorder = try RunningListener(
      ["record", "--upstream", "stackmob", "-o", folder["a.har"], "--config", config] + arguments)
    let reply = try recorder.connect().send("POST", "/note", String(repeating: "x", count: 1025))
    #expect(reply.status == status)
  }

  @Test func `the --allow-host option adds allowed hosts`() throws {
    let server = try RunningServer("--allow-host", "mac.local", "--allow-host", "*.dev.corp")
    let statuses = try ["mac.local", "a.dev.corp", "evil.example"].map { host in
      try server.connect().send("GET", "/", host: host).status
    }
    #expect(statuses == [200, 200, 403])
  }

  @Test(arguments: ["serve", "exec", "proxy", "doctor"])
  func `a wrong limit in the configuration is refused with its place`(_ command: String) throws {
    let config = try folder.write(#"{"limits":{"maxHead":1}}"#, to: "ghostlight.json")
    let result = try Command.run(
      [command, "--config", config] + (command == "exec" ? ["--", "true"] : []))
    #expect(result.code == (command == "doctor" ? 1 : 65))
    #expect(
      (result.output + result.errors).contains(
        "\(config): $.limits.maxHead: expected a whole number of bytes from 1024 to "
          + "1099511627776, found the number 1"))
  }
}
