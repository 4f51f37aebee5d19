import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Placeholders` {
  @Test(arguments: [
    ("Password", "password"), ("X-Api-Key", "x_api_key"), ("user[token]", "user_token_"),
    ("", "secret"), ("-.-", "secret"), ("é", "__"),
    (String(repeating: "a", count: 41), String(repeating: "a", count: 40)),
  ])
  func `the tag of a placeholder is the name in lower case`(_ name: String, _ tag: String) {
    #expect(Placeholder.tag(of: name) == tag)
    #expect(Placeholder.text(tag: tag, number: 7) == "REDACTED-\(tag)-7")
  }

  @Test(arguments: [
    ("REDACTED", true), ("0", true), ("1", false), ("990000000", false), ("990000001", true),
    ("999999999", true), ("1000000000", false), ("REDACTED-a-1", true), ("REDACTED-a_B-12", true),
    ("REDACTED-a", false), ("REDACTED--1", false), ("REDACTED-a-", false),
    ("REDACTED-a-1x", false), ("xREDACTED-a-1", false), ("x REDACTED-a-1", false),
    ("redacted-a-1", false), ("", false), ("type=resource&ver=1&sig=REDACTED-a-1", true),
    ("type=master&sig=REDACTED-a-1", false),
    ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiJqIn0.REDACTED-a-1", true),
    ("eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.REDACTED-a-1", false),
  ])
  func `a whole value is redacted if it is or ends with a placeholder`(
    _ text: String, _ isRedacted: Bool
  ) {
    #expect(Placeholder.isRedacted(text) == isRedacted)
  }

  @Test(arguments: [
    ("", []), ("REDACTED-a-1", ["REDACTED-a-1"]), ("REDACTED-a-", []), ("REDACTED-", []),
    ("x=REDACTED-a-1&y=REDACTED-b_c-23;", ["REDACTED-a-1", "REDACTED-b_c-23"]),
    ("REDACTED-REDACTED-a-1", ["REDACTED-a-1"]),
    (
      "REDACTED-a-1REDACTED-b-2",
      [
        "REDACTED-a-1", "REDACTED-b-2",
      ]
    ), ("REDACTED-a--1", []), ("REDACTED-a-1-2", ["REDACTED-a-1"]),
  ])
  func `placeholders are found in a text`(_ text: String, _ found: [String]) {
    #expect(Placeholder.all(in: Array(text.utf8)) == found)
  }

  @Test(
    arguments: [
      ("REDACTED-a-1", nil), ("REDACTED-a-999999", nil), ("REDACTED-a-1000000", 1_000_000),
      ("REDACTED-a-17777215", 17_777_215), ("a", nil), ("a-b", nil),
    ] as [(String, Int?)])
  func `the placeholder of a weak secret has a number from a million on`(
    _ text: String, _ number: Int?
  ) {
    #expect(Placeholder.weakNumber(in: text) == number)
  }

  @Test func `the number of a weak secret is the checksum of its value`() {
    // CRC-32 of "123456789" is 0xCBF43926; the lower 24 bits count.
    #expect(Placeholder.weakNumber(of: "123456789") == 1_000_000 + 0xF4_3926)
    #expect(Placeholder.mask(isNumber: true) == "0")
    #expect(Placeholder.mask(isNumber: false) == "REDACTED")
    #expect(Placeholder.number(1) == "990000001")
  }

  @Test func `a placeholder has the form of its secret`() {
    #expect(Placeholder.shaped("P", like: "a1B2") == "P")
    #expect(Placeholder.shaped("P", like: "type=resource&x") == "type=resource&ver=1&sig=P")
    #expect(
      Placeholder.shaped(
        "P", like: "eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJhbm4iLCJhdWQiOiJhIiwiYSI6MX0.x",
        subject: "S")
        == Self.token(["alg": "RS256", "typ": "JWT"], ["sub": "S", "aud": "a"]) + ".P")
    #expect(
      Placeholder.shaped("P", like: "eyJhIjoxfQ.eyJhIjoxfQ.", subject: "S")
        == Self.token(["alg": "none", "typ": "JWT"], [:]) + ".P")
  }

  private static func token(_ parts: JSON...) -> String {
    parts.map { Base64.text($0.text()).replacing("=", with: "") }.joined(separator: ".")
  }

  @Test(
    arguments: [
      ("ann", nil), ("ann@h", "ann@h"), ("auth0|1", "auth0|1"), ("12345", nil),
      ("123456", "123456"), ("12345a", nil), ("kT9vQ2mZx8", "kT9vQ2mZx8"), ("REDACTED-sub-1", nil),
    ] as [(String, String?)])
  func `the account of a token is a subject that identifies a user`(
    _ subject: String, _ account: String?
  ) throws {
    let text = Self.token(["alg": "none"], ["sub": .string(subject)]) + "."
    #expect(try #require(JSONWebToken(text)).account == account)
  }

  @Test(arguments: [
    ("eyJhIjoxfQ.eyJhIjoxfQ.", true), ("eyJhIjoxfQ.eyJhIjoxfQ", false),
    ("eyJhIjoxfQ.eyJhIjoxfQ..", false), ("W10.eyJhIjoxfQ.", false), ("eyJhIjoxfQ.W10.", false),
    ("eyJhIjox.eyJhIjoxfQ.", false), ("ey.ey.", false), ("", false),
  ])
  func `a token has three parts, two of them objects`(_ text: String, _ isToken: Bool) {
    #expect((JSONWebToken(text) != nil) == isToken)
  }

  @Test(arguments: [
    ("eyJhIjoxfQ.eyJhIjoxfQ.ab", true), ("eyJhIjoxfQ.eyJhIjoxfQ.a", false),
    ("eyJhIjoxfQ.eyJhIjoxf.abc", true), ("eyJhIjoxfQ.eyJhIjoxf.ab", false),
    ("xyJhIjoxfQ.eyJhIjoxfQ.ab", false), ("eyJhIjoxfQ.eyJhIjoxfQab", false),
    ("eyJhIjoxfQ.eyJh.joxfQ.ab", false),
  ])
  func `a text of 24 bytes may be a token`(_ text: String, _ isLikely: Bool) {
    #expect(JSONWebToken.isLikely(Array(text.utf8)[...]) == isLikely)
  }

  @Test(
    arguments: [
      ("", []), ("YQ", [97]), ("YQ==", [97]), ("YWI", [97, 98]), ("YWJj", [97, 98, 99]),
      ("-_8", [0xFB, 0xFF]), ("+/8=", [0xFB, 0xFF]), ("Y", nil), ("YQYQY", nil), ("Y!==", nil),
    ] as [(String, [UInt8]?)])
  func `base64 is decoded with and without padding, and in its form for URLs`(
    _ text: String, _ bytes: [UInt8]?
  ) {
    #expect(Base64Text.decode(text) == bytes)
    if let bytes { #expect(Base64Text.decode(Base64Text.encodeForURL(bytes)) == bytes) }
  }

  @Test func `base64 for URLs has no padding and two other symbols`() {
    #expect(Base64Text.encode([0xFB, 0xFF]) == "+/8=")
    #expect(Base64Text.encodeForURL([0xFB, 0xFF]) == "-_8")
  }

  @Test func `placeholders that a server issued are distinguished from those of a client`() {
    var scan = PlaceholderScan()
    var response = Response(.ok, headers: [.eTag: "REDACTED-a-2"])
    response.body = Array("REDACTED-a-3".utf8)
    scan.read(
      RecordedExchange(
        Request(
          .get, "/REDACTED-a-1", headers: [.accept: "REDACTED-a-2"],
          body: Array("REDACTED-a-4".utf8)), response))
    #expect(
      scan.found == ["REDACTED-a-1", "REDACTED-a-2", "REDACTED-a-3", "REDACTED-a-4"])
    #expect(scan.issued == ["REDACTED-a-3"])
    scan.addPlaceholders(in: ["990000001", "x", "x=REDACTED-a-9"], isIssued: true)
    #expect(scan.issued == ["REDACTED-a-3", "990000001"])
    scan.addPlaceholders(in: ["REDACTED"], isIssued: false)
    #expect(scan.found.contains("REDACTED") && !scan.issued.contains("REDACTED"))
  }
}
