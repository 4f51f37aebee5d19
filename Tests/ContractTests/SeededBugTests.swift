import ContractLibrary
import Ghostlight
import GhostlightContracts
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Seeded bugs` {
  private func damaged(_ vendor: Vendor, _ bug: SeededBug) -> ContractExecutor {
    .emulators(StageConfiguration(services: [vendor.damaged(bug)]))
  }

  private func run(
    _ files: [ContractFile], _ executor: ContractExecutor
  ) async -> ContractReport {
    await ContractRunner(executor, isTimed: false).run(files)
  }

  @Test(.serialized, arguments: Vendor.chapters)
  func `every chapter detects a wrong status in every executor`(_ chapter: Chapter) async throws {
    let vendor = try Vendor.of(chapter)
    let inProcess = await run([chapter.file], damaged(vendor, .wrongStatus))
    #expect(inProcess.counts.broken > 0)
    let recorded = await run([chapter.file], .recording(inProcess.recording))
    #expect(recorded.counts.broken == inProcess.counts.broken)
    try await Serving.run([vendor.damaged(.wrongStatus)]) { server in
      let served = await run([chapter.file], server.executor(for: chapter))
      #expect(served.counts.broken == inProcess.counts.broken)
    }
  }

  @Test(arguments: Vendor.all, SeededBug.all)
  func `a vendor's contracts detect each kind of bug`(_ vendor: Vendor, _ bug: SeededBug) async {
    let report = await run(vendor.chapters.map(\.file), damaged(vendor, bug))
    #expect((report.counts.broken > 0) == !vendor.harmless.contains(bug.description))
  }
}
