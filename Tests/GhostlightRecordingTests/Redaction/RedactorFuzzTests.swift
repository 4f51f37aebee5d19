import GhostlightCore
import GhostlightRecording
import HTTPTypes
import TestSupport
import Testing

@Suite struct `Redaction of random requests` {
  private static let types: [String?] = [
    nil, "application/json", "application/x-www-form-urlencoded", "text/plain",
    "multipart/form-data; boundary=XyZ", "multipart/mixed; boundary=", "image/png",
  ]

  private static let pieces: [String] = [
    "\"", "\\", "{", "}", "[", "]", ":", ",", "=", "&", "%", "%2", "--XyZ", "\r\n\r\n", "://", "@",
    "<", ">", ";", "password", "token", "Bearer ", "eyJ", "-----BEGIN ", "PRIVATE KEY-----", "name",
    "value", "REDACTED-", "REDACTED-a-1", "\u{0}", "é", "\n", " ", "a1B2c3D4e5F6", "123456789",
  ]

  /// Returns a request whose parts are cut, doubled, and mixed with fragments of several syntaxes.
  private static func request(_ random: inout SeededNumbers) -> Request {
    var request = PlantedSecret(Int.random(in: 0..<48, using: &random)).request
    request.body = mutated(request.body, &random)
    request.headers[.contentType] = types.randomElement(using: &random) ?? nil
    let target = mutated(Array(request.target.raw.utf8), &random)
    request.target = RequestTarget(String(decoding: target, as: UTF8.self))
    for name in [HTTPField.Name.authorization, .cookie, .referer] {
      let text = mutated(Array((request.headers[name] ?? "MAC id=\"x\"").utf8), &random)
      request.headers[name] = String(decoding: text, as: UTF8.self)
    }
    return request
  }

  private static func mutated(_ bytes: [UInt8], _ random: inout SeededNumbers) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...6, using: &random) {
      let place = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<4, using: &random) {
      case 0: bytes = Array(bytes[..<place])
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: place)
      default:
        bytes.insert(contentsOf: (pieces.randomElement(using: &random) ?? "").utf8, at: place)
      }
    }
    return bytes
  }

  @Test(arguments: 1...8 as ClosedRange<UInt64>)
  func `a second redaction of a random request changes nothing`(_ seed: UInt64) {
    var random = SeededNumbers(seed: seed)
    let redactor = Redactor()
    for _ in 0..<150 {
      let request = Self.request(&random)
      let recording = Recording([
        RecordedExchange(request, Response(.ok, body: Self.request(&random).body))
      ])
      let redacted = redactor.redact(recording)
      #expect(redactor.redact(redacted) == redacted)
      let normalise = redactor.normaliser(for: redacted)
      let recorded = normalise(redacted.exchanges[0].request)
      #expect(normalise(recorded) == recorded)
      _ = RedactionLint().findings(in: .object(HARDocument(recording).json))
    }
  }
}
