import GhostlightCore

extension MatchDifference {
  /// The pairs that only one side has, in any order; those of the same name are held side by side.
  static func between(
    _ actual: [QueryItem], _ recorded: [QueryItem], part: String
  ) -> [MatchDifference] {
    var missing = without(recorded, actual)
    var differences: [MatchDifference] = []
    for item in without(actual, recorded) {
      let partner = missing.firstIndex { $0.name == item.name }.map { missing.remove(at: $0) }
      differences.append(
        MatchDifference(part, at: item.name, actual: item.quoted, recorded: partner?.quoted))
    }
    return differences
      + missing.map { MatchDifference(part, at: $0.name, actual: nil, recorded: $0.quoted) }
  }

  /// The items of one list that the other lacks, each as often as it lacks it.
  private static func without(_ items: [QueryItem], _ others: [QueryItem]) -> [QueryItem] {
    var counts: [MatchKey: Int] = [:]
    for item in others { counts[item.matchKey, default: 0] += 1 }
    return items.filter { item in
      guard let count = counts[item.matchKey], count > 0 else { return true }
      counts[item.matchKey] = count - 1
      return false
    }
  }
}
