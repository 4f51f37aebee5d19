import GhostlightCore
import Testing

@Suite struct `Text for a terminal` {
  @Test(
    arguments: [
      ("a\tb\nGrüße 日本 e\u{301} 👍", "a\tb\nGrüße 日本 e\u{301} 👍"),
      ("\u{1B}]0;title\u{7}\u{1B}[2J\u{1B}[31m", #"\u001b]0;title\u0007\u001b[2J\u001b[31m"#),
      ("kept\r\u{8}\0\u{7F}", #"kept\u000d\u0008\u0000\u007f"#),
      ("a\r\nb", "a\\u000d\nb"), ("\u{9B}31m\u{85}\u{A0}é", "\\u009b31m\\u0085\u{A0}é"),
      ("\u{202A}\u{202E}\u{2066}\u{2069}\u{200F}…", "\\u202a\\u202e\\u2066\\u2069\u{200F}…"),
    ])
  func `all control characters except tab and line feed are escaped`(
    _ text: String, _ escaped: String
  ) {
    #expect(TerminalText.escape(text) == escaped)
    #expect(TerminalText(text).rendered(isColored: true) == escaped)
  }

  @Test func `the text of a table cell is on one line`() {
    #expect(TerminalText.escape("a\tb\nc", isOneLine: true) == #"a\u0009b\u000ac"#)
  }

  @Test func `escaped JSON is the same JSON`() throws {
    let json: JSON = ["a\u{7F}": "\u{1B}[2J\u{9B}\u{202E}\\\u{7F}\t\r\n"]
    let escaped = TerminalText.escape(json.text(pretty: true))
    #expect(!escaped.unicodeScalars.contains { TerminalText.isControl($0) })
    #expect(try JSON.parse(Array(escaped.utf8)) == json)
  }

  @Test func `rendered text has only styles of its own, and none without colours`() {
    let forged = "\u{1B}[32mkept"
    let line: TerminalText = "\("✗", .red) \(forged) \(3): \(TerminalText("a", .bold))"
    #expect(line.rendered(isColored: false) == #"✗ \u001b[32mkept 3: a"#)
    #expect(
      line.rendered(isColored: true)
        == "\u{1B}[31m✗\u{1B}[0m \\u001b[32mkept 3: \u{1B}[1ma\u{1B}[0m")
    #expect(
      [line, "b"].joined(separator: "\n").rendered(isColored: false)
        == line.rendered(isColored: false) + "\nb")
  }
}
