import Foundation
import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

/// One JSON body in all codings, as encoded by zlib 1.2.13.
enum CodedSample {
  static let plain = #"{"token":"\#(String(repeating: "a", count: 40))","note":"Grüße"}"#

  static let bodies: [String: [UInt8]] = [
    "gzip": "H4sIAAAAAAACA6tWKsnPTs1TslJKJBIo6Sjl5ZekAnW4Fx3ec3h+qlItAMCUSOFFAAAA",
    "x-gzip": "H4sIAAAAAAACA6tWKsnPTs1TslJKJBIo6Sjl5ZekAnW4Fx3ec3h+qlItAMCUSOFFAAAA",
    "deflate": "eJyrVirJz07NU7JSSiQSKOko5eWXpAJ1uBcd3nN4fqpSLQBn9Rmn",
    "Deflate": "q1Yqyc9OzVOyUkokEijpKOXll6QCdbgXHd5zeH6qUi0A",
    "gzip, identity, deflate":
      "eJyT7+ZgAAEm5tVhWifP+50N3hTkpSKk8VLj6dPpS5hKd4jL3iuuqFsVpMtwYIrHQ1egUgC0ZBJA",
  ].mapValues { [UInt8](Data(base64Encoded: $0) ?? Data()) }

  static func exchange(_ coding: String, _ body: [UInt8]? = nil) -> RecordedExchange {
    let fields: HTTPFields = [.contentType: "application/json", .contentEncoding: coding]
    let body = body ?? bodies[coding] ?? []
    return RecordedExchange(
      Request(.post, "/login", headers: fields, body: body),
      Response(.ok, headers: fields, body: body))
  }
}

@Suite struct `Content decoder` {
  @Test(arguments: CodedSample.bodies.keys.sorted())
  func `a body is decoded by its content coding`(_ coding: String) throws {
    var decoder = ContentDecoder()
    let body = try decoder.decode(CodedSample.bodies[coding] ?? [], coding)
    #expect(String(decoding: body, as: UTF8.self) == CodedSample.plain)
  }

  @Test(arguments: ["gzip", "deflate"])
  func `a truncated or damaged body is an error`(_ coding: String) {
    let body = CodedSample.bodies[coding] ?? []
    for length in 1..<body.count {
      var decoder = ContentDecoder()
      let error = #expect(throws: ContentDecodingError.self) {
        try decoder.decode(Array(body[..<length]), coding)
      }
      // A zlib body that is cut after its first byte is also a valid start of raw DEFLATE.
      #expect(error == .endsEarly(coding) || length < 3, "\(length) bytes")
    }
    var damaged = body
    for index in 2..<10 { damaged[index] = 0xFF }
    var decoder = ContentDecoder()
    #expect(throws: ContentDecodingError.damaged(coding)) {
      try decoder.decode(damaged, coding)
    }
  }

  @Test func `a decoder limits the size of each body and of all together`() throws {
    let body = Deflating.gzip([UInt8](repeating: 0, count: 3000))
    var decoder = ContentDecoder(limit: 2999)
    #expect(throws: ContentDecodingError.tooLong("gzip", limit: 2999)) {
      try decoder.decode(body, "gzip")
    }
    decoder = ContentDecoder(limit: 3000, total: 5000)
    #expect(try decoder.decode(body, "gzip").count == 3000)
    #expect(throws: ContentDecodingError.tooLongTogether("gzip", limit: 5000)) {
      try decoder.decode(body, "gzip")
    }
  }

  @Test func `a gzip body with reserved flags is damaged`() {
    var body = CodedSample.bodies["gzip"] ?? []
    body[3] |= 0x20
    var decoder = ContentDecoder()
    #expect(throws: ContentDecodingError.damaged("gzip")) { try decoder.decode(body, "gzip") }
  }

  @Test func `an error names the limit of one body or of all bodies`() {
    let alone = ContentDecodingError.tooLong("gzip", limit: 5)
    #expect("\(alone)" == "is coded as gzip, and would have more than 5 bytes")
    let together = ContentDecodingError.tooLongTogether("gzip", limit: 512)
    #expect(
      "\(together)"
        == "is coded as gzip, and would have more than 512 bytes with the bodies before it")
  }

  @Test func `a body with an unknown or unsupported coding is not decoded`() {
    var decoder = ContentDecoder()
    #expect(throws: ContentDecodingError.unknown("rot13")) { try decoder.decode([1], "rot13") }
    let bodies: [String: [UInt8]] = ["br": [0x0B, 0x80, 0xFF], "zstd": [0x28, 0xB5, 0x2F, 0xFD]]
    for (coding, body) in bodies {
      let exchange = CodedSample.exchange(coding, body).decodingBodies(with: &decoder)
      #expect(exchange.response.body == body)
      #expect(exchange.response.headers[.contentEncoding] == coding)
      let note: JSON = .string("is coded as \(coding), which Ghostlight does not decode")
      #expect(exchange.notes["_undecoded"] == ["request": note, "response": note])
    }
  }
}

