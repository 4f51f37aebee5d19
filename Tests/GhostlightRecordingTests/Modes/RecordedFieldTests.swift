import GhostlightCore
import HTTPTypes
import Synchronization
import Testing

@testable import GhostlightRecording

@Suite struct `Fields of recorded exchanges` {
  /// An exchange in which no field has its default value.
  private static let exchange: RecordedExchange = {
    let name = HTTPField.Name("X-Title") ?? .accept
    var request = Request(
      .patch, "/a%20b?c=d&e", scheme: "https", authority: "h:8443",
      headers: [.contentType: "text/plain", .accept: "a"], body: [0, 0xFF, 0x61])
    request.headers.append(HTTPField(name: name, value: [0x47, 0xFC] as [UInt8]))
    request.headers.append(HTTPField(name: name, value: "é"))
    var response = Response(
      HTTPResponse.Status(code: 299, reasonPhrase: "Odd"),
      headers: [.contentType: "text/plain", .eTag: "\"1\""], body: [0xFE, 0x62])
    response.headers.append(HTTPField(name: .setCookie, value: "a=b"))
    response.headers.append(HTTPField(name: .setCookie, value: "c=d"))
    response.delivery = .dribble(bytes: 1, pauseMilliseconds: 2)
    response.delayMilliseconds = 30
    return RecordedExchange(
      request, response, startedMilliseconds: 1_371_040_000_123, durationMilliseconds: 2.5,
      notes: ["comment": "c", "_a": ["b": 1], "_replay": "cycle"])
  }()

  private static func names(_ value: Any) -> [String] {
    Mirror(reflecting: value).children.compactMap(\.label)
  }

