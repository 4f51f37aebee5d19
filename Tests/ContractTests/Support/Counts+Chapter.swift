import ContractLibrary
import GhostlightContracts

extension ContractReport.Counts {
  /// Every promise of a chapter kept, none left out.
  static func all(of chapter: Chapter) -> ContractReport.Counts {
    var counts = ContractReport.Counts()
    counts.kept = chapter.pact.interactions.count
    return counts
  }
}
