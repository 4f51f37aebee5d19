import ContractLibrary
import Ghostlight
import GhostlightContracts
import GhostlightEmulation
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Work budgets of requests that change something` {
  @Test(arguments: Vendor.all)
  func `any work budget lets a request succeed fully or change nothing`(_ vendor: Vendor) async {
    let trials = BudgetTrials()
    let runner = ContractRunner(
      .emulators(StageConfiguration(services: [vendor.tried(trials)])), isTimed: false)
    for chapter in vendor.chapters {
      let report = await runner.run([chapter.file])
      #expect(report.counts == .all(of: chapter), "\(report.text())")
    }
    #expect(trials.errors == [])
    // No request to App Center's emulator changes its state.
    let fewest = vendor.emulator.name == "appcenter" ? 0 : vendor.fewest / 5
    #expect(trials.requests >= fewest)
    #expect(trials.refusals >= trials.requests)
  }
}
