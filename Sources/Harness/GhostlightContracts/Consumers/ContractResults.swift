public import GhostlightCore

/// The outcomes of interactions, read from JSON reports.
///
/// `ghostlight verify --format json` writes such a report. A report of another verifier works too
/// if it has `executor` and `results` with `consumer`, `provider`, `description` and `outcome`.
/// Pass the results to a ``ContractMatrix`` or ``ContractPages`` to show them.
public struct ContractResults: Sendable {
  /// The outcome of an interaction in one executor.
  ///
  /// The cases are in the order from best to worst. Of several interactions with the same name, the
  /// worst outcome counts.
  public enum Outcome: String, Sendable, Hashable, CaseIterable {
    /// Every promise was kept.
    case kept
    /// The interaction was not run; the report has the reason.
    case skipped
    /// A promise was broken, but the contract marks it as pending.
    case pending
    /// At least one promise was broken.
    case broken
  }

  private struct Key: Hashable {
    let consumer: String
    let provider: String
    let description: String
  }

  /// The names of the executors, in the order of the reports.
  public private(set) var executors: [String] = []
  private var outcomes: [Key: [String: Outcome]] = [:]

  /// Creates empty results.
  public init() {}

  /// Adds the outcomes of a report.
  ///
  /// Interactions that differ only in their provider states share the worst outcome. The name of an
  /// executor is stored without the URL of its backend, because the port differs from run to run.
  ///
  /// - Throws: ``PactError`` with the place of the first error.
  public mutating func add(_ report: JSON) throws(PactError) {
    let file = PactNode(json: report, place: "")
    let name = try file.required("executor").string()
    let executor = name.firstRange(of: " at http").map { String(name[..<$0.lowerBound]) } ?? name
    if !executors.contains(executor) { executors.append(executor) }
    for node in try file.required("results").elements() {
      let word = try node.required("outcome").string()
      guard let outcome = Outcome(rawValue: word) else {
        throw node.error(
          "\"outcome\" must be one of " + Outcome.allCases.map(\.rawValue).joined(separator: ", "))
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

  /// Returns the outcomes of an interaction, keyed by executor.
  ///
  /// Executors that did not run the interaction are missing.
  public func outcomes(_ description: String, of pact: Pact) -> [String: Outcome] {
    outcomes[
      Key(consumer: pact.consumer, provider: pact.provider, description: description)] ?? [:]
  }
}

extension ContractResults.Outcome {
  /// The rank of the outcome: 0 for the best, 3 for the worst.
  var badness: Int { Self.allCases.firstIndex(of: self) ?? 0 }

  /// The character that stands for the outcome in reports.
  var sign: String {
    switch self {
    case .kept: "✓"
    case .skipped: "–"
    case .pending: "?"
    case .broken: "✗"
    }
  }
}
