import ContractLibrary
import Ghostlight
import GhostlightContracts
import Testing

@Suite struct `A seeded bug` {
  private func damaged(_ vendor: Vendor, _ bug: SeededBug) -> ContractExecutor {
    .emulators(StageConfiguration(emulators: [vendor.damaged(bug)]))
  }

  @Test(.serialized, arguments: Vendor.chapters)
  func `breaks every chapter in every executor`(_ chapter: Chapter) async throws {
    let vendor = try Vendor.of(chapter)
    let inProcess = await ContractRunner(damaged(vendor, .wrongStatus)).run([chapter.file])
    #expect(inProcess.counts.broken > 0)
    let recorded = await ContractRunner(.recording(inProcess.recording)).run([chapter.file])
    #expect(recorded.counts.broken == inProcess.counts.broken)
    try await Serving.run([vendor.damaged(.wrongStatus)]) { server in
      let served = await ContractRunner(server.executor(for: chapter)).run([chapter.file])
      #expect(served.counts.broken == inProcess.counts.broken)
    }
  }

  @Test(arguments: Vendor.all, SeededBug.all)
  func `of any kind breaks some promise`(_ vendor: Vendor, _ bug: SeededBug) async {
    let report = await ContractRunner(damaged(vendor, bug)).run(vendor.chapters.map(\.file))
    #expect((report.counts.broken > 0) == !vendor.harmless.contains(bug.description))
  }
}
