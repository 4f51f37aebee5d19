import GhostlightCore
import GhostlightRecording
import TestSupport
import Testing

@Suite struct `Redaction lint` {
  @Test(arguments: [
    (#"{"name":"Authorization","value":"Bearer abcdefgh"}"#, "bearer"),
    (#"{"name":"X-Api-Key","value":"k"}"#, "x-api-key"),
    (#"{"name":"Cookie","value":"a=kT9vQ2mZx8"}"#, "a"),
    (#"{"name":"X-Note","value":"kT9vQ2mZx81LpR4sW7yB"}"#, "X-Note"),
  ])
  func `the lint finds secrets in header fields`(_ field: String, _ name: String) throws {
    let field = try JSON.parse(field)
    let findings = RedactionLint().findings(
      in: Self.file(entry: ["request": ["headers": [field]]]))
    #expect(findings.map(\.path) == ["$.log.entries[1].request.headers[0].value"])
    #expect(findings.map(\.entry) == [1])
    #expect(findings.map(\.name) == [name])
  }

  private static let places: [(JSON, String, LintFinding.Kind)] = [
    (["request": ["url": "http://h/?sid=1"]], "request.url", .secret),
    (["request": ["url": "http://u:p@h/"]], "request.url", .secret),
    (
      ["request": ["queryString": [["name": "sid", "value": "1"]]]], "request.queryString[0].value",
      .secret
    ),
    (
      ["request": ["cookies": [["name": "sid", "value": "1"]]]], "request.cookies[0].value", .secret
    ),
    (
      [
        "request": [
          "postData": ["mimeType": "application/x-www-form-urlencoded", "text": "a=b&password=c"]
        ]
      ], "request.postData.text", .secret
    ),
    (
      ["request": ["postData": ["mimeType": "", "params": [["name": "otp", "value": "1"]]]]],
      "request.postData.params[0].value", .secret
    ),
    (
      [
        "response": [
          "content": ["mimeType": "application/json", "text": #"{"a":[{"token":"t"}]}"#]
        ]
      ], "response.content.text", .secret
    ),
    (
      [
        "response": [
          "content": [
            "mimeType": "application/json", "encoding": "base64", "text": "eyJvdHAiOjEyfQ==",
          ]
        ]
      ], "response.content.text", .secret
    ),
    (["response": ["redirectURL": "/?token=x"]], "response.redirectURL", .secret),
    (["comment": "eyJhbGciOiJub25lIn0.eyJhIjoxfQ.c2ln"], "comment", .token),
    (
      ["_note": ["x": "-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----"]], "_note.x",
      .key
    ),
    (["_my key": "AKIAIOSFODNN7EXAMPLE"], "[\"_my key\"]", .secret),
    (["_n": ["otp": 1234]], "_n.otp", .secret),
    (["_x": "id kT9vQ2mZx81LpR4sW7yB."], "_x", .random),
    (
      [
        "response": [
          "content": ["mimeType": "", "encoding": "base64", "text": "UEsDBAoAAAAAAA=="]
        ]
      ],
      "response.content.text", .compressed
    ),
  ]

  @Test(arguments: places)
  func `the lint reports the place and the kind of a secret`(
    _ entry: JSON, _ path: String, _ kind: LintFinding.Kind
  ) {
    let findings = RedactionLint().findings(in: Self.file(entry: entry))
    let separator = path.hasPrefix("[") ? "" : "."
    #expect(findings.map(\.path) == ["$.log.entries[1]\(separator)\(path)"])
    #expect(findings.map(\.kind) == [kind])
  }

  @Test(arguments: [
    "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13", "5F3A9C0D77E1B2C4D6E8F0A1B2C3D4E5",
    "507f1f77bcf86cd799439011",
    "2013-06-12T12:26:40.123Z", "Wed, 12 Jun 2013 12:26:40 GMT",
    "applicationDidFinishLaunchingWithOptions2",
    "Mozilla/5.0 (iPhone; CPU iPhone OS 6_1_3 like Mac OS X) AppleWebKit/536.26",
    "da39a3ee5e6b4b0d3255bfef95601890afd80709", "REDACTED", "REDACTED-access_token-12",
    "http://127.0.0.1:4401/todo/5F3A9C0D77E1B2C4?a[gte]=1371040000123", "user/jack",
    "application/vnd.stackmob+json; version=0", "XP0mAJ3H-AA=",
    "data /wAAAAAAAAAAAAAAAAAAAAAAAA==", "UkVEQUNURUQtYWNjZXNzX3Rva2VuLTE=",
    "2b7e151628aed2a6abf7158809cf4f3c-2013-06-12", "iPhone5S-iOS7-Build11A465-Release",
    "RGVhciBKYWNr",
    "Bearer eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9"
      + ".eyJvaWQiOiJiZDQ1ZjkwZS02ZWIxLTRjNDctODE3ZS1lNTliODJiNWMwM2QifQ.REDACTED-bearer-1",
    RedactionRules.cosmosEmulatorKey, "key=\(RedactionRules.cosmosEmulatorKey)",
  ])
  func `the lint reports no identifiers, dates and similar values`(_ text: String) {
    let entry: JSON = [
      "_text": .string(text), "_etag": "\"kT9vQ2mZx81LpR4sW7yB\"",
      "sec-websocket-key": "x3JJHMbDL1EzLkh9GBhXDw==",
    ]
    #expect(RedactionLint().findings(in: Self.file(entry: entry)) == [])
  }

  @Test func `the lint finds 95 of 100 random tokens of 24 characters`() {
    var random = SeededNumbers(seed: 7)
    let letters = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789".utf8)
    let tokens = (0..<1000).map { _ in
      (0..<24).map { _ in letters[Int(random.next() % UInt64(letters.count))] }
    }
    let entries = tokens.map { JSON.object(["_x": .string(String(decoding: $0, as: UTF8.self))]) }
    let document: JSON = ["log": ["entries": .array(entries)]]
    #expect(RedactionLint().findings(in: document).count >= 950)
  }

  @Test func `a finding shows at most a third of a secret, and a remedy`() {
    let findings = RedactionLint().findings(
      in: Self.file(entry: ["_a": ["token": "abc"], "_x": "kT9vQ2mZx81LpR4sW7yB"]))
    #expect(
      findings.map(\.description) == [
        "$.log.entries[1]._a.token: a… is a secret (token) that is not redacted",
        #"$.log.entries[1]._x: kT9v… looks random: redact "_x", or allow the name"#,
      ])
  }

  @Test func `the lint applies the given rules`() {
    var rules = RedactionRules.standard
    rules.remove(name: "token")
    rules.add(name: "_x")
    let findings = RedactionLint(rules).findings(
      in: Self.file(entry: ["token": "abc", "_x": "abc"]))
    #expect(findings.map(\.name) == ["_x"])
  }

  private static func file(entry: JSON) -> JSON {
    ["log": ["version": "1.2", "entries": [["request": ["url": "http://h/"]], entry]]]
  }
}
