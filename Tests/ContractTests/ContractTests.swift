import ContractLibrary
import Ghostlight
import GhostlightContracts
import GhostlightCore
import GhostlightEmulation
import GhostlightServer
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Contracts` {
  @Test(arguments: Vendor.chapters)
  func `the emulators keep every contract in process`(_ chapter: Chapter) async {
    let report = await ContractRunner(
      .emulators(StageConfiguration()), catalogues: Vendor.catalogues, isTimed: false
    ).run([chapter.file])
    #expect(report.counts == .all(of: chapter), "\(report.text())")
    // Each refusal names its section of the reference for developers.
    let silent = report.results.filter { result in
      let reason = result.response?.headers[.ghostlightReason] ?? ""
      return result.interaction.notes.fault != nil
        && !reason.contains(/(StackMob|Mia|EGF2|Cosmos) [A-E][0-9]/)
    }
    #expect(silent.map(\.interaction.description) == [])
  }

  // The chapters run one after another, because each starts servers. Latencies are not checked
  // here, because other tests load the machine; `ghostlight verify` checks them while nothing else
  // runs.
  @Test(.serialized, arguments: Vendor.chapters)
  func `the emulators keep every contract over HTTP`(_ chapter: Chapter) async throws {
    try await Serving.run { server in
      let runner = ContractRunner(
        server.executor(for: chapter), catalogues: Vendor.catalogues, isTimed: false)
      let report = await runner.run([chapter.file])
      #expect(report.counts == .all(of: chapter), "\(report.text())")
    }
  }

  @Test(arguments: Vendor.chapters)
  func `the recording of a chapter keeps its contract`(_ chapter: Chapter) async throws {
    let recording = try Library.recording(of: chapter)
    let runner = ContractRunner(.recording(recording), catalogues: Vendor.catalogues)
    let report = await runner.run([chapter.file])
    #expect(report.counts == .all(of: chapter), "\(report.text())")
  }

  @Test(arguments: Vendor.chapters)
  func `a contract file is parsed to the contract that was written`(_ chapter: Chapter) throws {
    let bytes = try Library.bytes(chapter.contract.path)
    #expect(try Pact.parse(bytes).fileText == chapter.pact.fileText)
  }
}
