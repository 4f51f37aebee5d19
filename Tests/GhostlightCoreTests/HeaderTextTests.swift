import GhostlightCore
import Testing

@Suite struct `Header text` {
  @Test(arguments: [
    ("", ""),
    ("plain ~ text!", "plain ~ text!"),
    ("a\nb\rc\td", #"a\nb\rc\td"#),
    ("a\r\nX-Evil: 1", #"a\r\nX-Evil: 1"#),
    ("\u{0}\u{7f}\u{1b}", #"\u{0}\u{7f}\u{1b}"#),
    ("ä€😀", #"\u{e4}\u{20ac}\u{1f600}"#),
    ("e\u{301}", #"e\u{301}"#),
    (#"back\slash"#, #"back\slash"#),
  ])
  func `characters other than visible ASCII are escaped`(text: String, safe: String) {
    #expect(HeaderText.print(text) == safe)
  }

  @Test(arguments: [
    (3999, 3999), (4000, 4000), (4001, 4003), (100_000, 4003),
  ])
  func `long header text is cut and ends with dots`(length: Int, printed: Int) {
    let safe = HeaderText.print(String(repeating: "x", count: length))
    #expect(safe.utf8.count == printed)
    #expect(safe.hasSuffix("...") == (length > 4000))
  }
}
