import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Upstreams of services` {
  private let folder: TemporaryFolder
  /// A server whose responses have the requested paths as their bodies.
  private let live: RunningListener

  init() throws {
    folder = try TemporaryFolder()
    try Self.write(["/cats"], from: "https://search.example", to: "search.har", in: folder)
    let paths = ["/cats", "/dogs", "/birds"]
    let file = try Self.write(paths, from: "http://live.example", to: "live.har", in: folder)
    live = try RunningListener("replay", file, "--policy", "last")
  }

  /// Writes a recording of `GET` requests whose responses have the path as their body.
  @discardableResult
  private static func write(
    _ paths: [String], from url: String, to name: String, in folder: TemporaryFolder
  ) throws -> String {
    let parts = url.components(separatedBy: "://")
    let recording = Recording(
      paths.map {
        RecordedExchange(
          Request(.get, RequestTarget($0), scheme: parts[0], authority: parts[1]),
          Response(.ok, headers: [.contentType: "text/plain"], body: Array($0.utf8)))
      })
    return try folder.write(
      String(decoding: HARDocument(recording).bytes, as: UTF8.self), to: name)
  }

  private func configure(_ services: String) throws -> String {
    try folder.write(#"{"services":{\#(services)}}"#, to: "ghostlight.json")
  }

  private func urls(in name: String) throws -> [String] {
    let recording = try Recording(HARDocument(reading: Array(folder.read(name).utf8), named: name))
    return recording.exchanges.map {
      "\($0.request.scheme)://\($0.request.authority)\($0.request.target)"
    }
  }

  @Test func `an upstream is a service with faults and a journal, and is recorded`() throws {
    let config = try configure(
      #""legacy":{"upstream":"\#(live.url)","record":"legacy.har"}"#)
    for target in ["/cats", "/dogs"] {
      let server = try RunningServer("--config", config, "--log", "text")
      let client = try server.connect(to: "legacy")
      #expect(try client.send("GET", target).body == target)
      #expect(folder.exists("legacy.har.partial"))
      #expect(
        try server.run(
          "faults", "--add", #"{"emulator":"legacy","nth":1,"status":503}"#
        ).code == 0)
      #expect(try client.send("GET", "/birds").status == 503)
      let lines = try server.run("requests").output.components(separatedBy: "\n")
      #expect(lines.count { $0.contains("200     forwarded") } == 1, "\(lines)")
      #expect(lines.count { $0.contains("503     injected") } == 1, "\(lines)")
      let result = try server.end()
      #expect(result.code == 0)
      #expect(result.errors.hasSuffix("1 exchange added to \(folder["legacy.har"])\n"))
      #expect(!folder.exists("legacy.har.partial"))
    }
    #expect(try urls(in: "legacy.har") == ["\(live.url)/cats", "\(live.url)/dogs"])
  }

  @Test func `a miss is recorded and replayed by the next start`() throws {
    var server = try RunningServer(
      "--config",
      try configure(
        #""search":{"replay":"search.har","policy":"last","misses":"#
          + #"{"upstream":"\#(live.url)","record":"search.har"}}"#))
    var client = try server.connect(to: "search")
    for _ in 1...2 { #expect(try client.send("GET", "/dogs").body == "/dogs") }
    #expect(try client.send("GET", "/cats").body == "/cats")
    #expect(try server.end().code == 0)
    #expect(
      try urls(in: "search.har")
        == ["/cats", "/dogs", "/dogs"].map { "https://search.example" + $0 })
    server = try RunningServer(
      "--config", try configure(#""search":{"replay":"search.har","policy":"last"}"#))
    client = try server.connect(to: "search")
    #expect(try client.send("GET", "/cats").body == "/cats")
    #expect(try client.send("GET", "/dogs").body == "/dogs")
    #expect(try client.send("GET", "/birds").status == 501)
  }

  @Test func `a server without misses writes nothing`() throws {
    let before = try folder.read("search.har")
    let server = try RunningServer(
      "--config",
      try configure(
        #""search":{"replay":"search.har","misses":"#
          + #"{"upstream":"\#(live.url)","record":"search.har"}}"#))
    #expect(try server.connect(to: "search").send("GET", "/cats").body == "/cats")
    #expect(try server.end().code == 0)
    #expect(try folder.read("search.har") == before)
    #expect(!folder.exists("search.har.partial"))
  }

  @Test func `a data folder refuses to record into a recording whose position it keeps`() throws {
    let config = try configure(
      #""search":{"replay":"search.har","misses":"#
        + #"{"upstream":"\#(live.url)","record":"search.har"}}"#)
    let result = try Command.run(
      "serve", "--port-base", "0", "--config", config, "--data", folder["data"])
    #expect(result.code == 65)
    #expect(
      result.errors.contains(#"$.services.search.misses.record: is a file of "replay""#),
      "\(result.errors)")
    #expect(!folder.exists("data"))
  }

  @Test func `a server that cannot be reached is a 502 with the reason`() throws {
    #expect(try live.end().code == 0)
    let server = try RunningServer(
      "--config", try configure(#""legacy":{"upstream":"\#(live.url)"}"#))
    let response = try server.connect(to: "legacy").send("GET", "/cats")
    #expect(response.status == 502)
    #expect(response.body.contains("\(live.url)"), "\(response.body)")
  }
}
