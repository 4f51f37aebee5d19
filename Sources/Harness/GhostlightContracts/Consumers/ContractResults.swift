public import GhostlightCore

/// What became of interactions where they were run, of reports that were kept as JSON.
///
/// `ghostlight verify --format json` writes such a report; one may come from another verifier as
/// long as it has `executor` and `results` with `consumer`, `provider`, `description` and `outcome`.
public struct ContractResults: Sendable {
  /// How an interaction went in one executor.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// Every promise was kept.
    case kept
    /// Not run, and the report says why.
    case skipped
    /// Broken, and forgiven.
    case pending
    /// At least one promise was broken.
    case broken
  }

  private struct Key: Hashable {
    let consumer: String
    let provider: String
    let description: String
  }

  /// Where interactions were run, in the order of the reports.
  public private(set) var executors: [String] = []
  private var outcomes: [Key: [String: Outcome]] = [:]

  /// No results.
  public init() {}

  /// Adds a report.
  ///
  /// Interactions that only their states tell apart share the worst outcome. An executor's name counts
  /// without the address that it ran against, which is another each time.
  ///
  /// - Throws: ``PactError`` with the place of the first thing wrong.
  public mutating func add(_ report: JSON) throws(PactError) {
    let file = PactNode(json: report, place: "")
    let name = try file.required("executor").string()
    let executor = name.firstRange(of: " at http").map { String(name[..<$0.lowerBound]) } ?? name
    if !executors.contains(executor) { executors.append(executor) }
    for node in try file.required("results").elements() {
      let word = try node.required("outcome").string()
      guard let outcome = Outcome(rawValue: word) else {
        throw node.error(
          "\"outcome\" is one of " + Outcome.allCases.map(\.rawValue).joined(separator: ", "))
      }
      let key = Key(
        consumer: try node.required("consumer").string(),
        provider: try node.required("provider").string(),
        description: try node.required("description").string())
      let known = outcomes[key]?[executor]
      outcomes[key, default: [:]][executor] =
        known.map { $0.badness > outcome.badness ? $0 : outcome }
        ?? outcome
    }
  }

  /// How an interaction of a contract went, by executor; those that did not run it are missing.
  public func outcomes(_ description: String, of pact: Pact) -> [String: Outcome] {
    outcomes[
      Key(consumer: pact.consumer, provider: pact.provider, description: description)] ?? [:]
  }
}

extension ContractResults.Outcome {
  /// The place in the order from best to worst.
  var badness: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The sign of reports.
  var sign: String {
    switch self {
    case .kept: "✓"
    case .skipped: "–"
    case .pending: "?"
    case .broken: "✗"
    }
  }
}
