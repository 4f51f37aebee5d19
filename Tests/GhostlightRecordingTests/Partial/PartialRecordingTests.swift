import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GhostlightRecording

/// A log in memory that fails like a full disk when it exceeds a size limit.
final class MemoryLog: RecordingLog {
  private let state: Mutex<[UInt8]>
  private let limit: Int

  init(limit: Int = .max) {
    state = Mutex(PartialRecording.signature)
    self.limit = limit
  }

  var bytes: [UInt8] { state.withLock { $0 } }

  func append(_ bytes: [UInt8]) -> Bool {
    state.withLock { kept in
      guard kept.count + bytes.count <= limit else { return false }
      kept += bytes
      return true
    }
  }
}

/// The contents of a partial recording's file, in memory.
private struct Bytes: PartialSource {
  let all: [UInt8]

  var byteCount: Int { all.count }

  func bytes(at offset: Int, count: Int) -> [UInt8] {
    offset < all.count ? Array(all[offset...].prefix(count)) : []
  }
}

extension PartialRecording {
  /// Reads a partial recording from the contents of a log.
  fileprivate init?(_ bytes: [UInt8]) { self.init(reading: Bytes(all: bytes)) }
}

@Suite struct `Partial recordings` {
  /// Returns the log of a recorder after one exchange for each target.
  private static func log(_ targets: [String] = ["/a", "/b", "/c"]) async -> [UInt8] {
    let log = MemoryLog()
    let recorder = Recorder(comment: "from echo", log: log) { 7 }
    let echo = Responder(name: "echo") { Response(.ok, headers: [.server: "é"], body: $0.body) }
      .recorded(into: recorder)
    for target in targets {
      _ = await echo.respond(
        Request(.post, RequestTarget(target), headers: [.accept: "x"], body: Array(target.utf8)))
    }
    return log.bytes
  }

  private static func targets(_ recording: PartialRecording) -> [String] {
    recording.recording.exchanges.map(\.request.target.raw)
  }

  @Test func `a partial recording has each exchange unchanged`() async throws {
    let recording = try #require(PartialRecording(await Self.log(["/a"])))
    #expect(
      recording.recording
        == Recording(
          [
            RecordedExchange(
              Request(.post, "/a", headers: [.accept: "x"], body: Array("/a".utf8)),
              Response(.ok, headers: [.server: "é"], body: Array("/a".utf8)),
              startedMilliseconds: 7)
          ], comment: "from echo"))
    #expect(recording.incomplete == [])
    #expect(recording.tornBytes == 0)
  }

  @Test func `a truncated log has all complete exchanges and names the rest`() async throws {
    let whole = await Self.log()
    var counts: [Int] = []
    for length in PartialRecording.signature.count...whole.count {
      let recording = try #require(PartialRecording(Array(whole.prefix(length))))
      let targets = Self.targets(recording)
      #expect(targets == Array(["/a", "/b", "/c"].prefix(targets.count)))
      #expect(recording.incomplete.count <= 1)
      #expect(recording.tornBytes < 400)
      counts.append(targets.count)
    }
    #expect(counts == counts.sorted())
    #expect(Set(counts) == [0, 1, 2, 3])
  }

  @Test func `a damaged log has the exchanges before the damage`() async throws {
    let whole = await Self.log()
    var numbers = SeededNumbers(seed: 24)
    for _ in 0..<300 {
      var damaged = whole
      let place = Int.random(in: PartialRecording.signature.count..<whole.count, using: &numbers)
      damaged[place] ^= UInt8.random(in: 1...255, using: &numbers)
      let recording = try #require(PartialRecording(damaged))
      let targets = Self.targets(recording)
      #expect(targets == Array(["/a", "/b", "/c"].prefix(targets.count)))
      #expect(recording.tornBytes > 0)
    }
  }

  @Test func `bytes without the signature are refused`() {
    #expect(PartialRecording(Array("{}".utf8)) == nil)
    #expect(PartialRecording([UInt8]()) == nil)
  }

  @Test func `a partial recording names the incomplete exchanges`() async throws {
    let log = MemoryLog()
    let recorder = Recorder(log: log) { 7 }
    let record = recorder.begin(Request(.get, "/slow"), isWhole: true)
    record.open()
    recorder.begin(Request(.get, "/chat"), isWhole: true).abort("a WebSocket")
    let recording = try #require(PartialRecording(log.bytes))
    #expect(
      recording.incomplete.map { "\($0.request.target): \($0.reason)" } == [
        "/slow: the recorder ended before the exchange", "/chat: a WebSocket",
      ])
    withExtendedLifetime(record) {}
  }

  @Test func `a full disk loses no exchange that was written before`() async throws {
    let whole = await Self.log(["/a"])
    let log = MemoryLog(limit: whole.count + 150)
    let lines = Mutex<[String]>([])
    let recorder = Recorder(
      comment: "from echo", log: log,
      observer: { event in
        if case .leftOut(let request, let reason) = event {
          lines.withLock { $0.append("\(request.target): \(reason)") }
        }
      }, now: { 7 })
    let echo = Responder(name: "echo") { Response(.ok, headers: [.server: "é"], body: $0.body) }
      .recorded(into: recorder)
    for target in ["/a", "/b", "/c"] {
      let request = Request(
        .post, RequestTarget(target), headers: [.accept: "x"], body: Array(target.utf8))
      #expect(await echo.respond(request).body == request.body)
    }
    let recording = try #require(PartialRecording(log.bytes))
    #expect(Self.targets(recording) == ["/a"])
    #expect(
      lines.withLock { $0 } == ["/b: it could not be written", "/c: it could not be written"])
    #expect(recorder.count == 1)
  }

  @Test(arguments: [
    ("", 0), ("a", 0xE8B7_BE43), ("123456789", 0xCBF4_3926),
    ("The quick brown fox jumps over the lazy dog", 0x414F_A339),
  ])
  func `a checksum has the standard value`(_ text: String, _ expected: UInt32) {
    var checksum = CRC32()
    checksum.add(Array(text.utf8))
    #expect(checksum.value == expected)
  }

  @Test(
    arguments: [
      (4095, 0x4FB0_E5ED, 0x8D46_BA60), (4096, 0xF3F9_ABDD, 0x219C_3682),
      (4103, 0x7767_508B, 0x5F45_BA4E), (37_490, 0x0EDF_CA52, 0x1659_C61E),
    ] as [(Int, UInt32, UInt32)])
  func `the checksum of long bytes is standard`(_ count: Int, _ once: UInt32, _ twice: UInt32) {
    let bytes = (0..<count).map { UInt8($0 * $0 % 251) }
    var checksum = CRC32()
    checksum.add(bytes)
    #expect(checksum.value == once)
    checksum.add(bytes)
    #expect(checksum.value == twice)
  }

  @Test func `a body of several frames is recorded up to the limit`() async throws {
    let body = (0..<(PartialFrame.payloadLimit * 2 + 5)).map { UInt8(truncatingIfNeeded: $0) }
    let log = MemoryLog()
    let recorder = Recorder(bodyBytes: body.count - 1, log: log) { 7 }
    let responder = Responder(name: "large") { _ in Response(.ok, body: body) }
    _ = await responder.recorded(into: recorder).respond(Request(.get, "/"))
    let exchange = try #require(
      PartialRecording(log.bytes)?.recording.exchanges.first)
    #expect(exchange.response.body == Array(body.dropLast()))
    #expect(exchange.notes["_truncated"] == ["response": .integer(Int64(body.count))])
    #expect(
      exchange.notes["comment"]
        == .string(
          "The body of the response is cut off after \(body.count - 1) bytes; _truncated has its "
            + "whole length in bytes."))
  }
}

