import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

/// One part of an exchange that can contain any text.
struct ExchangePart: Sendable, CustomTestStringConvertible {
  let testDescription: String
  /// Whether the part is a name, whose value the lint then takes for a secret.
  var isName: Bool { testDescription.contains("name") }
  /// Adds a text to this part.
  let plant: @Sendable (String, inout RecordedExchange) -> Void

  init(_ name: String, _ plant: @escaping @Sendable (String, inout RecordedExchange) -> Void) {
    (testDescription, self.plant) = (name, plant)
  }

  private static func body(
    _ type: String, _ body: @escaping @Sendable (String) -> [UInt8]
  ) -> [ExchangePart] {
    [
      ExchangePart("\(type) of a request") { text, exchange in
        exchange.request.headers[.contentType] = type
        exchange.request.body = body(text)
      },
      ExchangePart("\(type) of a response") { text, exchange in
        exchange.response.headers[.contentType] = type
        exchange.response.body = body(text)
      },
    ]
  }

  private static let heads: [ExchangePart] = [
    ExchangePart("user") { $1.request.authority = "\($0)@h" },
    ExchangePart("host") { $1.request.authority = "\($0).example" },
    ExchangePart("path") { $1.request.target = RequestTarget("/a/\($0)/b") },
    ExchangePart("end of a path") { $1.request.target = RequestTarget("/a/\($0)") },
    ExchangePart("query value") { $1.request.target = RequestTarget("/a?b=\($0)&c") },
    ExchangePart("query name") { $1.request.target = RequestTarget("/a?\($0)=b") },
    ExchangePart("query of no pairs") { $1.request.target = RequestTarget("/a?\($0)") },
    ExchangePart("fragment") { $1.request.target = RequestTarget("/a#\($0)") },
    ExchangePart("request field") { $1.request.headers[.accept] = "a \($0), b" },
    ExchangePart("second request field") {
      $1.request.headers[.accept] = "a"
      $1.request.headers[.userAgent] = $0
    },
    ExchangePart("harmless request field") { $1.request.headers[.ifNoneMatch] = "\"\($0)\"" },
    ExchangePart("cookie") { $1.request.headers[.cookie] = "theme=\($0); a=b" },
    ExchangePart("reason phrase") {
      $1.response.status = HTTPResponse.Status(code: 202, reasonPhrase: "for \($0) only")
    },
    ExchangePart("response field") { $1.response.headers[.server] = "a/\($0)" },
    ExchangePart("entity tag") { $1.response.headers[.eTag] = "\"\($0)\"" },
    ExchangePart("location") { $1.response.headers[.location] = "https://h/\($0)?a" },
    ExchangePart("cookie attribute") {
      $1.response.headers[.setCookie] = "theme=dark; Path=/\($0); HttpOnly"
    },
    ExchangePart("comment") { $1.notes["comment"] = .string("with \($0)") },
    ExchangePart("note") { $1.notes["_a"] = ["b": [1, .string($0)]] },
    ExchangePart("name of a note") { $1.notes["_a"] = [$0: 1] },
    ExchangePart("WebSocket message") {
      $1.notes["_webSocketMessages"] = [["type": "send", "data": .string("say \($0)")]]
    },
  ]