  @Test func `the exchange of these tests has every field`() {
    #expect(
      Self.names(Self.exchange) == [
        "request", "response", "startedMilliseconds", "durationMilliseconds", "notes",
      ])
    #expect(
      Self.names(Self.exchange.request) == [
        "method", "scheme", "authority", "target", "body", "fieldKinds", "fields",
      ])
    #expect(
      Self.names(Self.exchange.response) == [
        "status", "headers", "body", "delivery", "delayMilliseconds", "continuation",
      ])
    #expect(Self.names(Recording([], comment: "c")) == ["exchanges", "comment"])
  }

  private static func expectSame(_ recording: Recording, notes: JSONObject) {
    var expected = exchange
    expected.notes = notes
    #expect(recording == Recording([expected], comment: "c"))
    for (fields, original) in [
      (recording.exchanges[0].request.headers, exchange.request.headers),
      (recording.exchanges[0].response.headers, exchange.response.headers),
    ] {
      #expect(
        fields.map { $0.withUnsafeBytesOfValue { Array($0) } }
          == original.map { $0.withUnsafeBytesOfValue { Array($0) } })
      #expect(fields.map(\.name.rawName) == original.map(\.name.rawName))
    }
    let status = recording.exchanges[0].response.status
    #expect(status.code == 299 && status.reasonPhrase == "Odd")
  }

  @Test func `every field of an exchange survives a HAR file`() throws {
    let bytes = HARDocument(Recording([Self.exchange], comment: "c")).bytes
    Self.expectSame(
      try Recording(HARDocument(reading: bytes, named: "x.har")), notes: Self.exchange.notes)
  }

  @Test func `every field of an exchange survives redaction`() {
    let recording = Recording([Self.exchange], comment: "c")
    Self.expectSame(Redactor().redact(recording), notes: Self.exchange.notes)
    Self.expectSame(
      Redactor().redactCompletely(recording).recording, notes: Self.exchange.notes)
    Self.expectSame(Recording.merging([recording]), notes: Self.exchange.notes)
  }

  @Test(arguments: [false, true])
  func `every field of an exchange survives a recorder and its log`(_ isLogged: Bool) throws {
    let log = MemoryLog()
    let times = [Self.exchange.startedMilliseconds, Self.exchange.startedMilliseconds + 2]
    let clock = Mutex(times)
    let recorder = Recorder(comment: "c", log: isLogged ? log : nil) {
      clock.withLock { $0.isEmpty ? 0 : $0.removeFirst() }
    }
    let response = Self.exchange.response
    let responder = Responder(name: "r", immediate: { _ in response }).recorded(into: recorder)
    #expect(responder.respondNow(Self.exchange.request) == response)
    let partial = PartialRecording(reading: LogBytes(all: log.bytes))
    var recording = isLogged ? try #require(partial).recording : recorder.recording
    #expect(recording.exchanges.map(\.durationMilliseconds) == [2])
    recording.exchanges[0].durationMilliseconds = 2.5
    Self.expectSame(recording, notes: [:])
  }

  @Test func `a recorded request may be changed before it is recorded`() {
    let recorder = Recorder { 7 }
    let echo = Responder(name: "echo", immediate: { Response(.ok, body: Array($0.scheme.utf8)) })
    let recorded = echo.recorded(into: recorder) { request in
      var request = request
      request.scheme = "https"
      return request
    }
    #expect(recorded.respondNow(Request(.get, "/"))?.text == "http")
    #expect(recorder.recording.exchanges.map(\.request.scheme) == ["https"])
    #expect(recorder.recording.exchanges.map(\.durationMilliseconds) == [0])
  }

  @Test(arguments: [(3, 3, nil), (4, 3, 4), (0, 0, nil), (1, 0, 1)] as [(Int, Int, Int64?)])
  func `a body is recorded up to the limit`(_ count: Int, _ limit: Int, _ whole: Int64?) {
    let body = [UInt8](repeating: 0x61, count: count)
    for isRequest in [true, false] {
      let recorder = Recorder(bodyBytes: limit) { 0 }
      let responder = Responder(
        name: "r", immediate: { _ in Response(.ok, body: isRequest ? [] : body) })
      _ = responder.recorded(into: recorder).respondNow(
        Request(.post, "/", body: isRequest ? body : []))
      let exchange = recorder.recording.exchanges[0]
      let side = isRequest ? "request" : "response"
      #expect((isRequest ? exchange.request.body : exchange.response.body).count == limit)
      let comment =
        "The body of the \(side) is cut off after \(limit) bytes; _truncated has its whole length in "
        + "bytes."
      #expect(
        exchange.notes
          == (whole.map {
            ["comment": .string(comment), "_truncated": [side: .integer($0)]]
          } ?? [:]))
    }
  }

  @Test func `two cut bodies are named together`() {
    let recorder = Recorder(bodyBytes: -1) { 0 }
    #expect(recorder.bodyLimit == 0)
    let echo = Responder(name: "echo", immediate: { Response(.ok, body: $0.body + $0.body) })
    _ = echo.recorded(into: recorder).respondNow(Request(.post, "/", body: [1]))
    #expect(
      recorder.recording.exchanges[0].notes == [
        "comment": .string(
          "The body of the request and response is cut off after 0 bytes; _truncated has its whole "
            + "length in bytes."), "_truncated": ["request": 1, "response": 2],
      ])
  }

  @Test func `frames of a log have their kind, exchange and payload`() throws {
    #expect(PartialFrame.Kind.allCases.map(\.rawValue) == [0, 1, 2, 3, 4, 5, 6])
    let frame = PartialFrame(.responseBody, of: 258, [1, 2, 3])
    let bytes = PartialFrame.bytes(of: [frame])
    #expect(
      bytes.prefix(4) == [3, 0, 0, 0] && bytes[8..<17] == [2, 1, 0, 0, 0, 0, 0, 0, 4]
        && bytes.dropFirst(17) == [1, 2, 3])
    let head = try #require(PartialFrame.Head(bytes.prefix(17)))
    #expect((head.length, head.exchange, head.kind) == (3, 258, .responseBody))
    var checksum = CRC32()
    checksum.add(bytes.dropFirst(8))
    #expect(head.checksum == checksum.value)
    #expect(PartialFrame.Head(bytes.prefix(16)) == nil)
    #expect(PartialFrame.Head(bytes.prefix(18)) == nil)
    for (index, byte) in [(16, 7), (15, 0x80), (3, 1)] as [(Int, UInt8)] {
      var damaged = bytes
      damaged[index] = byte
      #expect(PartialFrame.Head(damaged.prefix(17)) == nil)
    }
    var most = bytes
    most.replaceSubrange(0..<4, with: [0, 0, 0x10, 0])
    #expect(PartialFrame.Head(most.prefix(17))?.length == PartialFrame.payloadLimit)
    most[0] = 1
    #expect(PartialFrame.Head(most.prefix(17)) == nil)
  }

  @Test(arguments: [(0, []), (1, [1]), (1 << 20, [1 << 20]), (1 << 20 + 1, [1 << 20, 1])])
  func `a body is cut into frames of a megabyte`(_ count: Int, _ counts: [Int]) {
    let body = [UInt8](repeating: 7, count: count)
    let frames = PartialFrame.body(.requestBody, of: 3, body)
    #expect(frames.map(\.payload.count) == counts)
    #expect(frames.allSatisfy { $0.kind == .requestBody && $0.exchange == 3 })
  }

  @Test(
    arguments: [
      ("GHOSTLIGHT PARTIAL RECORDING 1\n", 1), ("GHOSTLIGHT PARTIAL RECORDING 12\nx", 12),
      ("GHOSTLIGHT PARTIAL RECORDING x\n", nil), ("GHOSTLIGHT PARTIAL", nil), ("", nil),
    ] as [(String, Int?)])
  func `the form of a partial recording is in its first line`(_ text: String, _ form: Int?) {
    #expect(PartialRecording.form(of: LogBytes(all: Array(text.utf8))) == form)
  }
}

/// The contents of a log, in memory.
private struct LogBytes: PartialSource {
  let all: [UInt8]

  var byteCount: Int { all.count }

  func bytes(at offset: Int, count: Int) -> [UInt8] { Array(all.dropFirst(offset).prefix(count)) }
}