@Suite struct `Recording writer` {
  private static func written(_ recording: Recording, _ rules: RedactionRules?) -> [UInt8] {
    var writer = RecordingWriter(redacting: rules)
    var bytes: [UInt8] = []
    let exchanges = recording.exchanges
    writer.write(exchanges.count, comment: recording.comment, { exchanges[$0] }) { bytes += $0 }
    return bytes
  }

  @Test func `writing exchange by exchange gives the same file as writing all at once`() async {
    var recording = await SampleClient.recording(of: SampleBackend("vendor"))
    for comment in [nil, "with \"entries\": [] in it, and token=s3cr3tS3cr3tS3cr3t"] {
      recording.comment = comment
      for exchanges in [recording.exchanges, []] {
        let some = Recording(exchanges, comment: comment)
        #expect(Self.written(some, nil) == HARDocument(some).bytes)
        #expect(
          Self.written(some, .standard) == HARDocument(Redactor().redact(some)).bytes)
      }
    }
  }

  @Test func `a value that only the lint finds is replaced, and its place is reported`() async {
    let exchange = RecordedExchange(
      Request(.get, "/a?x=Zx81Qp9Lm3Rt7Vw2Kd5Nb8"), Response(.ok, body: Array("ok".utf8)))
    let recording = Recording([exchange, exchange])
    var writer = RecordingWriter(redacting: .standard)
    var bytes: [UInt8] = []
    writer.write(2, comment: nil, { recording.exchanges[$0] }) { bytes += $0 }
    let document = HARDocument(Redactor().redact(recording))
    let found = RedactionLint().findings(in: .object(document.json))
    #expect(writer.replaced == found.filter { $0.entry == 0 })
    #expect(!writer.replaced.isEmpty)
    #expect(writer.findings == [])
    let complete = Redactor().redactCompletely(recording)
    #expect(complete.findings == [])
    #expect(bytes == HARDocument(complete.recording).bytes)
    #expect(!String(decoding: bytes, as: UTF8.self).contains("Zx81Qp9Lm3Rt7Vw2Kd5Nb8"))
  }

  @Test func `a value that only the lint finds in the comment is replaced`() {
    for exchanges in [[], [RecordedExchange(Request(.get, "/a"), Response(.ok))]] {
      let recording = Recording(exchanges, comment: "made with Zx81Qp9Lm3Rt7Vw2Kd5Nb8")
      var writer = RecordingWriter(redacting: .standard)
      var bytes: [UInt8] = []
      writer.write(exchanges.count, comment: recording.comment, { exchanges[$0] }) { bytes += $0 }
      #expect(writer.replaced.count == 1 && writer.findings == [])
      #expect(bytes == HARDocument(Redactor().redactCompletely(recording).recording).bytes)
      #expect(!String(decoding: bytes, as: UTF8.self).contains("Zx81Qp9Lm3Rt7Vw2Kd5Nb8"))
    }
  }
}
