import GhostlightCore
import Testing

@testable import GhostlightRecording

@Suite struct `Replacement of byte strings` {
  private static func index(_ secrets: KeyValuePairs<String, String>) -> SecretIndex {
    var index = SecretIndex()
    for (secret, replacement) in secrets { index.add(secret, replacement: replacement) }
    return index
  }

  private static let index = index([
    "kj3hKJH23kjh4KJH": "<long>", "kj3hKJH23kjh4KJH9": "<longer>", "hunter2": "<word>",
    "q+Z/8 \"x\"=é7Tk": "<odd>", "1234": "<weak>", "4929123456781234": "<digits>",
  ])

  @Test(
    arguments: [
      ("xkj3hKJH23kjh4KJHx", "x<long>x"), ("kj3hKJH23kjh4KJH9", "<longer>"),
      ("kj3hKJH23kjh4KJ", nil), ("kj3hKJH23kjh4KJHkj3hKJH23kjh4KJH", "<long><long>"),
      ("hunter2", "<word>"), ("xhunter2", nil), ("hunter23", nil), ("-hunter2.", "-<word>."),
      ("%2Fhunter2", "%2F<word>"), (#"\nhunter2"#, #"\n<word>"#), (#"\nhunter2x"#, nil),
      ("%2Fhunter2x", nil), ("1234", nil), ("", nil),
      ("q%2BZ%2F8+%22x%22%3D%C3%A97Tk", "<odd>"), ("q+Z/8+\"x\"=é7Tk", "<odd>"),
      ("q%252BZ%252F8%2520%2522x%2522%253D%25C3%25A97Tk", "<odd>"),
      (#"q+Z\/8 \"x\"=\u00e97Tk"#, nil), (#"q+Z\/8 \"x\"=é7Tk"#, "<odd>"),
      (#"q\u002bZ\u002F8\u0020\u0022x\"=é7Tk"#, "<odd>"),
      ("q+Z/8 &quot;x&#34;=é7Tk", "<odd>"), ("q+Z/8 &quot;x&quot=é7Tk", nil),
      ("a4929123456781234", nil), ("-4929123456781234", "-<digits>"),
      ("{\"a\":4929123456781234}", "{\"a\":990000001}"),
      ("[ 4929123456781234 ,", "[ 990000001 ,"), ("[4929123456781234]", "[990000001]"),
      (",4929123456781234,", ",990000001,"), ("\"4929123456781234\"", "\"<digits>\""),
      (":4929123456781234", ":<digits>"), ("4929123456781234}", "<digits>}"),
      ("=4929123456781234}", "=<digits>}"), (":4929123456781234;", ":<digits>;"),
    ] as [(String, String?)])
  func `a secret is replaced in each spelling`(_ text: String, _ expected: String?) {
    #expect(Self.index.replacing(in: text) == expected)
  }

  @Test(arguments: 0..<4)
  func `a secret is replaced in base64 at each offset`(_ offset: Int) throws {
    let secret = "kj3hKJH23kjh4KJH"
    let text = String("abc".prefix(offset)) + secret + ", and more"
    let changed = Self.index.replacing(in: "x: \(Base64.text(text));")
    #expect(changed == "x: \(Base64.text(text.replacing(secret, with: "<long>")));")
    let unpadded = Base64.text(text).replacing("=", with: "")
    let found = try #require(Self.index.replacing(in: unpadded))
    #expect(
      Base64Text.decode(found).map { String(decoding: $0, as: UTF8.self) }
        == text.replacing(secret, with: "<long>"))
  }

  @Test func `a secret is replaced in base64 that is part of a longer run`() throws {
    let run = Base64.text("kj3hKJH23kjh4KJH!!")
    for skipped in 1..<4 {
      let before = String("abc".prefix(skipped))
      let changed = try #require(Self.index.replacing(in: before + run))
      #expect(changed == before + Base64.text("<long>!!"))
    }
    #expect(Self.index.replacing(in: String(run.prefix(11))) == nil)
  }

  @Test func `base64 for URLs stays base64 for URLs`() {
    let secret = "kj3hKJH23kjh4KJH"
    let coded = Base64Text.encodeForURL(Array("\(secret)\u{7F}~~?".utf8))
    let expected = Base64Text.encodeForURL(Array("<long>\u{7F}~~?".utf8))
    #expect(Self.index.replacing(in: coded) == expected)
  }

  @Test func `an index without strong secrets replaces nothing`() {
    var index = SecretIndex()
    #expect(index.isEmpty)
    index.add("1234", replacement: "x")
    #expect(index.isEmpty)
    #expect(index.replacing(in: "1234") == nil)
    index.add("a1B2c3D4e5F6", replacement: "x", number: "7")
    #expect(!index.isEmpty)
  }

  @Test func `a number has the placeholder of its own`() {
    var index = SecretIndex()
    index.add("4929123456781234", replacement: "x", number: "990000005")
    #expect(index.replacing(in: "[4929123456781234,1]") == "[990000005,1]")
  }

  @Test(
    arguments: [
      ("a", 0x61, 1), ("%41", 0x41, 3), ("%2", 0x25, 1), ("%zz", 0x25, 1), ("%2541", 0x41, 5),
      ("%25zz", 0x25, 3), (#"\/"#, 0x2F, 2), (#"\""#, 0x22, 2), (#"\\"#, 0x5C, 2),
      (#"\n"#, 0x0A, 2), (#"\r"#, 0x0D, 2), (#"\t"#, 0x09, 2), (#"\u0041"#, 0x41, 6),
      (#"\u007f"#, 0x7F, 6), (#"\u0080"#, 0x5C, 1), (#"\u004"#, 0x5C, 1), (#"\x"#, 0x5C, 1),
      (#"\"#, 0x5C, 1), ("&amp;", 0x26, 5), ("&lt;", 0x3C, 4), ("&gt;", 0x3E, 4),
      ("&quot;", 0x22, 6), ("&apos;", 0x27, 6), ("&#39;", 0x27, 5), ("&#34;", 0x22, 5),
      ("&#x27;", 0x27, 6), ("&amp", 0x26, 1), ("&x;", 0x26, 1),
    ] as [(String, UInt8, Int)])
  func `a byte is read with its escape`(_ text: String, _ byte: UInt8, _ length: Int) throws {
    let bytes = [0x2D] + Array(text.utf8)
    let read = try #require(EscapedByte(bytes, at: 1))
    #expect(read.byte == byte)
    #expect(read.end == length + 1)
    #expect(EscapedByte(bytes, at: bytes.count) == nil)
  }

  @Test(arguments: [
    ("a &amp; b", "a & b"), ("&lt;&gt;&quot;&apos;", "<>\"'"), ("a&b", "a&b"), ("", ""),
    ("&amp;lt;", "&lt;"),
  ])
  func `entities of markup are decoded once`(_ text: String, _ plain: String) {
    #expect(MarkupText.decode(text) == plain)
  }

  private static func segments(
    _ path: String, rules: RedactionRules = .standard
  ) -> [String] {
    let bytes = Array(path.utf8)
    var secrets = PathSecrets(bytes, rules)
    var found: [String] = []
    while let segment = secrets.next() {
      guard let name = segment.name else { continue }
      let value = String(decoding: bytes[segment.range], as: UTF8.self)
      found.append("\(name)\(segment.isWeak ? "?" : ""): \(value)")
    }
    return found
  }

  private static let webhook = String(repeating: "kT9vQ2mZx81LpR4sW7yB", count: 3)

  @Test(arguments: [
    ("/token/abcdefg1", ["token: abcdefg1"]), ("/token/abcdef1", []), ("/token/abcdefgh", []),
    ("/token/x/abcdefg1", []), ("/reset/9f86d081884c7d659a2f", ["reset?: 9f86d081884c7d659a2f"]),
    ("/reset/keynote-talk", []),
    (
      "/reset-it/9f86d081884c7d659a2f",
      [
        "reset-it?: 9f86d081884c7d659a2f"
      ]
    ), ("/etag/9f86d081884c7d659a2f", []), ("/page/9f86d081884c7d659a2f", []),
    (
      "/magic/9f86d081884c7d659a2f/token/a1b2c3d4",
      [
        "magic?: 9f86d081884c7d659a2f", "token: a1b2c3d4",
      ]
    ),
    (
      "/\(String(repeating: "x", count: 27))-reset/9f86d081884c7d659a2f", []
    ),
    ("/services/T0/B0/abcdefghijklmnopqrst", ["webhook: abcdefghijklmnopqrst"]),
    ("/workflows/T0/B0/abcdefghijklmnopqrst", ["webhook: abcdefghijklmnopqrst"]),
    ("/triggers/T0/B0/abcdefghijklmnopqrst", ["webhook: abcdefghijklmnopqrst"]),
    ("/services/T0/B0/abcdefghijklmnopqrs", []), ("/services/X0/B0/abcdefghijklmnopqrst", []),
    ("/services/T0/X0/abcdefghijklmnopqrst", []), ("/other/T0/B0/abcdefghijklmnopqrst", []),
    ("/webhooks/123/\(webhook)", ["webhook: \(webhook)"]), ("/webhooks/12a/\(webhook)", []),
    ("/webhooks/123/\(webhook.dropLast())", []), ("/hooks/123/\(webhook)", []),
    (
      "/bot12345:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1/getMe",
      [
        "telegram_token: 12345:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw1"
      ]
    ), ("/bot12345:AAHdqTcvCH1vGWJxfSeofSAs0K5PALDsaw/getMe", []),
  ])
  func `secrets of a path are known by the segments before them`(
    _ path: String, _ found: [String]
  ) {
    #expect(Self.segments(path) == found)
    #expect(Self.segments(path, rules: .off) == [])
  }
}

extension SecretIndex {
  /// Returns the string with every secret replaced; `nil` if it contains none.
  fileprivate func replacing(in text: String) -> String? {
    replacing(in: Array(text.utf8)).map { String(decoding: $0, as: UTF8.self) }
  }
}
