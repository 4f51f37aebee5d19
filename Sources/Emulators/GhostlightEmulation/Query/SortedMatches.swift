import GhostlightCore

/// The order of matches by sort keys, whose values are looked up once.
struct SortedMatches {
  /// The positions of the matches, in order.
  private(set) var slots: [Int]

  /// - Throws: ``Fault/workLimit(_:)`` before there is anything to sort.
  init(
    _ matches: [FoundDocument], by keys: [SortKey], newestFirst: Bool, within budget: WorkBudget
  ) throws(Fault) {
    try budget.spend(sorting: matches.count, keys: keys.count)
    try budget.spend(matches.count, times: keys.count + 1)
    var values: [SortValue] = []
    values.reserveCapacity(matches.count * keys.count)
    for match in matches {
      for key in keys {
        values.append(SortValue(try key.path.value(in: match.document, within: budget)))
      }
    }
    slots = Array(matches.indices)
    slots.sort { left, right in
      for position in keys.indices {
        let order = keys[position].ordering(
          values[left * keys.count + position], values[right * keys.count + position])
        if order != .equal { return order == .before }
      }
      let isOlder = matches[left].sequence < matches[right].sequence
      return newestFirst ? !isOlder && left != right : isOlder
    }
  }
}
