import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The ghostlight recordings command` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes a small HAR file as another tool would.
  private func file(_ name: String, token: String, second: Int) throws -> String {
    try folder.write(
      """
      {"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{
      "startedDateTime":"2013-06-12T12:26:4\(second).5Z","time":1.5,
      "request":{"method":"GET","url":"http://h/todo?token=\(token)","httpVersion":"HTTP/2",
      "cookies":[],"headers":[],"queryString":[{"name":"token","value":"\(token)"}],
      "headersSize":-1,"bodySize":0},
      "response":{"status":200,"statusText":"","httpVersion":"HTTP/2","cookies":[],"headers":[],
      "content":{"size":2,"mimeType":"application/json","text":"[]"},"redirectURL":"",
      "headersSize":-1,"bodySize":2},
      "cache":{},"timings":{"send":0,"wait":1.5,"receive":0}}]}}
      """, to: name)
  }

  @Test func `the inspect command lists the exchanges as text and as JSON`() throws {
    let path = try file("a.har", token: "t0kenT0kenT0ken", second: 1)
    #expect(
      try Command.run("recordings", "inspect", path)
        == CommandResult(
          code: 0,
          output: """
            NUMBER  TIME                      STATUS  BYTES  REQUEST
            1       2013-06-12T12:26:41.500Z  200     2      GET http://h/todo?token=t0kenT0kenT0ken

            """))
    let json = try Command.run("recordings", "inspect", path, "--format", "json")
    let rows = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(rows?.first?["url"] as? String == "http://h/todo?token=t0kenT0kenT0ken")
    let whole = try Command.run("recordings", "inspect", path, "--entry", "1")
    #expect(whole.output.contains(#""method": "GET""#))
    let none = try Command.run("recordings", "inspect", path, "--entry", "2")
    #expect(
      none
        == .message(
          1, "there is no exchange 2 in \(path): `ghostlight recordings inspect \(path)` lists them"
        ))
  }

  @Test func `an archive of Playwright is inspected, checked and converted with its bodies`() throws
  {
    let har =
      #"{"log":{"entries":[{"startedDateTime":"2013-06-12T12:26:41.5Z","request":{"method":"GET","#
      + #""url":"http://h/a"},"response":{"status":200,"content":{"size":-1,"mimeType":"#
      + #""application/json","_file":"b.json"}}}]}}"#
    let archive = TestArchive.bytes(of: [
      .init("b.json", Array(#"{"password":"hunter2hunter2"}"#.utf8)),
      .init("har.har", Array(har.utf8)),
    ])
    let path = folder["a.har.zip"]
    try Data(archive).write(to: URL(filePath: path))
    let inspect = try Command.run("recordings", "inspect", path)
    #expect(inspect.code == 0)
    #expect(inspect.output.contains("200     29     GET http://h/a"))
    let lint = try Command.run("recordings", "lint", folder.path)
    #expect(lint.code == 1)
    #expect(lint.output.contains("a.har.zip: entry 1: "))
    let convert = try Command.run("recordings", "convert", path)
    #expect(convert.code == 0)
    #expect(convert.output.contains("REDACTED-password-1"))
    #expect(!convert.output.contains("hunter2"))
  }

  @Test func `the lint command fails for the secrets that convert removes`() throws {
    let path = try file("a.har", token: "t0kenT0kenT0ken", second: 1)
    let lint = try Command.run("recordings", "lint", path)
    #expect(lint.code == 1)
    #expect(lint.output.hasSuffix("2 secrets found\n"))
    let json = try Command.run("recordings", "lint", path, "--format", "json")
    let rows = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [[String: Any]]
    #expect(
      rows?.compactMap { $0["path"] as? String } == [
        "$.log.entries[0].request.url", "$.log.entries[0].request.queryString[0].value",
      ])
    #expect(try Command.run("recordings", "lint", path, "--keep", "token").code == 0)
    let clean = folder["clean.har"]
    #expect(
      try Command.run("recordings", "convert", path, "-o", clean)
        == CommandResult(code: 0, output: ""))
    #expect(
      try Command.run("recordings", "lint", clean)
        == CommandResult(code: 0, output: "no secrets found\n"))
    #expect(try folder.read("clean.har").contains("http://h/todo?token=REDACTED-token-1"))
    let printed = try Command.run("recordings", "convert", path)
    #expect(printed.output == (try folder.read("clean.har")))
  }

  @Test func `the inspect and lint commands use the entry numbers of the file`() throws {
    let whole = try file("a.har", token: "t0kenT0kenT0ken", second: 1)
    let text = try String(contentsOfFile: whole, encoding: .utf8)
    let entry = text.components(separatedBy: #""entries":["#)[1].dropLast(3)
    let failed = entry.replacing(#""status":200"#, with: #""status":0"#)
      .replacing("t0kenT0kenT0ken", with: "x")
    let late = entry.replacing("12:26:41", with: "12:26:49")
    let early = entry.replacing("t0kenT0kenT0ken", with: "t1kenT1kenT1ken")
    let path = try folder.write(
      text.components(separatedBy: #""entries":["#)[0] + #""entries":["#
        + [failed, late, early].joined(separator: ",") + "]}}", to: "three.har")
    let inspected = try Command.run("recordings", "inspect", path)
    let rows = inspected.output.split(separator: "\n").dropFirst().map { row in
      "\(row.prefix(1)) \(row.suffix(15))"
    }
    #expect(rows == ["2 t0kenT0kenT0ken", "3 t1kenT1kenT1ken"])
    #expect(inspected.errors.hasPrefix("ghostlight: warning: \(path): entry 1: "))
    let third = try Command.run("recordings", "inspect", path, "--entry", "3")
    #expect(third.output.contains("t1kenT1kenT1ken"))
    let lint = try Command.run("recordings", "lint", path)
    let numbers = Set(
      lint.output.split(separator: "\n").dropLast().map {
        $0.replacing("\(path): ", with: "").prefix { $0 != ":" }
      })
    #expect(numbers == ["entry 1", "entry 2", "entry 3"])
  }

  @Test func `the lint command accepts folders`() throws {
    try FileManager.default.createDirectory(
      atPath: folder["deep"], withIntermediateDirectories: true)
    _ = try file("deep/a.har", token: "t0kenT0kenT0ken", second: 1)
    _ = try file("b.har", token: "short", second: 1)
    try folder.write("nothing", to: "notes.txt")
    let lint = try Command.run("recordings", "lint", folder.path)
    #expect(lint.code == 1)
    #expect(lint.errors == "")
    #expect(lint.output.contains("\(folder["deep/a.har"]): entry 1: $.log.entries[0]"))
  }

  @Test func `the merge command sorts the entries of several files by time`() throws {
    let paths = [
      try file("late.har", token: "t0kenT0kenT0ken", second: 9),
      try file("early.har", token: "t1kenT1kenT1ken", second: 2),
    ]
    let merged = folder["all.har"]
    #expect(try Command.run(["recordings", "merge", "-o", merged] + paths).code == 0)
    let lines = try Command.run("recordings", "inspect", merged).output.split(separator: "\n")
    #expect(
      lines.dropFirst().map { $0.suffix(16) } == ["REDACTED-token-1", "REDACTED-token-2"])
    #expect(lines[1].contains("12:26:42.500Z"))
  }

  @Test(arguments: ["inspect", "lint", "merge", "convert"])
  func `each subcommand reports a broken file in one line`(_ subcommand: String) throws {
    let path = try folder.write("[1", to: "broken.har")
    let result = try Command.run("recordings", subcommand, path)
    #expect(result.code == 65)
    #expect(result.output == "")
    #expect(result.errors.hasPrefix("ghostlight: \(path): 1:"), "\(result.errors)")
    #expect(result.errors.split(separator: "\n").count == 1)
  }
}
