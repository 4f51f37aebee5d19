import ContractLibrary
import Ghostlight
import GhostlightContracts
import GhostlightEmulation
import Testing

@Suite struct `Every changing request of the contracts` {
  @Test(arguments: Vendor.all)
  func `is done whole or not at all, whatever it may cost`(_ vendor: Vendor) async {
    let trials = BudgetTrials()
    let runner = ContractRunner(
      .emulators(StageConfiguration(emulators: [vendor.tried(trials)])), isTimed: false)
    for chapter in vendor.chapters {
      let report = await runner.run([chapter.file])
      #expect(report.counts == .all(of: chapter), "\(report.text())")
    }
    #expect(trials.errors == [])
    // App Center's service changes nothing.
    let fewest = vendor.emulator.name == "appcenter" ? 0 : vendor.fewest / 5
    #expect(trials.requests >= fewest)
    #expect(trials.refusals >= trials.requests)
  }
}
