import Foundation
import GhostlightCore
import HTTPTypes
import NIOHTTP1
import TestSupport
import Testing

@testable import GhostlightServer

@Suite struct `Numbers of exchanges` {
  @Test(
    arguments: [
      ("3", [3]), ("3,5", [3, 5]), ("3-5", [3, 4, 5]), ("1,4-5,9", [1, 4, 5, 9]), ("2-2", [2]),
      ("", nil), ("0", nil), ("0-3", nil), ("3-", nil), ("-3", nil), ("5-3", nil), ("1-2-3", nil),
      ("1,", nil), ("a", nil), ("1 2", nil),
    ] as [(String, [Int]?)])
  func `numbers and ranges of them are chosen`(_ text: String, _ numbers: [Int]?) {
    let chosen = ExchangeNumbers(text)
    #expect(chosen.map { chosen in (0...10).filter(chosen.contains) } == numbers)
  }
}

@Suite struct `Origins of a client` {
  @Test(
    arguments: [
      ("http://a.example.com", "http", "a.example.com", "a.example.com", 80, ""),
      ("HTTPS://a:8443/", "https", "a:8443", "a", 8443, ""),
      ("https://a/b/c//", "https", "a", "a", 443, "/b/c"),
      ("http://[::1]:9/x", "http", "[::1]:9", "::1", 9, "/x"),
      ("http://[::1]", "http", "[::1]", "::1", 80, ""),
    ])
  func `an origin has the parts of its URL`(
    _ url: String, _ scheme: String, _ authority: String, _ host: String, _ port: Int,
    _ path: String
  ) throws {
    let origin = try #require(HTTPOrigin(url))
    #expect(origin.scheme == scheme)
    #expect(origin.authority == authority)
    #expect(origin.host == host)
    #expect(origin.port == port)
    #expect(origin.path == path)
  }

  @Test(arguments: [
    "", "a.example.com", "ftp://a", "http://", "http://:80", "http://a:x", "http://a:",
    "http://a b",
    "http://a?b", "http://a#b", "http://u@a", "http://a/é", "http://a/\u{7F}", "http:/a",
  ])
  func `another text is not an origin`(_ url: String) {
    #expect(HTTPOrigin(url) == nil)
  }

  @Test(
    arguments: [
      ("GET", "/", [], nil), ("GET", "*", [], nil), ("GET", "/é", [], nil),
      ("G T", "/", [], #""G T" is not a valid method"#),
      ("GET", "/a b", [], #"its target "/a b" has a space or a control character"#),
      ("GET", "/a\u{7F}", [], #"its target "/a\u{7f}" has a space or a control character"#),
      ("GET", "a", [], #"its target "a" does not begin with "/""#),
      ("GET", "", [], #"its target "" does not begin with "/""#),
      ("GET", "/", [("a b", "c")], #""a b" is not a valid name of a header field"#),
      ("GET", "/", [("a", "b\tc")], nil),
      ("GET", "/", [("a", "b\nc")], "its header field a has a control character"),
      ("GET", "/", [("a", "\u{7F}")], "its header field a has a control character"),
    ] as [(String, String, [(String, String)], String?)])
  func `a head that cannot be sent has a defect`(
    _ method: String, _ uri: String, _ fields: [(String, String)], _ defect: String?
  ) {
    let head = HTTPRequestHead(
      version: .http1_1, method: HTTPMethod(rawValue: method), uri: uri,
      headers: HTTPHeaders(fields))
    #expect(head.defect == defect)
  }
}

@Suite struct `Files that a server reads` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  @Test(arguments: [0, 1, 65_535, 65_536, 65_537, 200_000])
  func `a file is read whole`(_ count: Int) throws {
    let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 / 3) }
    let path = folder["file"]
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    #expect(try FileReader.bytes(of: path) == bytes)
    let reader = try FileReader(path)
    #expect(try reader.read(upTo: 10) == Array(bytes.prefix(10)))
    #expect(try reader.read(upTo: 10) == Array(bytes.dropFirst(10).prefix(10)))
    let status = try #require(FileStatus(path))
    #expect(status.isRegular && !status.isFolder && status.bytes == count)
  }

  @Test func `the status of a file tells folders, links and changes apart`() throws {
    let path = try folder.write("one", to: "a/file")
    let link = folder["link"]
    try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: path)
    #expect(FileStatus(folder["none"]) == nil)
    #expect(FileStatus(folder["a"]).map { $0.isFolder && !$0.isRegular } == true)
    #expect(FileStatus(link) == FileStatus(path))
    #expect(FileStatus(link, followsLinks: false)?.isRegular == false)
    let before = FileStatus(path)
    #expect(FileStatus(path) == before)
    try FileManager.default.setAttributes(
      [.modificationDate: Date(timeIntervalSince1970: 9)], ofItemAtPath: path)
    #expect(FileStatus(path) != before)
    #expect(throws: (any Error).self) { try FileReader.bytes(of: folder["none"]) }
  }

  @Test func `the files of a folder are found with those of its folders, but not through links`()
    throws
  {
    for name in ["b.json", "a.json", "c.txt", "in/d.json", "in/in/e.json"] {
      try folder.write("{}", to: name)
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder["in/loop"], withDestinationPath: folder[""])
    let files = ["a.json", "b.json", "in/d.json", "in/in/e.json"].map { folder[$0] }
    let root = folder["x"].dropLast(2)
    for path in [String(root), String(root) + "/"] {
      #expect(InputFolder.files(in: path, suffix: ".json") == files)
      #expect(InputFolder.files(in: path, suffix: ".txt") == [folder["c.txt"]])
    }
    #expect(InputFolder.files(in: folder["c.txt"], suffix: ".json") == [folder["c.txt"]])
    #expect(InputFolder.files(in: folder["none"], suffix: ".json") == [folder["none"]])
    #expect(InputFolder.files(in: String(root), suffix: "", most: 2).count == 2)
    #expect(InputFolder.files(in: String(root), suffix: "", most: 0) == [])
    #expect(
      InputFolder.names(in: String(root)).sorted() == ["a.json", "b.json", "c.txt", "in"])
    #expect(InputFolder.names(in: String(root), most: 3).count == 3)
    #expect(InputFolder.names(in: folder["none"]) == [])
  }
}
