import GhostlightCore
import HTTPTypes
import Testing

@testable import GhostlightRecording

@Suite struct `Fields of rewritten bodies` {
  private static let secret = "kj3hKJH23kjh4KJH"

  /// Header fields that describe `body`, including all digests that name it.
  private static func fields(_ body: [UInt8], _ more: HTTPFields = [:]) -> HTTPFields {
    var fields = more
    fields[.contentLength] = String(body.count)
    for name in digests { fields[name] = "sha-256=:x:" }
    fields[.eTag] = "\"1\""
    return fields
  }

  private static let digests = ["Content-MD5", "Digest", "Content-Digest", "Repr-Digest"]
    .compactMap { HTTPField.Name($0) }

  private static func expected(_ length: Int, _ more: HTTPFields = [:]) -> HTTPFields {
    var fields = more
    fields[.contentLength] = String(length)
    fields[.eTag] = "\"1\""
    return fields
  }

  /// Bodies with a secret, and the number of bytes by which redaction makes them longer.
  ///
  /// The rules find the first three by their structure. The others have a secret that only another
  /// exchange shows.
  private static let bodies: [(String, HTTPFields, [UInt8], Int)] = [
    ("JSON", [:], Array(#"{"token":"a"}"#.utf8), 15),
    (
      "a form", [.contentType: "application/x-www-form-urlencoded"], Array("token=a&b=c".utf8), 15
    ),
    (
      "a part", [.contentType: "multipart/form-data; boundary=x"],
      Array("--x\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\na\r\n--x--".utf8), 15
    ),
    ("text", [.contentType: "text/plain"], Array("<\(secret)>".utf8), 7),
    ("bytes", [.contentType: "image/png"], [0xFF, 0xFE] + Array(secret.utf8), 7),
  ]

  @Test(arguments: bodies)
  func `the length and digest fields of a redacted body fit`(
    _ name: String, _ type: HTTPFields, _ body: [UInt8], _ growth: Int
  ) {
    let fields = Self.fields(body, type)
    let login = RecordedExchange(
      .json(.post, "/", ["token": "a"]),
      .json(.ok, ["access_token": .string(Self.secret)]))
    let exchange = RecordedExchange(
      Request(.post, "/", headers: fields, body: body),
      Response(.ok, headers: fields, body: body))
    let redacted = Redactor().redact(Recording([login, exchange])).exchanges[1]
    #expect(redacted.request.body.count == body.count + growth, "\(name)")
    #expect(redacted.response.body == redacted.request.body)
    #expect(redacted.request.headers == Self.expected(body.count + growth, type))
    #expect(redacted.response.headers == Self.expected(body.count + growth, type))
  }

  @Test func `fields that describe an unchanged body are kept`() {
    let fields = Self.fields(Array("plain".utf8))
    let recording = Recording([
      RecordedExchange(
        Request(.post, "/?token=a", headers: fields, body: Array("plain".utf8)),
        Response(.ok, headers: fields, body: Array("plain".utf8)))
    ])
    let redacted = Redactor().redact(recording).exchanges[0]
    #expect(redacted.request.headers == fields)
    #expect(redacted.response.headers == fields)
  }

  @Test(arguments: ["12", "14", "x"])
  func `a length that was wrong before stays wrong`(_ length: String) {
    var request = Request(.post, "/", body: Array(#"{"token":"a"}"#.utf8))
    request.headers[.contentLength] = length
    let redacted = Redactor().redact(Recording([RecordedExchange(request, Response(.ok))]))
    #expect(redacted.exchanges[0].request.headers[.contentLength] == length)
  }

  @Test func `the length and digest fields of a decoded body fit`() {
    let body = CodedSample.bodies["gzip"] ?? []
    let coded = Self.fields(body, [.contentEncoding: "gzip"])
    let exchange = RecordedExchange(
      Request(.post, "/", headers: coded, body: body), Response(.ok, headers: coded, body: body)
    ).withDecodedBodies
    #expect(exchange.request.headers == Self.expected(CodedSample.plain.utf8.count))
    #expect(exchange.response.headers == Self.expected(CodedSample.plain.utf8.count))
  }

  @Test func `the length and digest fields of a filled body fit`() {
    var fills = PlaceholderFills()
    fills["REDACTED-token-1"] = "x"
    let body = Array(#"{"token":"REDACTED-token-1"}"#.utf8)
    let request = Request(.post, "/", headers: Self.fields(body), body: body)
    let filled = fills.filled(request)
    #expect(filled.body == Array(#"{"token":"x"}"#.utf8))
    #expect(filled.headers == Self.expected(13))
    fills = PlaceholderFills()
    fills["REDACTED-token-2"] = "x"
    #expect(fills.filled(request) == request)
  }

  @Test(arguments: [
    (#"{"id":"a1"}"#, "application/json", #"{"id":"b22"}"#),
    ("id=a1&n=x", "application/x-www-form-urlencoded", "id=b22&n=x"),
  ])
  func `the length and digest fields of a body with followed values fit`(
    _ body: String, _ type: String, _ expected: String
  ) {
    var values = IssuedValues()
    values.record(expected: .json(.ok, ["id": "a1"]), actual: .json(.ok, ["id": "b22"]))
    let fields = Self.fields(Array(body.utf8), [.contentType: type])
    let request = Request(.post, "/", headers: fields, body: Array(body.utf8))
    let rewritten = values.rewrite(request)
    #expect(String(decoding: rewritten.body, as: UTF8.self) == expected)
    #expect(rewritten.headers == Self.expected(expected.utf8.count, [.contentType: type]))
    var other = IssuedValues()
    #expect(other.rewrite(request) == request)
  }

  @Test func `header values that are not UTF-8 keep their bytes`() throws {
    let name = try #require(HTTPField.Name("X-Title"))
    let bytes: [UInt8] = [0x47, 0xFC, 0x80]
    let field = HTTPField(name: name, value: bytes)
    let exchange = RecordedExchange(
      Request(.get, RequestTarget("/?token=\(Self.secret)"), headers: HTTPFields([field])),
      Response(.ok, headers: HTTPFields([field])))
    let redacted = Redactor().redact(Recording([exchange])).exchanges[0]
    #expect(redacted.request.target == "/?token=REDACTED-token-1")
    for fields in [redacted.request.headers, redacted.response.headers] {
      #expect(fields.first?.withUnsafeBytesOfValue { Array($0) } == bytes)
    }
    let again = Redactor().normalise(exchange.request)
    #expect(again.headers.first?.withUnsafeBytesOfValue { Array($0) } == bytes)
  }
}
