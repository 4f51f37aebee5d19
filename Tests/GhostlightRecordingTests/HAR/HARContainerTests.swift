import Foundation
import GhostlightCore
import TestSupport
import Testing

@testable import GhostlightRecording

@Suite(.limitedConcurrency) struct `Packed HAR files` {
  private static let pixels: [UInt8] = [0x89, 0x50, 0x4E, 0x47]

  /// Returns a HAR file of which each entry names the file of its response body.
  private static func har(_ names: [String], request: String? = nil) -> [UInt8] {
    let entries = names.map { name in
      let file = JSON.string(name).text()
      let post = request.map {
        #","bodySize":3,"postData":{"mimeType":"a/b","text":"","params":[],"_file":"\#($0)"}"#
      }
      return HARWriter.entry(
        HARWriter.request("POST", "http://h/", post ?? #","bodySize":0"#),
        #"{"status":200,"content":{"size":-1,"mimeType":"text/plain; charset=iso-8859-1","#
          + #""_file":\#(file)}}"#)
    }
    return Array(#"{"log":{"entries":[\#(entries.joined(separator: ","))]}}"#.utf8)
  }

  private static func bodies(_ document: HARDocument) throws -> [String] {
    try Recording(document).exchanges.map {
      String(validating: $0.response.body, as: UTF8.self) ?? "\($0.response.body)"
    }
  }

  @Test func `an archive of Playwright has its bodies in other files`() throws {
    let archive = TestArchive.bytes(of: [
      .init("b.txt", Array("Grüße".utf8)), .init("a.txt", Array("plain".utf8)),
      .init("c.png", Self.pixels), .init("r.bin", [1, 2, 255]),
      .init("har.har", Self.har(["a.txt", "b.txt", "c.png", "a.txt"], request: "r.bin")),
    ])
    let document = try HARDocument(reading: archive, named: "x.har.zip")
    #expect(try Self.bodies(document) == ["plain", "Grüße", "\(Self.pixels)", "plain"])
    #expect(
      try Recording(document).exchanges.map(\.request.body)
        == Array(repeating: [1, 2, 255], count: 4))
    #expect(document.warnings == [])
  }

  @Test(arguments: ["other.har", "folder/session.har"])
  func `an archive with one HAR file is read`(_ name: String) throws {
    let archive = TestArchive.bytes(of: [.init("x", []), .init(name, Self.har([]))])
    #expect(try HARDocument(reading: archive, named: "x.zip").log.entries == [])
  }

  @Test func `a damaged or missing body is named, and the other entries are read`() throws {
    var damaged = TestArchive.Entry("a.txt", Array("one".utf8))
    damaged.checksum = 7
    let archive = TestArchive.bytes(of: [
      damaged, .init("b.txt", Array("two".utf8)),
      .init("har.har", Self.har(["a.txt", "b.txt", "../b.txt"])),
    ])
    let document = try HARDocument(reading: archive, named: "x.zip")
    #expect(try Self.bodies(document) == ["", "two", ""])
    #expect(document.warnings.map(\.entry) == [1, 3])
    #expect(document.warnings[1].message.contains(#"its response body is in "../b.txt""#))
  }

  @Test func `all bodies together have no more bytes than the limit`() throws {
    let large = Array(String(repeating: "x", count: 2000).utf8)
    let archive = TestArchive.bytes(of: [
      .init("a.txt", large), .init("har.har", Self.har(["a.txt", "a.txt", "a.txt"])),
    ])
    let limits = HARLimits(bytes: 5000)
    let document = try HARDocument(reading: archive, named: "x.zip", limits: limits)
    #expect(try Self.bodies(document).map(\.utf8.count) == [2000, 2000, 0])
    #expect(document.warnings.map(\.entry) == [3])
  }

  /// Files of the folder's parent, hidden files, links to other places and pipes are not read.
  @Test func `bodies are read only from the folder of the HAR file`() throws {
    let folder = try TemporaryFolder()
    try FileManager.default.createDirectory(
      atPath: folder["in/sub"], withIntermediateDirectories: true)
    for name in ["in/a.txt", "in/sub/b.txt", "in/.env", "secret.txt", "in2"] {
      _ = try folder.write(name, to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder["in/inner"], withDestinationPath: "sub/b.txt")
    try FileManager.default.createSymbolicLink(
      atPath: folder["in/outer"], withDestinationPath: "../secret.txt")
    try FileManager.default.createSymbolicLink(atPath: folder["in/up"], withDestinationPath: "..")
    #expect(mkfifo(folder["in/pipe"], 0o600) == 0)
    let names = [
      "a.txt", "sub/b.txt", "inner", "../secret.txt", "sub/../../secret.txt", folder["secret.txt"],
      "outer", "up/secret.txt", ".env", "./a.txt", "../in2", "sub", "pipe", "", "a.txt/", "none",
      "a.txt\u{0}b",
    ]
    let document = try HARDocument(
      reading: Self.har(names), named: "x.har", in: HARFolder(of: folder["in/x.har"]))
    let expected = ["in/a.txt", "in/sub/b.txt", "in/sub/b.txt"]
    #expect(
      try Self.bodies(document) == expected + Array(repeating: "", count: names.count - 3))
    #expect(document.warnings.map(\.entry) == Array(4...names.count))
    // Without a folder, no file is read.
    let alone = try HARDocument(reading: Self.har(["a.txt"]), named: folder["in/x.har"])
    #expect(try Self.bodies(alone) == [""])
  }

  @Test func `bodies of the folder are read entry by entry too`() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("one", to: "a.txt")
    var rest = Self.har(["a.txt"])
    var reader = HAREntryReader(named: "x.har", in: HARFolder(of: folder["x.har"])) {
      defer { rest = [] }
      return rest
    }
    let entry = try #require(try reader.next()).entry
    #expect(entry["response"]?["content"]?["text"] == "one")
  }

  @Test(arguments: [
    "eNqrVsrJT1eyqlYqSy0qzszPU7JSMtQzUtJRSs0rKcpMLVayio6trQUA7z8MZg==",
    "H4sIAAAAAAACA6tWyslPV7KqVipLLSrOzM9TslIy1DNS0lFKzSspykwtVrKKjq2tBQAtNnoDJgAAAA==",
  ])
  func `a compressed file is read up to the limit`(_ base64: String) throws {
    let bytes = try #require(HARBody.decode(base64))
    let document = try HARDocument(reading: bytes, named: "x.zhar")
    #expect(document.json == ["log": ["version": "1.2", "entries": []]])
    #expect(
      Self.problem(bytes, HARLimits(bytes: 37))
        == "x.har: unpacks to more than 37 bytes; split it or raise the limit")
    #expect(
      Self.problem(Array(bytes.dropLast(5)))
        == "x.har: its compressed data is damaged; record it again")
  }

  /// Returns the description of the error that reading a file throws.
  private static func problem(_ bytes: [UInt8], _ limits: HARLimits = .standard) -> String? {
    do throws(HARError) {
      _ = try HARDocument(reading: bytes, named: "x.har", limits: limits)
      return nil
    } catch {
      return error.description
    }
  }

  private static func zip(_ names: String...) -> [UInt8] {
    TestArchive.bytes(of: names.map { .init($0, []) })
  }

  private static let record =
    "is a WireMock mapping; start WireMock with it, and record its responses with "
    + "`ghostlight record --upstream http://127.0.0.1:8080 -o FILE.har`"

  /// Files of other tools, each with the message that names the command.
  private static let foreign: [(bytes: [UInt8], message: String)] = [
    (
      Array("1234:4:type;4:http;7:version;2:21#".utf8),
      "is a flow file of mitmproxy; convert it with `mitmdump -nr FILE --set hardump=FILE.har`"
    ),
    (
      Array("9:websocket;0:~8:response;".utf8),
      "1:2: text after the end of the value; remove it"
    ),
    (
      Array("99:9:websocket;0:~8:response;".utf8),
      "is a flow file of mitmproxy; convert it with `mitmdump -nr FILE --set hardump=FILE.har`"
    ),
    (Array(#"{"mappings":[],"meta":{"total":0}}"#.utf8), record),
    (
      Array(#"{"request":{"urlPath":"/a","method":"GET"},"response":{"status":200}}"#.utf8), record
    ),
    (
      Array(#"{"consumer":{"name":"a"},"provider":{"name":"b"},"interactions":[]}"#.utf8),
      "is a contract; serve it with `ghostlight stub FILE`"
    ),
    (
      Array(
        #"[{"status":"COMPLETE","scheme":"https","host":"h","request":{},"response":{}}]"#.utf8),
      "is a session of Charles; convert it with `charles convert FILE.chlsj FILE.har`"
    ),
    (
      zip("_index.htm", "raw/1_c.txt", "raw/1_s.txt"),
      "is an archive of Fiddler; open it there, and export the sessions as HTTPArchive"
    ),
    (
      zip("trace.trace", "trace.network", "resources/a"),
      "is a trace of Playwright; record HAR with the option recordHar: { path: 'FILE.har' }"
    ),
    (
      zip("readme.txt"),
      "is a ZIP archive without a HAR file; unpack it with `unzip`, and give a HAR file"
    ),
    (
      zip("a.har", "b.har"),
      "is a ZIP archive with 2 HAR files; unpack it with `unzip`, and give one of them"
    ),
    (
      Array("PK\u{3}\u{4} cut off".utf8),
      "is not a ZIP archive, or its end is missing; unpack it, and give the HAR file in it"
    ),
    (Array("[]".utf8), "1:1: is not HAR; a HAR file is a JSON object with the member log"),
  ]

  @Test(arguments: foreign)
  func `a file of another tool is recognized, and the message names the command`(
    _ bytes: [UInt8], _ message: String
  ) {
    #expect(Self.problem(bytes) == "x.har: \(message)")
  }

  @Test func `an entry of an archive is not unpacked beyond the limit`() {
    let archive = TestArchive.bytes(of: [.init("har.har", Self.har(["a"]))])
    let problem = Self.problem(archive, HARLimits(bytes: 50)) ?? ""
    #expect(problem.hasSuffix("bytes, more than 50; split it or raise the limit"), "\(problem)")
  }
}
