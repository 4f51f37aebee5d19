import GhostlightCore

extension QueryItem {
  /// What stands for the pair, to the byte, when a matcher compares it.
  var matchKey: MatchKey {
    var key = MatchKey(name)
    key.append(value)
    return key
  }

  /// The pair as a report quotes it.
  var quoted: String { value.map { $0.isEmpty ? "empty" : $0 } ?? "without a value" }
}
