import TestSupport
import Testing

@testable import GhostlightCLI

@Suite(.limitedConcurrency) struct `Limits on the command line` {
  @Test(arguments: [
    ("0", 0), ("500", 500), ("64k", 65_536), ("64K", 65_536), ("16M", 16_777_216),
    ("2g", 2_147_483_648), ("1024G", 1_099_511_627_776), ("1099511627776", 1_099_511_627_776),
  ])
  func `a size is read with its unit`(_ text: String, _ bytes: Int) {
    #expect(ByteSize(argument: text) == ByteSize(bytes: bytes))
  }

  @Test(arguments: [
    "", "k", "M", "-1", "+1", "1.5M", "1 M", "16MB", "1T", "x", "٣", "1025G", "1099511627777",
    "99999999999999999999",
  ])
  func `a text that is not a size is refused`(_ text: String) {
    #expect(ByteSize(argument: text) == nil)
  }

  @Test(arguments: [
    (0, "0"), (1000, "1000"), (1024, "1k"), (65_536, "64k"), (16 << 20, "16M"), (3 << 30, "3G"),
  ])
  func `a size is printed in the largest unit that fits`(_ bytes: Int, _ text: String) {
    #expect(ByteSize(bytes: bytes).defaultValueDescription == text)
  }

  @Test func `the --max-body and --max-head options limit bodies and heads`() throws {
    let server = try RunningServer("--max-body", "1k", "--max-head", "2k")
    let text = String(repeating: "x", count: 1024)
    let long = try server.connect().send("POST", "/note", text + "x")
    #expect(long.status == 413)
    #expect(long.body == "The request body is too large; --max-body sets the limit.\n")
    #expect(try server.connect().send("POST", "/note", text).status == 400)
    let far = try server.connect().send("GET", "/" + text)
    #expect(far.status == 414)
    #expect(far.body == "The request target is too long; --max-head sets the limit.\n")
  }

  @Test func `the --max-control-body option limits control calls separately`() throws {
    let server = try RunningServer("--max-body", "1k", "--max-control-body", "2k")
    let call = "{\"advance\":\"1h\"" + String(repeating: " ", count: 2000) + "}"
    let path = "/__ghostlight/v1/clock"
    #expect(try server.connect(to: "control").send("POST", path, call).status == 200)
    let long = try server.connect(to: "control").send(
      "POST", path, call + String(repeating: " ", count: 100))
    #expect(long.status == 413)
    #expect(
      long.body
        == #"{"error":"the request body is too large; --max-control-body sets the limit"}"#)
  }

  @Test func `the --max-connections option limits connections`() throws {
    let server = try RunningServer("--max-connections", "1")
    let first = try server.connect()
    #expect(try first.send("GET", "/").status == 200)
    let second = try server.connect().send("GET", "/")
    #expect(second.status == 503)
    #expect(
      second.body == "There are too many connections; --max-connections sets the limit.\n")
    #expect(try first.send("GET", "/").status == 200)
  }

  @Test func `the --allow-host option adds allowed hosts`() throws {
    let server = try RunningServer("--allow-host", "mac.local", "--allow-host", "*.dev.corp")
    let statuses = try ["mac.local", "a.dev.corp", "evil.example"].map { host in
      try server.connect().send("GET", "/", host: host).status
    }
    #expect(statuses == [200, 200, 403])
  }

  @Test(arguments: [
    (["--max-work", "0"], "--max-work takes a number from 1 to 1000000000000."),
    (["--allow-host", ""], "--allow-host takes a host name."),
    (["--max-connections", "0"], "--max-connections takes a number from 1."),
    (["--idle-timeout", "0"], "--idle-timeout takes seconds from 1 to 86400."),
    (["--idle-timeout", "86401"], "--idle-timeout takes seconds from 1 to 86400."),
    (["--contracts", "none"], "--contracts: there is no none."),
    (["--contract-results", "none"], "--contract-results: there is no none."),
    (["--max-head", "1023"], "--max-head takes a size from 1k."),
    (["--max-body", "much"], "The value 'much' is invalid for '--max-body <SIZE>'"),
  ])
  func `a wrong limit is refused with the allowed values`(
    _ arguments: [String], _ message: String
  ) throws {
    let result = try Command.run(["serve"] + arguments)
    #expect(result.code == 64)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("Error: \(message)"), "\(result.errors)")
  }
}
