import GhostlightCore

extension MatchDifference {
  /// What a JSON body has otherwise than a recorded one, numbers by value.
  static func between(_ actual: JSON, _ recorded: JSON) -> [MatchDifference] {
    JSONComparison.differences(
      expected: recorded.withPlainNumbers, actual: actual.withPlainNumbers
    ).map { difference in
      MatchDifference(
        "body", at: "\(difference.place)", actual: difference.actual?.text(),
        recorded: difference.expected?.text())
    }
  }
}
