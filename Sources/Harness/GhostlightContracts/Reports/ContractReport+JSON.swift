public import GhostlightCore

extension ContractReport {
  /// The report for programs.
  public var json: JSON {
    let counts = counts
    return [
      "executor": .string(executor), "milliseconds": .double(milliseconds.rounded()),
      "kept": JSON(count: counts.kept), "broken": JSON(count: counts.broken),
      "pending": JSON(count: counts.pending), "skipped": JSON(count: counts.skipped),
      "remarks": .array(remarks.map(JSON.string)), "results": .array(results.map(\.json)),
    ]
  }
}

extension ContractResult {
  fileprivate var json: JSON {
    var object: JSONObject = [
      "file": .string(path), "consumer": .string(consumer), "provider": .string(provider),
      "description": .string(interaction.description), "outcome": .string(outcome.name),
      "milliseconds": .double((milliseconds * 100).rounded() / 100),
    ]
    if case .skipped(let reason) = outcome { object["reason"] = .string(reason) }
    guard !outcome.failures.isEmpty else { return .object(object) }
    object["failures"] = .array(
      outcome.failures.map {
        [
          "place": .string($0.place), "expected": .string($0.expected),
          "actual": .string($0.actual),
        ]
      })
    return .object(object)
  }
}

extension ContractOutcome {
  fileprivate var name: String {
    switch self {
    case .kept: "kept"
    case .broken: "broken"
    case .pending: "pending"
    case .skipped: "skipped"
    }
  }
}
