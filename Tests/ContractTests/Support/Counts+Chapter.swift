import ContractLibrary
import GhostlightContracts

extension ContractReport.Counts {
  /// Returns the counts of a run in which every promise of a chapter is kept.
  static func all(of chapter: Chapter) -> ContractReport.Counts {
    var counts = ContractReport.Counts()
    counts.kept = chapter.pact.interactions.count
    return counts
  }
}
