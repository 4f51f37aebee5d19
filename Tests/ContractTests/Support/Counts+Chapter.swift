import ContractLibrary
import GhostlightContracts

extension ContractReport.Counts {
  /// Returns the counts of a run that kept every promise of the chapter.
  static func all(of chapter: Chapter) -> ContractReport.Counts {
    var counts = ContractReport.Counts()
    counts.kept = chapter.pact.interactions.count
    return counts
  }
}
