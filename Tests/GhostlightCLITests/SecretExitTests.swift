import Foundation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Secrets of a recording in the output of commands` {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// Writes an unredacted HAR file with a login and a request with the login's token.
  ///
  /// The last response contains the string `note`.
  private func har(note: String = "fine") throws -> String {
    let entries = [
      (
        "POST", "/user/login", #"{\"username\":\"jack\",\"password\":\"s3cret-pw\"}"#,
        #"{\"access_token\":\"kT9vQ2mZx81LpR4s\"}"#
      ),
      (
        "GET", "/todo/1?access_token=kT9vQ2mZx81LpR4s", "",
        #"{\"todo_id\":\"1\",\"note\":\"\#(note)\"}"#
      ),
    ].map { method, path, sent, answered in
      let body =
        sent.isEmpty
        ? "" : #","postData":{"mimeType":"application/json","text":"\#(sent)"}"#
      return #"""
        {"startedDateTime":"2013-06-12T12:26:40.000Z","time":1,"cache":{},"timings":{},
        "request":{"method":"\#(method)","url":"http://api.example.com\#(path)","httpVersion":"HTTP/1.1",
        "cookies":[],"headers":[{"name":"Authorization","value":"Bearer kT9vQ2mZx81LpR4s"}],
        "queryString":[],"headersSize":-1,"bodySize":-1\#(body)},
        "response":{"status":200,"statusText":"OK","httpVersion":"HTTP/1.1","cookies":[],"headers":[],
        "content":{"size":-1,"mimeType":"application/json","text":"\#(answered)"},"redirectURL":"",
        "headersSize":-1,"bodySize":-1}}
        """#
    }
    let path = folder["raw.har"]
    try Data(
      #"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[\#(entries.joined(separator: ","))]}}"#
        .utf8
    ).write(to: URL(filePath: path))
    return path
  }

  @Test func `no secret is written to a contract or to start documents`() throws {
    let contract = folder["shop.json"]
    let promoted = try Command.run(
      "recordings", "promote", try har(), "--provider", "stackmob", "-o", contract)
    #expect(promoted.code == 0, "\(promoted.errors)")
    let written = try String(contentsOfFile: contract, encoding: .utf8)
    for secret in ["s3cret-pw", "kT9vQ2mZx81LpR4s"] {
      #expect(!written.contains(secret))
      #expect(!promoted.output.contains(secret))
    }
  }

  @Test(arguments: ["promote", "convert", "merge"])
  func `a possible secret stops an import with its place`(_ command: String) throws {
    let path = try har(note: "x Zx81Qp9Lm3Rt7Vw2Kd5Nb8 y")
    let output = folder["out.json"]
    let options = command == "promote" ? ["--provider", "stackmob"] : []
    let arguments = ["recordings", command, path, "-o", output] + options
    let stopped = try Command.run(arguments)
    #expect(stopped.code == 1)
    #expect(
      stopped.errors.contains("raw.har: entry 2: $.log.entries[1].response.content.text: Zx81"))
    #expect(stopped.errors.contains("nothing is written"))
    #expect(!FileManager.default.fileExists(atPath: output))
    #expect(try Command.run(arguments + ["--allow", "Zx81Qp9Lm3Rt7Vw2Kd5Nb8"]).code == 0)
  }

  @Test func `a lint of a folder without recordings fails`() throws {
    let lint = try Command.run("recordings", "lint", folder.path)
    #expect(lint.code == 1)
    #expect(lint.errors.contains("there is no recording in \(folder.path): name a HAR file"))
  }
}
