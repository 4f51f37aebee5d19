import Foundation
import GhostlightCore
import HTTPTypes
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Control characters in the output of commands` {
  /// Terminal sequences that clear the screen, set the title, move up, and reverse the text
  /// direction.
  private static let hostile = "\u{1B}[2J\u{1B}]0;x\u{7}\u{9B}1A\r\u{8}\u{7F}\u{202E}"
  private static let shown = #"\u001b[2J\u001b]0;x\u0007\u009b1A\u000d\u0008\u007f\u202e"#
  /// The same sequences inside JSON, where the JSON writer already escapes some characters.
  private static let literal =
    #"\u001b[2J\u001b]0;x\u0007\u009b1A\r\u0008\u007f\u202e"#

  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func har() throws -> String {
    try folder.write(
      """
      {"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[{
      "startedDateTime":"2013-06-12T12:26:41.5Z","time":1.5,
      "request":{"method":"GET","url":"http://h/\(Self.literal)","httpVersion":"HTTP/1.1",
      "cookies":[],"headers":[{"name":"X","value":"\(Self.literal)"}],"queryString":[],
      "headersSize":-1,"bodySize":0},
      "response":{"status":200,"statusText":"\(Self.literal)","httpVersion":"HTTP/1.1","cookies":[],
      "headers":[],"content":{"size":2,"mimeType":"text/plain","text":"\(Self.literal)"},
      "redirectURL":"","headersSize":-1,"bodySize":2},
      "cache":{},"timings":{"send":0,"wait":1.5,"receive":0}}]}}
      """, to: "a.har")
  }

  private func pact(_ provider: String = "stackmob") throws -> String {
    try folder.write(
      """
      {"consumer":{"name":"\(Self.literal)"},"provider":{"name":"\(provider)"},"interactions":[
      {"description":"\(Self.literal)","providerStates":[{"name":"\(Self.literal)"}],
      "request":{"method":"GET","path":"/x","headers":{"X-A":"\(Self.literal)"}},
      "response":{"status":299}}],"metadata":{"pactSpecification":{"version":"3.0.0"}}}
      """, to: "pact.json")
  }

  /// Checks that the output is not empty, and that its only control characters are tabs and
  /// newlines.
  private func check(
    _ result: CommandResult, _ comment: String, location: SourceLocation = #_sourceLocation
  ) {
    let text = result.output + result.errors
    let controls = text.unicodeScalars.filter { TerminalText.isControl($0) }
    #expect(controls.isEmpty, "\(comment): \(text)", sourceLocation: location)
    #expect(!text.isEmpty, "\(comment)", sourceLocation: location)
  }

  @Test func `the output about a recording has no control characters`() throws {
    let path = try har()
    for arguments in [
      ["inspect", path], ["inspect", path, "--entry", "1"], ["inspect", path, "--format", "json"],
      ["lint", path], ["lint", path, "--format", "json"],
    ] {
      check(try Command.run(["recordings"] + arguments), "\(arguments)")
    }
    for format in ["text", "json"] {
      let drift = try Command.run("diff", "stackmob", path, "--format", format)
      check(drift, "diff \(format)")
    }
    let json = try Command.run("recordings", "inspect", path, "--entry", "1").output
    let entry = try JSON.parse(Array(json.utf8))
    #expect(entry["response"]?["content"]?["text"]?.string == Self.hostile)
  }

  @Test func `the output about a contract has no control characters`() throws {
    let path = try pact()
    for format in ["text", "json", "github"] {
      check(
        try Command.run("verify", path, "--verbose", "--format", format), "verify \(format)")
    }
    let report = try Command.run("verify", path, "--verbose").output
    #expect(report.contains("✗ \(Self.shown)"), "\(report)")
    check(try Command.run("contracts", "evidence", path), "evidence")
    check(try Command.run("verify", try pact(Self.literal)), "verify an unknown provider")
  }

  @Test func `the output about broken files or wrong arguments has no control characters`() throws {
    let broken = try folder.write(
      #"{"\#(Self.literal)":1,"mia":{"x\#(Self.literal)":2}}"#, to: "c.json")
    check(try Command.run("exec", "--config", broken, "--", "true"), "configuration")
    let name = Self.hostile
    for arguments in [
      [name], ["serve", "--\(name)"], ["serve", "--config", name], ["verify", name],
      ["recordings", "inspect", name], ["status", "--url", name], ["exec", "--record", name, "x"],
      ["record", "--upstream", name, "-o", folder["o.har"]], ["exec", "--", name],
    ] {
      check(try Command.run(arguments), "\(arguments)")
    }
  }

  @Test func `the output about an upstream has no control characters`() async throws {
    let path = try pact("notes")
    try await ServedResponder.run({ _ in
      Response(
        HTTPResponse.Status(code: 200, reasonPhrase: "ok\u{9B}"), body: Array(Self.hostile.utf8))
    }) { server in
      let result = try Command.run("verify", path, "--against", server.url)
      check(result, "verify")
      #expect(result.output.contains(Self.shown), "\(result.output)")
    }
  }
}
