import Foundation
import Ghostlight
import SyncFixtures
import SyncScenarios
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `An app killed during a sync` {
  @Test(arguments: [(SyncKind.baas, "baas"), (SyncKind.crud, "crud")])
  func `the next run is complete, 50 times`(_ kind: SyncKind, _ writer: String) async throws {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("SyncKill-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("app.sqlite")
    let project = try MiaProject()
    let server = kind.server(project)
    try project.testStage.space.changeClock(.run)
    let kills = try await ServedStage.run(project.testStage.stage) { served in
      var kills = 0
      for round in 1...50 {
        server.create("s-\(round)", "first")
        if try KilledWriter.run(writer, served.url("mia"), file, round) { kills += 1 }
        let device = try kind.device("a", project.transport, file: file)
        let error = await device.sync()
        #expect(error == nil, "round \(round)")
        let news = try device.news()
        #expect(news.allSatisfy { $0.mark == nil }, "round \(round)")
        let here = news.map { "\($0.remoteID ?? "-") \($0.title) \($0.text ?? "-")" }
        let there = server.documents().map { "\($0.id) \($0.title) \($0.text ?? "-")" }
        #expect(here.sorted() == there.sorted(), "round \(round)")
        #expect(Set(news.map(\.title)).count == news.count, "round \(round)")
      }
      return kills
    }
    #expect(kills == 50)
  }
}
