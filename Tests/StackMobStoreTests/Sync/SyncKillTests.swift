import Foundation
import Ghostlight
import GhostlightCore
import StackMob
import SyncFixtures
import TestExecutors
import TestSupport
import Testing

// Blocking calls each block a thread of the system's pool, so the cases run one after another.
@Suite(.limitedConcurrency, .serialized) struct `A killed app with a cache` {
  /// Kills the app between a save and the next process's sync, or during a sync.
  @Test(arguments: ["stackmob-save", "stackmob-sync"])
  func `nothing is lost or sent twice in 50 kills`(_ writer: String) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("StackMobKill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let server = try ItemServer()
    try server.testStage.space.changeClock(.run)
    let kills = try await ServedStage.run(server.testStage.stage) { served in
      var kills = 0
      for round in 1...50 {
        let url = try served.url("stackmob")
        if try KilledWriter.run(writer, url, folder, round) { kills += 1 }
        try await Self.check(server, folder, round)
      }
      return kills
    }
    #expect(SavedItems(in: folder).all.count > 100)
    try FileManager.default.removeItem(at: folder)
    #expect(kills == 50)
  }

  @MainActor private static func check(_ server: ItemServer, _ folder: URL, _ round: Int)
    async throws
  {
    let device = try ItemDevice(server, folder: folder, keepsFolder: true)
    let saved = SavedItems(in: folder)
    // A save stores its objects in the cache before it sends a request, so a killed app has them
    // after a restart.
    for (key, text) in saved.texts {
      let has = try device.text(key)
      let may = [text] + (saved.pending[key].map { [$0] } ?? [])
      #expect(may.contains(has), "round \(round): \(key)")
    }
    let before = try saved.pending.mapValues { _ in () }.keys.map { ($0, try device.text($0)) }
    #expect(await device.store.syncWithServerAndWait() != nil)
    let items = server.items
    for (key, text) in saved.texts where saved.pending[key] == nil {
      #expect(items[key]?["text"]?.string == text, "round \(round): \(key)")
      #expect(try device.text(key) == text, "round \(round): \(key)")
      #expect(try !device.isDirty(key))
    }
    for (key, text) in before {
      #expect(items[key]?["text"]?.string == text, "round \(round): \(key)")
      try saved.note("ends", key, text)
    }
    #expect(appliedTwice(server, saved.all) == [], "round \(round)")
  }

  /// Returns the texts that the server has received in more than one write.
  private static func appliedTwice(_ server: ItemServer, _ texts: Set<String>) -> [String] {
    var counts: [String: Int] = [:]
    for entry in server.testStage.space.journal
    where [.post, .put].contains(entry.request.method)
      && entry.answer.response.status.kind == .successful
    {
      if let text = (try? JSON.parse(entry.request.body))?["text"]?.string, texts.contains(text) {
        counts[text, default: 0] += 1
      }
    }
    return counts.filter { $0.value > 1 }.keys.sorted()
  }
}
