import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Generated trials of the redactor` {
  private static let seed: UInt64 = 2_026

  @Test func `at most 5 of 100 planted secrets stay in a file without a finding`() throws {
    let trials = TrialGenerator.secrets(seed: Self.seed, count: 400)
    var left: [String] = []
    for trial in trials where try !isKept(trial) {
      left.append("\(trial.number): \(trial.kind): \(trial.secret)")
    }
    #expect(left.count <= 20, "\(left.count) left:\n\(left.joined(separator: "\n"))")
  }

  /// Returns whether redaction replaces a secret or the lint reports it.
  private func isKept(_ trial: SecretTrial) throws -> Bool {
    let file = try redacted([trial.exchange])
    let findings = RedactionLint().findings(in: try JSON.parse(file))
    if trial.isBinary { return findings.contains { $0.name.contains(trial.name) } }
    let text = String(decoding: file, as: UTF8.self)
    return !findings.isEmpty || !trial.encodings.contains { text.contains($0) }
  }

  @Test func `at most 2 of 100 harmless texts are replaced`() throws {
    let trials = HarmlessGenerator.texts(seed: Self.seed, count: 400)
    var replaced: [String] = []
    for trial in trials {
      let recording = try recording([trial.exchange])
      let before = parts(of: recording)
      let after = parts(of: Redactor().redact(recording))
      #expect(before.contains { text in text.contains(trial.text) }, "\(trial.kind)")
      if !after.contains(where: { text in text.contains(trial.text) }) {
        replaced.append("\(trial.number): \(trial.kind): \(trial.text)")
      }
    }
    #expect(replaced.count <= 8, "\(replaced.count):\n\(replaced.joined(separator: "\n"))")
  }

  @Test func `at most 2 of 100 harmless texts are reported by the lint`() throws {
    let trials = HarmlessGenerator.texts(seed: Self.seed, count: 400)
    var reported: [String] = []
    for trial in trials {
      let findings = RedactionLint().findings(in: try JSON.parse(try redacted([trial.exchange])))
      if !findings.isEmpty {
        reported.append("\(trial.number): \(trial.kind): \(trial.text): \(findings[0])")
      }
    }
    #expect(reported.count <= 8, "\(reported.count):\n\(reported.joined(separator: "\n"))")
  }

  @Test func `a pair that differs under a weak name replays equally with and without redaction`()
    throws
  {
    var wrong: [String] = []
    for pair in WeakPairs.weakPairs(seed: Self.seed, count: 1_000) {
      let raw = try recording([pair.first, pair.second])
      let read = try Recording(
        HARDocument(reading: HARDocument(Redactor().redact(raw)).bytes, named: "pair.har"))
      let replayer = Replayer(
        read, policy: .last, normalise: Redactor().normaliser(for: read))
      let requests = raw.exchanges.map(\.request)
      let answers = (requests + requests.reversed()).map {
        replayer.responder.respondNow($0)?.text ?? ""
      }
      let expected = raw.exchanges.map(\.response.text)
      if answers != expected + expected.reversed() {
        wrong.append("\(pair.number): \(pair.kind): \(pair.values): \(answers)")
      }
    }
    #expect(wrong == [], "\(wrong.count)")
  }

  private func recording(_ exchanges: [TrialExchange]) throws -> Recording {
    try Recording(
      HARDocument(reading: Array(TrialHAR.text(exchanges).utf8), named: "trial.har"))
  }

  private func redacted(_ exchanges: [TrialExchange]) throws -> [UInt8] {
    HARDocument(Redactor().redact(try recording(exchanges))).bytes
  }

  /// Returns the parts of a recording that may contain the text of a trial.
  private func parts(of recording: Recording) -> [String] {
    recording.exchanges.flatMap { exchange in
      let (request, response) = (exchange.request, exchange.response)
      return ["\(request.scheme)://\(request.authority)\(request.target.raw)"]
        + request.headers.map(\.value) + response.headers.map(\.value)
        + [String(decoding: request.body, as: UTF8.self), response.text]
    }
  }
}
