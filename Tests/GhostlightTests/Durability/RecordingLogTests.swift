import Ghostlight
import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `Recovery of a recording` {
  private static func stage(_ log: ChangeMemory? = nil) -> Stage {
    let recording = Recording(
      ["one", "two", "three", "four"].map {
        RecordedExchange(Request(.get, "/a"), Response(.ok, body: Array($0.utf8)))
      })
    var configuration = StageConfiguration(services: [
      Service(
        name: "service", title: "Service", port: 1,
        seed: RecordingBackend(recording, policy: .last))
    ])
    configuration.clock = .frozen(at: Stage.opening)
    return Stage(configuration, log: log)
  }

  private static func next(_ stage: Stage, in namespace: String) -> String {
    stage.respond(to: .note(.get, "/a", in: namespace), by: "service").text
  }

  @Test func `changes replayed on a new stage continue at the same position`() throws {
    let log = ChangeMemory()
    let stage = Self.stage(log)
    for _ in 0..<2 { _ = Self.next(stage, in: "one") }
    let snapshot = try stage.namespace("one").snapshot()
    _ = Self.next(stage, in: "one")
    try stage.fork("one", as: "two")
    try stage.namespace("one").restore(snapshot)
    _ = Self.next(stage, in: "three")
    try stage.namespace("three").reset(emulator: "service")
    let fresh = Self.stage()
    try log.replay(into: fresh)
    #expect(["one", "two", "three"].map { Self.next(fresh, in: $0) } == ["three", "four", "one"])
  }

  @Test func `only requests that change the position are logged`() throws {
    let log = ChangeMemory()
    let stage = Self.stage(log)
    for _ in 0..<6 { _ = Self.next(stage, in: "one") }
    _ = stage.respond(to: Request(.get, "/other"), by: "service")
    #expect(log.changes.count == 4)
  }
}
