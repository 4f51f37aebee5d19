import GhostlightCore
import GhostlightEmulation
import GhostlightRecording
import HTTPTypes

/// Finds the interactions that are most similar to a request, comparing a limited number in full.
struct NearestInteractions {
  private let table: ContractTable
  private let lookup: ContractTable.Lookup
  private let request: Request
  private let segments: [Substring]

  /// The maximum numbers of interactions compared in full, interactions listed, and differences for
  /// each interaction listed.
  private static let (comparisons, names, differences) = (24, 3, 4)

  init(_ table: ContractTable, _ lookup: ContractTable.Lookup) {
    self.table = table
    self.lookup = lookup
    request = lookup.request
    segments = Self.segments(request.target.rawPath)
  }

  /// Returns a miss that explains that the matching interactions need other states, or which
  /// interactions are nearest if none matches.
  ///
  /// - Throws: `Fault/workLimit(_:)` if the budget is used up.
  func miss(within budget: WorkBudget) throws(Fault) -> ServiceMiss {
    guard let first = lookup.fitting.first else {
      let nearest = try nearest(within: budget)
      let hint = nearest.first.map { "nearest is \($0)" } ?? "there are no interactions"
      return ServiceMiss("\(line) is not in the contract; \(hint)", nearest: nearest)
    }
    let entry = table.entries[first]
    let held = (lookup.states ?? []).map { "\"\($0)\"" }.joined(separator: ", ")
    return ServiceMiss(
      "\(line) is in the contract, but only given \(entry.stateNames); the current states are: "
        + "\(held.isEmpty ? "none" : held)",
      nearest: lookup.fitting.prefix(Self.names).map { table.entries[$0].title })
  }

  private var line: String {
    let target = request.target.raw
    return "\(request.method.rawValue) \(target.prefix(200))" + (target.count > 200 ? "…" : "")
  }

  private func nearest(within budget: WorkBudget) throws(Fault) -> [String] {
    try budget.spend(table.entries.count, times: 10 + request.target.raw.utf8.count / 8)
    try budget.spend(
      min(table.entries.count, Self.comparisons), times: ContractTable.work(for: request))
    let rough = table.entries.indices.map { ($0, roughDistance(table.entries[$0])) }
      .sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    let rated = rough.prefix(Self.comparisons).map { index, distance in
      let failures = table.entries[index].check.failures(of: request)
      return (index, 4 * distance + failures.count, failures)
    }.sorted { ($0.1, $0.0) < ($1.1, $1.0) }
    return rated.prefix(Self.names).map { index, _, failures in
      let named = failures.prefix(Self.differences).map(\.mismatch).joined(separator: "; ")
      let more = failures.count - Self.differences
      return table.entries[index].title + ": " + named + (more > 0 ? "; and \(more) more" : "")
    }
  }

  /// Returns the number of path segments that differ, plus one if the method differs.
  private func roughDistance(_ entry: ContractTable.Entry) -> Int {
    let wanted = Self.segments(entry.interaction.request.path)
    let method = entry.interaction.request.method == request.method.rawValue ? 0 : 1
    guard !entry.check.isAbout(request) else { return method }
    let unequal = zip(wanted, segments).count { $0 != $1 }
    return method + unequal + abs(wanted.count - segments.count)
  }

  private static func segments(_ path: String) -> [Substring] { path.split(separator: "/") }
}

extension ContractFailure {
  /// A string such as `$.title is "y", expected "x"`; long values are shortened.
  fileprivate var mismatch: String {
    let found = actual == "nothing" ? "is missing" : "is \(Self.cut(actual))"
    return "\(place) \(found), expected \(Self.cut(expected))"
  }

  private static func cut(_ text: String) -> String {
    text.count <= 120 ? text : text.prefix(120) + "…"
  }
}
