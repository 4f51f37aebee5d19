import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@Suite struct `Curl commands` {
  private static func note(_ method: HTTPRequest.Method, _ target: String, _ body: String)
    -> Request
  {
    Request(method, RequestTarget(target), authority: "h", body: Array(body.utf8))
  }

  @Test(arguments: [
    (note(.get, "/a?b=[1]", ""), "curl -i -g 'http://h/a?b=[1]' -H 'X: it'\\''s' -H 'Y;'"),
    (
      note(.get, "/a", "q"),
      "curl -i -X GET 'http://h/a' -H 'X: it'\\''s' -H 'Y;' -H 'Content-Type:' --data-raw 'q'"
    ),
    (note(.head, "/a", ""), "curl -I 'http://h/a' -H 'X: it'\\''s' -H 'Y;'"),
    (
      note(.put, "/a", "four"),
      "curl -i -X PUT 'http://h/a' -H 'X: it'\\''s' -H 'Y;' -H 'Content-Type:' --data-binary @body"
        + "  # 4 bytes, which --record writes"
    ),
  ])
  func `a curl command sends the given request`(_ request: Request, _ line: String) {
    var command = CurlCommand(request)
    command.add("X", "it's")
    command.add("Y", "")
    #expect(command.text(bodyBytes: 3) == line)
  }

  @Test func `a curl command can have another address and shell variables`() {
    var command = CurlCommand(Self.note(.get, "/a", ""), to: "https://other:8443")
    command.add("Authorization", fromVariable: "AUTHORIZATION")
    #expect(
      command.text() == #"curl -i 'https://other:8443/a' -H "Authorization: $AUTHORIZATION""#)
  }

  @Test(
    arguments: [
      "@evil.example/x", "evil.example/x", "http://evil.example/x", ":80@evil.example/", "*", "",
      ".evil.example", "\\evil.example", "?@evil.example", "#@evil.example", "-o/etc/passwd",
      "\n/x", " /x", "/a#b",
    ])
  func `a curl command calls only its host, whatever the target is`(_ target: String) {
    let line = CurlCommand(Self.note(.get, target, ""), to: "http://127.0.0.1:4401").text()
    #expect(
      line == "curl -i --request-target \(ShellWord.quoted(target)) 'http://127.0.0.1:4401/'")
  }

  @Test(
    arguments: [
      ("api.example.com:8443", "http://api.example.com:8443/"), ("[::1]:80", "http://[::1]:80/"),
      ("a@evil.example", "http://localhost/"), ("127.0.0.1:80@evil.example", "http://localhost/"),
      ("evil.example/x?", "http://localhost/"), ("evil%2eexample", "http://localhost/"),
      ("evil.example\\", "http://localhost/"), ("ｅvil.example", "http://localhost/"),
      ("", "http://localhost/"),
    ])
  func `a curl command uses a request's host only if it is a plain host name`(
    _ authority: String, _ url: String
  ) {
    var request = Self.note(.get, "/", "")
    request.authority = authority
    #expect(CurlCommand(request).text().contains("'\(url)'"))
    request.scheme = "file"
    #expect(CurlCommand(request).text().contains("'\(url)'"))
  }

  /// Strings that a shell or terminal could interpret as commands.
  static let hostile = [
    "'", "''", "'\u{301}; exit 9; '\u{301}", "$(exit 9)", "`exit 9`", "\\'", "a\nexit 9\n", "\"",
    "!exit", "~", "*", "a b", "\t", "\u{1B}[201~\nexit 9\n", "\u{9B}\r\u{7F}\u{202E}x", "-e",
    "\\012",
  ]

  @Test(arguments: hostile)
  func `a shell reads any text as one word without control characters`(_ text: String)
    async throws
  {
    let word = ShellWord.quoted(text)
    #expect(!word.unicodeScalars.contains { TerminalText.isControl($0) })
    let shell = try ChildProcess(
      URL(filePath: "/bin/sh"), ["-c", "printf '<%s>' \(word) end"])
    let output = try shell.output?.readToEnd() ?? Data()
    #expect(await shell.code == 0)
    #expect(String(decoding: output, as: UTF8.self) == "<\(text)><end>")
  }

  @Test func `no part of a request is executed by the shell`() async throws {
    let method = try #require(HTTPRequest.Method("`exit`$IFS'&|*"))
    for text in Self.hostile {
      var request = Self.note(method, "/a/../" + text, text)
      request.authority = text
      var command = CurlCommand(request)
      command.add("X", text)
      command.add("`exit`", fromVariable: "UNSET")
      let script = "curl() { cat >/dev/null; for word; do printf '<%s>' \"$word\"; done; }; "
      let shell = try ChildProcess(
        URL(filePath: "/bin/sh"), ["-c", script + command.text() + "\nprintf '<end>'"])
      let output = String(decoding: try shell.output?.readToEnd() ?? Data(), as: UTF8.self)
      #expect(await shell.code == 0)
      #expect(
        output.hasPrefix("<-i>") && output.contains("<-X><`exit`$IFS'&|*>")
          && output.contains("<X: \(text)>") && output.hasSuffix("<end>"), "\(output)")
    }
  }
}
