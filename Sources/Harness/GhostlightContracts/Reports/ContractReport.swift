public import GhostlightCore
import HTTPTypes

/// What a run of contracts found.
public struct ContractReport: Sendable {
  /// Where they were played.
  public var executor: String
  /// One result an interaction, in the order of the files.
  public var results: [ContractResult] = []
  /// What files hold that is not checked.
  public var remarks: [String] = []
  /// How long the run took, in milliseconds.
  public var milliseconds: Double = 0

  /// A report without results.
  public init(executor: String) { self.executor = executor }

  /// How many interactions ended in what way.
  public struct Counts: Sendable, Hashable {
    /// Every promise kept.
    public var kept = 0
    /// At least one broken.
    public var broken = 0
    /// Broken, and forgiven.
    public var pending = 0
    /// Not run.
    public var skipped = 0

    /// Nothing counted.
    public init() {}

    /// All interactions that were run.
    public var runCount: Int { kept + broken + pending }
  }

  /// How many interactions ended in what way.
  public var counts: Counts {
    results.reduce(into: Counts()) { counts, result in
      switch result.outcome {
      case .kept: counts.kept += 1
      case .broken: counts.broken += 1
      case .pending: counts.pending += 1
      case .skipped: counts.skipped += 1
      }
    }
  }
}

/// What became of one interaction.
public struct ContractResult: Sendable {
  /// The file.
  public var path: String
  /// The consumer.
  public var consumer: String
  /// The provider.
  public var provider: String
  /// The interaction.
  public var interaction: Interaction
  /// How it went.
  public var outcome: ContractOutcome
  /// What was sent; `nil` where it did not come to that.
  public var request: Request?
  /// What was answered; `nil` where it did not come to that.
  public var response: Response?
  /// How long it took, states included, in milliseconds.
  public var milliseconds: Double
  /// Where people can send the request themselves; `nil` where nobody listens.
  public var address: String?
  /// The names of header fields that were added to the request, whose values are nobody's business.
  public var secretFields: [String] = []
  /// The number of the fault plan that changed the answer; `nil` where none did or nobody knows.
  public var faultPlan: Int?
}

/// How an interaction went.
public enum ContractOutcome: Sendable, Hashable {
  /// Every promise was kept.
  case kept
  /// At least one was broken.
  case broken([ContractFailure])
  /// Broken, but the contract says that it is not expected yet.
  case pending([ContractFailure])
  /// Not run, and why.
  case skipped(String)

  /// What was broken.
  public var failures: [ContractFailure] {
    switch self {
    case .kept, .skipped: []
    case .broken(let failures), .pending(let failures): failures
    }
  }
}

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
      "description": .string(interaction.description),
      "states": .array(
        interaction.states.map {
          ["name": .string($0.name), "params": .object($0.parameters)]
        }), "outcome": .string(outcome.name),
      "milliseconds": .double((milliseconds * 100).rounded() / 100),
    ]
    if case .skipped(let reason) = outcome { object["reason"] = .string(reason) }
    if interaction.notes.restsOnUsAlone { object["outsideEvidence"] = false }
    guard !outcome.failures.isEmpty else { return .object(object) }
    object["failures"] = .array(
      outcome.failures.map {
        [
          "place": .string($0.place), "expected": .string($0.expected),
          "actual": .string($0.actual),
        ]
      })
    object["curl"] = curl.map(JSON.string)
    if let response {
      object["response"] = [
        "status": JSON(count: response.status.code),
        "headers": .array(
          response.headers.map {
            ["name": .string($0.name.rawName), "value": .string($0.value)]
          }), "body": .string(response.text),
      ]
    }
    object["faultPlan"] = faultPlan.map { JSON(count: $0) }
    object["evidence"] = .array(interaction.notes.evidence.map { $0.json(provider: provider) })
    return .object(object)
  }
}

extension Evidence {
  fileprivate func json(provider: String) -> JSON {
    let sections = sections(provider: provider)
    var object: JSONObject = ["kind": .string(kind.rawValue), "source": .string(source)]
    guard !sections.isEmpty else { return .object(object) }
    object["sections"] = .array(
      sections.map { ["name": .string($0.name), "article": .string($0.link)] })
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
