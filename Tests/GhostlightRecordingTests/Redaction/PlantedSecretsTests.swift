import GhostlightCore
import GhostlightRecording
import Testing

@Suite struct `Fifty planted secrets in twelve places` {
  private static let secrets = (0..<50).map { PlantedSecret($0) }

  private static let recording = Recording(
    secrets.map { secret in
      RecordedExchange(
        secret.request, secret.response,
        notes: ["_seen": .string(secret.value), "comment": .string("has \(secret.value)")])
    },
    comment: "with \(secrets[7].value)")

  /// The HAR file of the redacted recording.
  private static let file = HARDocument(Redactor().redact(recording)).bytes

  @Test func `a redacted file contains no spelling of a planted secret`() {
    let text = String(decoding: Self.file, as: UTF8.self)
    for secret in Self.secrets {
      for spelling in secret.spellings {
        #expect(!text.contains(spelling), "\(secret.number): \(spelling)")
      }
    }
  }

  @Test func `the file without redaction contains each planted secret`() {
    let text = String(decoding: HARDocument(Self.recording).bytes, as: UTF8.self)
    let found = Self.secrets.filter { secret in secret.spellings.contains { text.contains($0) } }
    #expect(found.count == 50)
  }

  @Test func `the lint finds every planted secret before redaction and none after it`() throws {
    let left = RedactionLint().findings(in: try JSON.parse(Self.file))
    #expect(left.map(\.description) == [])
    let whole = JSON.object(HARDocument(Self.recording).json)
    let entries = Set(RedactionLint().findings(in: whole).compactMap(\.entry))
    #expect(entries == Set(0..<50))
  }

  @Test func `a redacted file replays for a client with the same or other secrets`() throws {
    let document = try HARDocument(reading: Self.file, named: "planted.har")
    let recording = try Recording(document)
    let replayer = Replayer(
      recording, policy: .last, normalise: Redactor().normaliser(for: recording))
    for secret in Self.secrets {
      let response = try #require(replayer.responder.respondNow(secret.request))
      #expect(response.text.hasPrefix("number \(secret.number):"), "\(response.text)")
    }
    #expect(replayer.report.isClean, "\(replayer.report)")
    let foreign = PlantedSecret(50).request
    var request = PlantedSecret(2).request
    request.target = RequestTarget(foreign.target.raw.replacing("planted/50", with: "planted/2"))
    #expect(replayer.responder.respondNow(request)?.text.hasPrefix("number 2:") == true)
  }

  @Test func `redaction gives the same file each time`() {
    #expect(HARDocument(Redactor().redact(Self.recording)).bytes == Self.file)
  }
}
