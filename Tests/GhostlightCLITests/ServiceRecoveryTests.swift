import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Recordings of services that were killed` {
  private let folder: TemporaryFolder
  /// A server whose responses have the requested paths as their bodies.
  private let live: RunningListener
  /// A configuration with a service `legacy` that records the live server.
  private let config: String

  init() throws {
    folder = try TemporaryFolder()
    let paths: KeyValuePairs = ["/cats": "/cats", "/dogs": "/dogs", "/birds": "/birds"]
    let file = try Self.write(paths, from: "http://live.example", to: "live.har", in: folder)
    live = try RunningListener("replay", file, "--policy", "last")
    config = try folder.write(
      #"{"services":{"legacy":{"upstream":"\#(live.url)","record":"legacy.har"}}}"#,
      to: "ghostlight.json")
  }

  /// Writes a recording of `GET` requests with these paths and response bodies.
  @discardableResult
  private static func write(
    _ bodies: KeyValuePairs<String, String>, from url: String, to name: String,
    in folder: TemporaryFolder
  ) throws -> String {
    let parts = url.components(separatedBy: "://")
    let recording = Recording(
      bodies.map { path, body in
        RecordedExchange(
          Request(.get, RequestTarget(path), scheme: parts[0], authority: parts[1]),
          Response(.ok, headers: [.contentType: "text/plain"], body: Array(body.utf8)))
      })
    return try folder.write(
      String(decoding: HARDocument(recording).bytes, as: UTF8.self), to: name)
  }

  /// Returns the paths of the requests in a recording.
  private func paths(in name: String = "legacy.har") throws -> [String] {
    try Recording(HARDocument(reading: Array(folder.read(name).utf8), named: name)).exchanges
      .map(\.request.target.raw)
  }

  /// Records responses of the live server, and kills the server that records them.
  private func record(_ targets: String..., then signal: Int32 = SIGKILL) throws -> CommandResult {
    let server = try RunningServer("--config", config)
    let client = try server.connect(to: "legacy")
    for target in targets {
      let reply = try client.send("GET", target, fields: ["Authorization: Bearer opensesame7"])
      #expect(reply.body == target)
    }
    return try server.end(signal)
  }

  /// Returns the line about recovered exchanges of the service `legacy`.
  private func line(_ count: String, of name: String = "legacy.har") -> String {
    "ghostlight: recovered \(count) of \(folder[name]).partial into \(folder[name])\n"
  }

  @Test func `the next start adds the exchanges of a killed server to the file`() throws {
    #expect(try record("/cats", "/dogs").code == 128 + SIGKILL)
    #expect(try folder.read("legacy.har.partial").contains("opensesame7"))
    #expect(!folder.exists("legacy.har"))
    #expect(try record("/birds").errors == line("2 exchanges"))
    #expect(try paths() == ["/cats", "/dogs"])
    #expect(
      try record("/cats", then: SIGTERM)
        == CommandResult(
          code: 0, output: "", errors: line("1 exchange")))
    #expect(try paths() == ["/cats", "/dogs", "/birds", "/cats"])
    #expect(!folder.exists("legacy.har.partial"))
    #expect(try !folder.read("legacy.har").contains("opensesame7"))
  }

  @Test func `exchanges are added once if a start is killed before it removes the partial file`()
    throws
  {
    _ = try record("/cats", "/dogs")
    let partial = try Data(contentsOf: URL(filePath: folder["legacy.har.partial"]))
    #expect(try record(then: SIGTERM).errors == line("2 exchanges"))
    try partial.write(to: URL(filePath: folder["legacy.har.partial"]))
    #expect(try record(then: SIGTERM).errors == "")
    #expect(try paths() == ["/cats", "/dogs"])
    #expect(!folder.exists("legacy.har.partial"))
  }

  @Test func `an exchange that the kill cut off is named, and the others are recovered`() throws {
    _ = try record("/cats", "/dogs")
    let partial = URL(filePath: folder["legacy.har.partial"])
    try Data(contentsOf: partial).dropLast(3).write(to: partial)
    let errors = try record(then: SIGTERM).errors
    #expect(errors.hasSuffix(line("1 exchange")))
    let warning = "ghostlight: warning: \(partial.path): "
    #expect(
      errors.hasPrefix("\(warning)GET /dogs: left out, the recorder ended before the exchange\n"))
    #expect(try paths() == ["/cats"])
  }

  @Test func `a partial file that a running process writes is not taken`() throws {
    let server = try RunningServer("--config", config)
    #expect(try server.connect(to: "legacy").send("GET", "/cats").body == "/cats")
    let refused = try Command.run("serve", "--port-base", "0", "--config", config)
    #expect(
      refused
        == .message(
          65,
          "\(config): $.services.legacy.record: "
            + "\(folder["legacy.har.partial"]) is in use: another process records to it; wait "
            + "until that process ends, or record to another file"))
    #expect(try server.connect(to: "legacy").send("GET", "/dogs").body == "/dogs")
    #expect(try server.end().code == 0)
    #expect(try paths() == ["/cats", "/dogs"])
  }

  @Test(arguments: [
    ("", "it is nothing that a recorder left: give `ghostlight recordings recover` a file"),
    ("GHOSTLIGHT PARTIAL RECORDING 2\n", "it has form 2, and this version reads up to 1: "),
  ])
  func `a partial file that cannot be read is kept and refused`(
    _ text: String, _ reason: String
  ) throws {
    let partial = try folder.write(text, to: "legacy.har.partial")
    let result = try Command.run("serve", "--port-base", "0", "--config", config)
    #expect(result.code == 65)
    let start = "ghostlight: \(config): $.services.legacy.record: cannot use \(partial): \(reason)"
    #expect(result.errors.hasPrefix(start), "\(result.errors)")
    #expect(try folder.read("legacy.har.partial") == text)
  }

  @Test func `nothing is added to a file that is not a recording`() throws {
    _ = try record("/cats")
    try folder.write("{}", to: "legacy.har")
    let result = try Command.run("serve", "--port-base", "0", "--config", config)
    #expect(result.code == 65)
    #expect(
      result.errors.contains(
        "$.services.legacy.record: \(folder["legacy.har.partial"]) is what a "),
      "\(result.errors)")
    #expect(try folder.read("legacy.har") == "{}")
    #expect(folder.exists("legacy.har.partial"))
  }

  @Test func `reading the configuration again does not recover the file being written`() throws {
    let server = try RunningServer(
      ["--config", config, "--watch"], by: URL(filePath: "/bin/sh"),
      ["-c", #"exec "$0" "$@" 2>&1"#, GhostlightBinary.url?.path ?? ""])
    let client = try server.connect(to: "legacy")
    #expect(try client.send("GET", "/cats").body == "/cats")
    try folder.write(folder.read("ghostlight.json") + "\n", to: "ghostlight.json")
    #expect(server.command.line() == "ghostlight: read \(config) again, and reset the state")
    #expect(folder.exists("legacy.har.partial"))
    #expect(try client.send("GET", "/dogs").body == "/dogs")
    #expect(try server.end() == CommandResult(code: 0, output: ""))
    #expect(try paths() == ["/cats", "/dogs"])
  }

  @Test func `a miss of a killed server is replayed by the next start`() throws {
    try Self.write(["/cats": "/cats"], from: "https://a.example", to: "search.har", in: folder)
    let config = try folder.write(
      #"{"services":{"search":{"replay":"search.har","policy":"last","misses":"#
        + #"{"upstream":"\#(live.url)","record":"search.har"}}}}"#, to: "search.json")
    var server = try RunningServer("--config", config)
    #expect(try server.connect(to: "search").send("GET", "/dogs").body == "/dogs")
    #expect(try server.end(SIGKILL).code == 128 + SIGKILL)
    #expect(try live.end().code == 0)
    server = try RunningServer("--config", config)
    let client = try server.connect(to: "search")
    #expect(try client.send("GET", "/dogs").body == "/dogs")
    #expect(try client.send("GET", "/cats").body == "/cats")
    #expect(try client.send("GET", "/birds").status == 502)
    #expect(try server.end().errors.hasPrefix(line("1 exchange", of: "search.har")))
  }

  @Test func `the data folder keeps the position, and misses are recovered, after a kill`() throws {
    try Self.write(
      ["/cats": "first", "/cats": "second"], from: "https://a.example", to: "search.har",
      in: folder)
    let config = try folder.write(
      #"{"services":{"search":{"replay":"search.har","misses":"#
        + #"{"upstream":"\#(live.url)","record":"misses.har"}}}}"#, to: "search.json")
    for (body, miss) in [("first", "/dogs"), ("second", "/birds"), ("/cats", "/dogs")] {
      let server = try RunningServer("--config", config, "--data", folder["data"])
      let client = try server.connect(to: "search")
      #expect(try client.send("GET", "/cats").body == body)
      #expect(try client.send("GET", miss).body == miss)
      #expect(try server.end(SIGKILL).code == 128 + SIGKILL)
    }
    let server = try RunningServer("--config", config, "--data", folder["data"])
    #expect(try paths(in: "misses.har") == ["/dogs", "/birds", "/cats", "/dogs"])
    #expect(try server.end().errors.hasSuffix(line("2 exchanges", of: "misses.har")))
  }
}
