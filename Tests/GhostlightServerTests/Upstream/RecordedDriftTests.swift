import Foundation
import Ghostlight
import GhostlightCore
import GhostlightRecording
import GhostlightServer
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Recorded emulators` {
  /// The vendors, each with the minimum number of successful responses that its recordings must
  /// yield.
  ///
  /// The requests come from the recordings in this repository. Most of them ask for something that
  /// does not exist, because each recording is sent to an empty emulator. The minimum ensures that
  /// there is something to compare.
  static let vendors = [
    ("stackmob", 100), ("mia", 100), ("egf2", 40), ("appcenter", 5), ("cosmos", 9),
  ]

  @Test(arguments: vendors)
  func `each emulator repeats its recorded responses`(_ vendor: String, _ least: Int) async throws {
    var (compared, answered) = (0, 0)
    for file in try Self.recordings(of: vendor) {
      let requests = try Recording(HARDocument(reading: Array(Data(contentsOf: file)), named: ""))
      let recording = try await Self.record(requests, vendor)
      answered += recording.exchanges.count { $0.response.status.code < 400 }
      let report = try await Self.check(recording, vendor)
      compared += report.compared
      #expect(report.isClean, "\(file.lastPathComponent): \(report)")
      #expect(report.compared == requests.exchanges.count)
    }
    #expect(compared > answered && answered >= least, "\(answered) of \(compared)")
  }

  private static func recordings(of vendor: String) throws -> [URL] {
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    return try FileManager.default.contentsOfDirectory(
      at: root.appending(path: "Recordings/\(vendor)"), includingPropertiesForKeys: nil
    ).filter { $0.pathExtension == "har" }.sorted { $0.path < $1.path }
  }

  /// Sends a recording's requests to an emulator with a running clock; returns the new recording.
  ///
  /// The recorder's clock is slightly behind the emulator's, as over a network. Secrets are
  /// redacted.
  private static func record(_ requests: Recording, _ vendor: String) async throws -> Recording {
    let stage = Stage()
    let namespace = try stage.namespace(Stage.defaultNamespace)
    try namespace.changeClock(
      .freeze, .set(milliseconds: requests.exchanges.first?.startedMilliseconds ?? 0))
    let recorder = Recorder { namespace.clock.milliseconds }
    let emulator = try #require(stage.responder(for: vendor))
    let recorded = Responder(name: vendor) { request in
      _ = try? namespace.changeClock(.advance(milliseconds: 3))
      let response = await emulator.respond(request)
      _ = try? namespace.changeClock(.advance(milliseconds: 4))
      return response
    }.recorded(into: recorder)
    _ = await Drift.check(requests, against: complete(recorded, stage, vendor))
    let file = HARDocument(Redactor().redact(recorder.recording)).bytes
    return try Recording(HARDocument(reading: file, named: "\(vendor).har"))
  }

  private static func check(_ recording: Recording, _ vendor: String) async throws -> DriftReport {
    let stage = Stage()
    let namespace = try stage.namespace(Stage.defaultNamespace)
    let emulator = complete(try #require(stage.responder(for: vendor)), stage, vendor)
    let before = namespace.clock
    let report = await namespace.settingClock { set in
      await Drift.check(recording, against: emulator, settingClock: set)
    }
    #expect(!namespace.clock.isFrozen && namespace.clock.milliseconds >= before.milliseconds)
    return report.withoutPlaceholders
  }

  private static func complete(
    _ responder: Responder, _ stage: Stage, _ vendor: String
  ) -> Responder {
    let emulator = stage.configuration.services.first { $0.name == vendor }
    let credentials = emulator.map { ClientCredentials(of: $0) } ?? ClientCredentials()
    return credentials.completing(MACRequestSigner().resigning(responder))
  }
}