  static let all: [ExchangePart] =
    heads
    + body("application/json") { Array(#"{"a":["b",{"c":"is \#($0)"}]}"#.utf8) }
    + body("application/json; of=name") { Array(#"{"\#($0)":"a"}"#.utf8) }
    + body("application/x-www-form-urlencoded") { Array("a=b&c=\($0)".utf8) }
    + body("application/x-www-form-urlencoded; of=name") { Array("\($0)=d".utf8) }
    + body("multipart/form-data; boundary=x") {
      Array("--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n\($0)\r\n--x--".utf8)
    }
    + body("text/plain") { Array("(\($0)) and \($0)".utf8) }
    + body("text/csv") { Array("a,b\n\($0),2\n".utf8) }
    + body("text/html") { Array("<p>\($0)</p>".utf8) }
    + body("text/plain; charset=iso-8859-1") { [0xFC] + Array(" is \($0)".utf8) }
    + body("image/png") { [0x89, 0xFF, 0] + Array($0.utf8) + [0xFE] }
}

@Suite struct `Learned secrets in each part` {
  private static let secret = "kj3hKJH23kjh4KJH"
  private static let placeholder = "REDACTED-token-1"

  /// Returns a recording whose first exchange shows that the secret is one.
  private static func recording(_ exchange: RecordedExchange) -> Recording {
    Recording([
      RecordedExchange(.json(.post, "/login", ["a": 1]), .json(.ok, ["token": .string(secret)])),
      exchange,
    ])
  }

  private static func planted(_ part: ExchangePart, _ text: String) -> RecordedExchange {
    var exchange = RecordedExchange(
      Request(.put, "/"), Response(.ok), startedMilliseconds: 7, durationMilliseconds: 1.5)
    part.plant(text, &exchange)
    return exchange
  }

  @Test(arguments: ExchangePart.all)
  func `a learned secret is replaced in a part, and nothing else is`(_ part: ExchangePart) {
    let redacted = Redactor().redact(Self.recording(Self.planted(part, Self.secret)))
    #expect(redacted.exchanges[1] == Self.planted(part, Self.placeholder))
    #expect(redacted.exchanges[0].response.json == ["token": .string(Self.placeholder)])
  }

  @Test(arguments: ExchangePart.all)
  func `a written file has no learned secret in a part`(_ part: ExchangePart) {
    let recording = Self.recording(Self.planted(part, Self.secret))
    var writer = RecordingWriter(redacting: .standard)
    var bytes: [UInt8] = []
    // The exchange that shows the secret is the last one.
    let exchanges = Array(recording.exchanges.reversed())
    writer.write(2, comment: nil, { exchanges[$0] }) { bytes += $0 }
    #expect(!String(decoding: bytes, as: UTF8.self).contains(Self.secret))
    #expect(bytes == HARDocument(Redactor().redact(Recording(exchanges))).bytes)
    #expect(writer.findings == [] || part.isName)
    #expect(writer.replaced == [])
  }

  @Test func `a comment of the recording has no learned secret`() {
    var recording = Self.recording(Self.planted(ExchangePart.all[0], "a"))
    recording.comment = "for \(Self.secret)"
    #expect(Redactor().redact(recording).comment == "for \(Self.placeholder)")
    #expect(
      Redactor().redactCompletely(recording).recording.comment == "for \(Self.placeholder)")
    #expect(Redactor(.off).redact(recording) == recording)
    #expect(Redactor(.off).redactCompletely(recording).recording == recording)
  }

  @Test func `a secret of the comment is replaced in the exchanges`() {
    var recording = Recording([Self.planted(ExchangePart.all[1], Self.secret)])
    recording.comment = "token=\(Self.secret)"
    let expected = Recording(
      [Self.planted(ExchangePart.all[1], Self.placeholder)], comment: "token=\(Self.placeholder)")
    #expect(Redactor().redact(recording) == expected)
    #expect(Redactor().redactCompletely(recording).recording == expected)
  }

  @Test(arguments: [
    ("user", "userinfo"), ("password", "password"), ("path", "token"), ("query", "api_key"),
    ("request field", "x-api-key"), ("cookie", "sid"), ("response field", "x-auth-token"),
    ("Set-Cookie", "session"), ("request body", "secret"), ("response body", "secret"),
    ("note", "password"),
  ])
  func `a secret is found by its name in each part`(_ part: String, _ name: String) throws {
    let secret = "k3yK3yk3yk3Y"
    let plant = { (text: String) throws -> RecordedExchange in
      var exchange = RecordedExchange(Request(.put, "/"), Response(.ok))
      switch part {
      case "user": exchange.request.authority = "\(text)@h"
      case "password": exchange.request.authority = "ann:\(text)@h"
      case "path": exchange.request.target = RequestTarget("/token/\(text)")
      case "query": exchange.request.target = RequestTarget("/a?api_key=\(text)")
      case "request field":
        exchange.request.headers[try #require(HTTPField.Name("X-Api-Key"))] = text
      case "cookie": exchange.request.headers[.cookie] = "a=b; sid=\(text)"
      case "response field":
        exchange.response.headers[try #require(HTTPField.Name("X-Auth-Token"))] = text
      case "Set-Cookie": exchange.response.headers[.setCookie] = "session=\(text); Path=/"
      case "request body": exchange.request = .json(.put, "/", ["secret": .string(text)])
      case "response body": exchange.response = .json(.ok, ["secret": .string(text)])
      default: exchange.notes["_login"] = ["password": .string(text)]
      }
      return exchange
    }
    let recording = Recording([try plant(secret)])
    let tag = name.replacing("-", with: "_")
    let redacted = Redactor().redact(recording)
    let isWeak = part == "Set-Cookie"
    let number = isWeak ? "\(Placeholder.weakNumber(of: secret))" : "1"
    #expect(redacted.exchanges == [try plant("REDACTED-\(tag)-\(number)")])
    let findings = RedactionLint().findings(in: .object(HARDocument(recording).json))
    #expect(findings.allSatisfy { $0.kind == .secret && $0.name == name && $0.entry == 0 })
    #expect(findings != [])
    #expect(RedactionLint().findings(in: .object(HARDocument(redacted).json)) == [])
  }
}
