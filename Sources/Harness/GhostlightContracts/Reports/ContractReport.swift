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
      "description": .string(interaction.description), "outcome": .string(outcome.name),
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

extension ContractReport {
  /// The report for people: broken promises in full, kept ones only where `isVerbose`.
  public func text(isColored: Bool = false, isVerbose: Bool = false) -> String {
    let style = ANSIStyle(isOn: isColored)
    var lines: [String] = []
    var last = ""
    for result in results where isVerbose || result.outcome != .kept {
      if result.path != last {
        if !lines.isEmpty { lines.append("") }
        lines.append(style.bold("\(result.path)  \(result.consumer) → \(result.provider)"))
        last = result.path
      }
      lines += result.lines(style)
    }
    if !lines.isEmpty { lines.append("") }
    lines += remarks.map { "note: \($0)" }
    let alone = results.count { $0.interaction.notes.restsOnUsAlone }
    if alone > 0 {
      lines.append(
        "note: \(alone) without outside evidence; `ghostlight contracts evidence` says why")
    }
    lines.append(summary(style))
    return lines.joined(separator: "\n")
  }

  private func summary(_ style: ANSIStyle) -> String {
    let counts = counts
    var parts = [style.green("\(counts.kept) kept")]
    if counts.broken > 0 { parts.append(style.red("\(counts.broken) broken")) }
    if counts.pending > 0 { parts.append(style.yellow("\(counts.pending) pending")) }
    if counts.skipped > 0 { parts.append(style.yellow("\(counts.skipped) skipped")) }
    let count = results.count == 1 ? "1 promise" : "\(results.count) promises"
    let time = ReadableTime.text(milliseconds: milliseconds)
    return "\(count) \(executor): \(parts.joined(separator: ", ")) in \(time)"
  }
}

extension ContractResult {
  fileprivate func lines(_ style: ANSIStyle) -> [String] {
    switch outcome {
    case .kept:
      let warning = interaction.notes.restsOnUsAlone ? " (no outside evidence)" : ""
      return ["  \(style.green("✓")) \(interaction.description)\(warning)"]
    case .skipped(let reason):
      return ["  \(style.yellow("–")) \(interaction.description)", "      skipped: \(reason)"]
    case .broken(let failures):
      return ["  \(style.red("✗")) \(interaction.description)"] + details(failures, style)
    case .pending(let failures):
      return ["  \(style.yellow("?")) \(interaction.description) (pending)"]
        + details(failures, style)
    }
  }

  private func details(_ failures: [ContractFailure], _ style: ANSIStyle) -> [String] {
    var lines: [String] = []
    for state in interaction.states {
      let parameters = state.parameters.isEmpty ? "" : " \(JSON.object(state.parameters).text())"
      lines.append("      given \(state.name)\(parameters)")
    }
    if let request {
      let answer = response.map { " → \($0.status.code)" } ?? ""
      lines.append("      \(request.method.rawValue) \(request.target.raw)\(answer)")
    }
    for failure in failures {
      lines.append("      \(style.bold(failure.place))")
      lines.append("        expected \(style.green(failure.expected))")
      lines.append("        actual   \(style.red(failure.actual))")
    }
    if let body = unexpectedBody { lines.append("      answered \(body)") }
    lines += reasons.map { "      \($0)" }
    return lines
  }
}

extension ContractResult {
  /// What was answered in the place of what was promised: the body, where the status is another and
  /// says too little.
  var unexpectedBody: String? {
    guard outcome.failures.contains(where: { $0.place == "status" }), let response,
      !response.body.isEmpty
    else { return nil }
    return response.shortText
  }
}

/// Times as people read them.
enum ReadableTime {
  /// `0.4 ms`, `38 ms`, `2.45 s`, `3 min 5 s`.
  static func text(milliseconds: Double) -> String {
    switch milliseconds {
    case ..<9.95: return "\(decimal(milliseconds, digits: 1)) ms"
    case ..<999.5: return "\(Int(milliseconds.rounded())) ms"
    case ..<59_995: return "\(decimal(milliseconds / 1000, digits: 2)) s"
    default:
      let seconds = Int((milliseconds / 1000).rounded())
      return "\(seconds / 60) min \(seconds % 60) s"
    }
  }

  /// Seconds as JUnit has them, to the millisecond: `0.038`.
  static func seconds(milliseconds: Double) -> String {
    decimal(milliseconds / 1000, digits: 3)
  }

  private static func decimal(_ number: Double, digits: Int) -> String {
    let scale = (0..<digits).reduce(1) { power, _ in power * 10 }
    let scaled = Int((number * Double(scale)).rounded())
    let rest = String(scaled % scale)
    return "\(scaled / scale)." + String(repeating: "0", count: digits - rest.count) + rest
  }
}

/// Colours for a terminal, or none.
struct ANSIStyle {
  let isOn: Bool

  func bold(_ text: String) -> String { style(text, "1") }
  func green(_ text: String) -> String { style(text, "32") }
  func red(_ text: String) -> String { style(text, "31") }
  func yellow(_ text: String) -> String { style(text, "33") }

  private func style(_ text: String, _ code: String) -> String {
    isOn ? "\u{1B}[\(code)m\(text)\u{1B}[0m" : text
  }
}
