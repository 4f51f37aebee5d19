import GhostlightEmulation

/// An `[orN].` block: single conditions are alternatives, those of one `[andM].` form one.
struct AlternativeBlock: Sendable {
  private var single: [Predicate] = []
  private var conjunctions: [Int: [Predicate]] = [:]

  mutating func add(_ predicate: Predicate, to conjunction: Int?) {
    if let conjunction {
      conjunctions[conjunction, default: []].append(predicate)
    } else {
      single.append(predicate)
    }
  }

  var predicate: Predicate {
    .or(single + conjunctions.keys.sorted().map { .and(conjunctions[$0] ?? []) })
  }
}