@Suite struct `Recordings of coded bodies` {
  @Test(arguments: CodedSample.bodies.keys.sorted())
  func `a coded body is stored decoded, with a note of its coding`(_ coding: String) throws {
    let entry = HAREntry(CodedSample.exchange(coding))
    #expect(entry.request.postData?.text == CodedSample.plain)
    #expect(entry.response?.content?.text == CodedSample.plain)
    let exchange = try entry.exchange()
    #expect(exchange.request.body == Array(CodedSample.plain.utf8))
    #expect(exchange.response.body == Array(CodedSample.plain.utf8))
    #expect(exchange.response.headers == [.contentType: "application/json"])
    let field: JSON = [["name": "Content-Encoding", "value": .string(coding)]]
    #expect(exchange.notes == ["_dropped": ["request": field, "response": field]])
    #expect(HAREntry(exchange) == entry)
  }

  @Test func `a body that is stored with its coding is decoded on reading`() throws {
    for isVerbatim in [false, true] {
      var entry = HAREntry(CodedSample.exchange("identity", Array("{}".utf8)))
      entry.json["_verbatim"] = isVerbatim ? true : nil
      let body = CodedSample.bodies["gzip"] ?? []
      entry.response?.headers = [HARHeader("Content-Encoding", "gzip")]
      entry.response?.content = HARContent(body, type: "application/octet-stream")
      let response = try entry.exchange().response
      #expect(response == Response(.ok, body: Array(CodedSample.plain.utf8)))
    }
  }

  @Test(arguments: CodedSample.bodies.keys.sorted())
  func `a secret in a coded body is redacted`(_ coding: String) throws {
    let secret = String(repeating: "a", count: 40)
    let redacted = Redactor().redact(Recording([CodedSample.exchange(coding)]))
    let file = String(decoding: HARDocument(redacted).bytes, as: UTF8.self)
    #expect(!file.contains(secret))
    #expect(redacted.exchanges[0].response.json?["token"] == "REDACTED-token-1")
    #expect(RedactionLint().findings(in: .object(HARDocument(redacted).json)) == [])
  }

  @Test func `a body that cannot be decoded is unchanged, and the lint reports it`() throws {
    // The body contains a known secret.
    let body = [UInt8](repeating: 0xFF, count: 8) + Array("s3cr3t-passw0rd-XYZ".utf8)
    let recording = Recording([
      RecordedExchange(
        .json(.post, "/login", ["password": "s3cr3t-passw0rd-XYZ"]),
        Response(.ok, headers: [.contentEncoding: "br"], body: body))
    ])
    let redacted = Redactor().redact(recording)
    #expect(redacted.exchanges[0].response.body == body)
    #expect(redacted.exchanges[0].notes["_undecoded"] != nil)
    let findings = RedactionLint().findings(in: .object(HARDocument(redacted).json))
    #expect(
      findings.map(\.description) == [
        "$.log.entries[0].response.content.text: is coded as br, which Ghostlight does not "
          + "decode, so its secrets cannot be found; delete the body, or record it again without Accept-Encoding"
      ])
  }

  @Test func `a coded recording replays decoded to requests of any coding`() {
    let replay = Responder.replay(
      Recording([CodedSample.exchange("gzip"), CodedSample.exchange("gzip")]))
    let plain = CodedSample.exchange("deflate").withDecodedBodies.request
    for request in [CodedSample.exchange("x-gzip").request, plain] {
      let answer = replay.respondNow(request)
      #expect(answer?.text == CodedSample.plain)
      #expect(answer?.headers[.contentEncoding] == nil)
    }
  }

  @Test func `two codings of one body have no drift`() {
    let (before, after) = (CodedSample.exchange("gzip"), CodedSample.exchange("deflate"))
    let report = Drift.compare(Recording([before]), Recording([after]))
    #expect(report.isClean)
  }
}
