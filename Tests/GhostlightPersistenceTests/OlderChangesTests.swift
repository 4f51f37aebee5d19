import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import MiaEmulator
import TestSupport
import Testing

@testable import GhostlightPersistence

/// Tests with changes of older versions, whose object ids did not increase with time.
@Suite(.limitedConcurrency) struct `Changes of older versions in a folder` {
  private static let seconds: Int64 = 1_586_106_974

  let folder = TestFolder()

  private static func backend() throws -> MiaBackend {
    var configuration = MiaConfiguration()
    configuration.checksSecret = false
    var backend = MiaBackend(configuration)
    let definition: JSON = [
      "name": "notes", "defaultState": "PUBLIC",
      "fields": [["name": "text", "type": "string"]],
    ]
    _ = try backend.setUp(
      "collection exists", parameters: ["definition": definition],
      at: Moment(milliseconds: 0, seed: 0))
    return backend
  }

  private static func stage(_ log: (any ChangeLog)? = nil) throws -> Stage {
    var configuration = StageConfiguration(services: [.mia(try backend())])
    configuration.clock = .frozen(at: seconds * 1000)
    return Stage(configuration, log: log)
  }

  private static func note(_ text: String) -> Request {
    .json(.post, "/v2/notes/", ["text": .string(text)])
  }

  private static func notes(_ stage: Stage) -> String {
    stage.respond(to: Request(.get, "/v2/notes/"), by: "mia").text
  }

  @Test(arguments: [false, true])
  func `older changes are replayed with their ids, then later ones`(hasSnapshot: Bool) throws {
    var old = try Self.backend()
    try write(by: &old, hasSnapshot)
    let ids = old.snapshot["crud"]?[0]?["documents"]?.array?.compactMap { $0["_id"]?.string } ?? []
    #expect(ids.count == 3)

    let before: String
    do {
      let opened = try DataFolder(at: folder.path)
      let stage = try Self.stage(opened.log)
      try opened.restore(into: stage)
      #expect(ids.allSatisfy(Self.notes(stage).contains))
      #expect(stage.respond(to: Self.note("d"), by: "mia").status == .ok)
      before = Self.notes(stage)
      try opened.close()
    }
    let opened = try DataFolder(at: folder.path)
    let stage = try Self.stage(opened.log)
    try opened.restore(into: stage)
    #expect(Self.notes(stage) == before)
  }

  /// Logs three changes as an older version would have logged them.
  private func write(by old: inout MiaBackend, _ hasSnapshot: Bool) throws {
    let seed = FNV1a.hash(of: "default", seed: StageConfiguration(services: []).seed)
    let opened = try DataFolder(at: folder.path)
    let first = try Self.stage(opened.log)
    try opened.restore(into: first)
    if hasSnapshot {
      try first.namespace().changeClock(.advance(milliseconds: 0))
      try SnapshotWriter(opened, first, every: .max).writeSnapshot()
    }
    for text in ["a", "b", "c"] {
      let number = UInt64(opened.log.last + 100)
      // A moment without an order gives the object ids of an older version.
      let answer = old.answer(
        Self.note(text),
        at: Moment(
          milliseconds: Self.seconds * 1000, seed: seed &+ number &* 0xd134_2543_de82_ef95)
      ).response
      let change = Change(
        namespace: "default", moment: number, milliseconds: Self.seconds * 1000,
        .exchange(emulator: "mia", Self.note(text)),
        answer: .response(status: answer.status.code, body: answer.body))
      try opened.log.waitUntilDurable(opened.log.append(change))
    }
    try opened.close()
  }
}
