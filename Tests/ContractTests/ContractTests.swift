import ContractLibrary
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightServer
import Testing

@Suite struct `Contracts` {
  @Test(arguments: Vendor.chapters)
  func `are kept in process`(_ chapter: Chapter) async {
    let report = await ContractRunner(
      .emulators(StageConfiguration()), catalogues: Vendor.catalogues, isTimed: false
    ).run([chapter.file])
    #expect(report.counts == .all(of: chapter), "\(report.text())")
  }

  @Test(arguments: Vendor.chapters)
  func `have refusals that name their section to developers`(_ chapter: Chapter) async {
    let report = await ContractRunner(.emulators(StageConfiguration()), isTimed: false)
      .run([chapter.file])
    let silent = report.results.filter { result in
      let reason = result.response?.headers[.ghostlightReason] ?? ""
      return result.interaction.notes.fault != nil
        && !reason.contains(/(StackMob|Mia|EGF2|Cosmos) [A-E][0-9]/)
    }
    #expect(silent.map(\.interaction.description) == [])
  }

  // One after the other, since each has servers of its own. How long answers take is held where
  // nothing else runs, by `ghostlight verify`.
  @Test(.serialized, arguments: Vendor.chapters)
  func `are kept over HTTP`(_ chapter: Chapter) async throws {
    try await Serving.run { server in
      let runner = ContractRunner(
        server.executor(for: chapter), catalogues: Vendor.catalogues, isTimed: false)
      let report = await runner.run([chapter.file])
      #expect(report.counts == .all(of: chapter), "\(report.text())")
    }
  }

  @Test(arguments: Vendor.chapters)
  func `are kept by their recordings`(_ chapter: Chapter) async throws {
    let recording = try Library.recording(of: chapter)
    let runner = ContractRunner(.recording(recording), catalogues: Vendor.catalogues)
    let report = await runner.run([chapter.file])
    #expect(report.counts == .all(of: chapter), "\(report.text())")
  }

  @Test(arguments: Vendor.chapters)
  func `are read from their files as they were written`(_ chapter: Chapter) throws {
    let bytes = try Library.bytes(chapter.contract.path)
    #expect(try Pact.parse(bytes).fileText == chapter.pact.fileText)
  }
}
