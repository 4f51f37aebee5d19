import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Secrets that occur again` {
  private static let secret = "q+Z/8 \"x\"=é7Tk"
  private static let placeholder = "REDACTED-token-1"

  private static let spellings: [(String, String)] = [
    ("<p>\(secret)</p>", "<p>\(placeholder)</p>"),
    ("see q%2BZ%2F8%20%22x%22%3D%C3%A97Tk now", "see \(placeholder) now"),
    ("see q%2bZ/8+%22x%22=%c3%a97Tk now", "see \(placeholder) now"),
    ("see q%252BZ%252F8%2520%2522x%2522%253D%25C3%25A97Tk now", "see \(placeholder) now"),
    (#"["q+Z\/8 \"x\"=é7Tk"]"#, #"["\#(placeholder)"]"#),
    (#"["\u0071+Z\u002f8 \u0022x\u0022\u003dé7Tk"]"#, #"["\#(placeholder)"]"#),
    ("cStaLzggIngiPcOpN1Rr", "UkVEQUNURUQtdG9rZW4tMQ=="),
    ("/path/amFjazpxK1ovOCAieCI9w6k3VGs=/x", "/path/amFjazpSRURBQ1RFRC10b2tlbi0x/x"),
    ("q+Z/8", "q+Z/8"),
  ]

  @Test(arguments: spellings)
  func `a known secret is replaced in any encoding`(_ text: String, _ expected: String) {
    #expect(Self.bodies(["token": .string(Self.secret)], text) == expected)
  }

  @Test(arguments: [
    ("1234", "1234 12345"), ("a", "a banana"), ("password", "the password is wrong"),
    ("secret", "secret"), ("true", "true"), ("12345678", "12345678"),
  ])
  func `a weak secret is not replaced in other places`(_ secret: String, _ text: String) {
    #expect(Self.bodies(["token": .string(secret)], text) == text)
  }

  @Test(arguments: [
    ("hunter2", "x=hunter2&hunter22 hunter2", "x=\(placeholder)&hunter22 \(placeholder)"),
    ("swordfish", "swordfish, swordfishes", "\(placeholder), swordfishes"),
    ("hunter2", #"a\nhunter2 b%3Dhunter2"#, #"a\n\#(placeholder) b%3D\#(placeholder)"#),
  ])
  func `a short secret is replaced only as a whole word`(
    _ secret: String, _ text: String, _ expected: String
  ) {
    #expect(Self.bodies(["token": .string(secret)], text) == expected)
  }

  @Test func `a secret has one placeholder in all places and under all names`() {
    let token = "a1B2c3D4e5F6g7H8"
    var bearer = Request(.get, "/a1B2c3D4e5F6g7H8/x?y=a1B2c3D4e5F6g7H8")
    bearer.headers[.authorization] = "Bearer \(token)"
    let recording = Recording([
      RecordedExchange(bearer, .json(.ok, ["note": .string("\(token) again")])),
      RecordedExchange(
        Request(.get, "/"), .json(.ok, ["access_token": .string(token)]),
        notes: ["comment": .string("uses \(token)"), "_tokens": [.string(token)]]),
    ])
    var expected = recording
    let placeholder = "REDACTED-bearer-1"
    expected.exchanges[0].request.target = "/REDACTED-bearer-1/x?y=REDACTED-bearer-1"
    expected.exchanges[0].request.headers[.authorization] = "Bearer \(placeholder)"
    expected.exchanges[0].response = .json(.ok, ["note": .string("\(placeholder) again")])
    expected.exchanges[1].response = .json(.ok, ["access_token": .string(placeholder)])
    expected.exchanges[1].notes = [
      "comment": .string("uses \(placeholder)"), "_tokens": [.string(placeholder)],
    ]
    #expect(Redactor().redact(recording) == expected)
    #expect(Redactor().redact(expected) == expected)
  }

  @Test func `a placeholder gets a number that is unused in the recording`() {
    #expect(
      Self.bodies(["token": "x1"], #"{"token":"REDACTED-token-1"}"#)
        == #"{"token":"REDACTED-token-1"}"#)
    let recording = Recording([
      RecordedExchange(
        .json(.post, "/", ["token": "x1"]), .json(.ok, ["token": "REDACTED-token-1"]))
    ])
    #expect(
      Redactor().redact(recording).exchanges[0].request.body
        == Array(#"{"token":"REDACTED-token-2"}"#.utf8))
  }

  @Test func `a secret number is replaced with a number`() {
    let digits = "4929123456781234"
    #expect(
      Self.bodies(["token": .string(digits)], #"{"n":4929123456781234,"s":"4929123456781234"}"#)
        == #"{"n":990000001,"s":"REDACTED-token-1"}"#)
  }

  @Test func `a secret is kept if the rules are off or allow it`() {
    let recording = Recording([
      RecordedExchange(.json(.post, "/", ["token": "a1B2c3D4e5F6g7H8"]), Response(.ok))
    ])
    #expect(Redactor(.off).redact(recording) == recording)
    var rules = RedactionRules.standard
    rules.allowedValues.insert("a1B2c3D4e5F6g7H8")
    #expect(Redactor(rules).redact(recording) == recording)
  }

  /// Returns the redacted response body `text` of an exchange whose request contains a secret.
  private static func bodies(_ secret: JSON, _ text: String) -> String {
    let response = Response(.ok, body: Array(text.utf8))
    let recording = Recording([RecordedExchange(.json(.post, "/", secret), response)])
    return Redactor().redact(recording).exchanges[0].response.text
  }
}
