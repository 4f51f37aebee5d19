public import GhostlightCore
import HTTPTypes

/// The results of running contracts.
///
/// A ``ContractRunner`` returns it. ``text(isColored:isVerbose:)`` is for a reader, ``json`` for
/// programs, and ``junit`` and ``githubAnnotations`` for build servers. A test usually requires
/// that `counts.broken` is 0.
///
/// ```swift
/// import GhostlightContracts
///
/// func summarize(_ report: ContractReport) -> Bool {
///   print(report.text(isVerbose: true))
///   return report.counts.broken == 0
/// }
/// ```
public struct ContractReport: Sendable {
  /// The name of the executor that ran the interactions.
  public var executor: String
  /// One result for each interaction, in the order of the contract files.
  public var results: [ContractResult] = []
  /// One line for each part of the contract files that is not checked.
  public var remarks: [String] = []
  /// The duration of the run, in milliseconds.
  public var milliseconds: Double = 0

  /// Creates a report without results.
  public init(executor: String) { self.executor = executor }

  /// The number of interactions by outcome.
  ///
  /// ``ContractReport/counts`` computes the numbers from the results each time. A run fails if
  /// ``broken`` is not 0; pending interactions do not make it fail.
  public struct Counts: Sendable, Hashable {
    /// The number of interactions with all promises kept.
    public var kept = 0
    /// The number of interactions with a broken promise.
    public var broken = 0
    /// The number of interactions that are broken, but marked as pending.
    public var pending = 0
    /// The number of interactions that were not run.
    public var skipped = 0

    /// Creates counts of 0.
    public init() {}

    /// The number of interactions that were run.
    public var runCount: Int { kept + broken + pending }
  }

  /// The number of interactions by outcome.
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

/// The result of running one interaction, or of skipping it.
///
/// It has the request that was sent and the response that was received, unless the run failed
/// earlier. ``text`` is a description for a reader, and ``curl`` is a command that repeats the
/// request.
public struct ContractResult: Sendable {
  /// The path of the contract file that contains the interaction.
  public var path: String
  /// The name of the consumer in the contract.
  public var consumer: String
  /// The name of the provider in the contract.
  public var provider: String
  /// The interaction that was run or skipped.
  public var interaction: Interaction
  /// Whether the promises were kept, and the failures or the reason if not.
  public var outcome: ContractOutcome
  /// The request that was sent; `nil` if no request was sent.
  public var request: Request?
  /// The response that was received; `nil` if no response was received.
  public var response: Response?
  /// The duration in milliseconds, including the setup of provider states.
  public var milliseconds: Double
  /// The base URL to which a reader can send the request again; `nil` if there is none.
  public var address: String?
  /// The names of header fields that the executor added to the request and whose values are secret.
  public var secretFields: [String] = []
  /// The number of the fault plan that changed the response; `nil` if none did or it is unknown.
  public var faultPlan: Int?
}

/// The outcome of one interaction in a run.
///
/// Broken and pending differ only in the contract: the author marks an interaction as pending until
/// its promise is kept. The executor cannot run a skipped interaction.
public enum ContractOutcome: Sendable, Hashable {
  /// Every promise was kept.
  case kept
  /// At least one promise was broken.
  case broken([ContractFailure])
  /// At least one promise was broken, but the contract marks the interaction as pending.
  case pending([ContractFailure])
  /// The interaction was not run; the value is the reason.
  case skipped(String)

  /// The failures of a broken or pending interaction; otherwise empty.
  public var failures: [ContractFailure] {
    switch self {
    case .kept, .skipped: []
    case .broken(let failures), .pending(let failures): failures
    }
  }
}

extension ContractReport {
  /// The report as JSON, with the counts and all results.
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
      sections.map { ["name": .string($0.name), "article": .string($0.article)] })
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
