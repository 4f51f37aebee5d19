public import GhostlightCore

/// The evidence for the promises of contracts: sources outside this project, or its own decisions.
///
/// Use it to find promises that a recording or the vendor's source should confirm. The report
/// counts the ``Evidence`` of each interaction, by vendor and by contract.
///
/// ```swift
/// import GhostlightContracts
///
/// func printEvidence(_ files: [ContractFile]) {
///   let report = EvidenceReport(files)
///   print(report.text)
///   for decision in report.decisions where !decision.alone.isEmpty { print(decision.text) }
/// }
/// ```
public struct EvidenceReport: Sendable, Hashable {
  /// The counts for the promises of a vendor, or of one of its contracts.
  ///
  /// A promise counts once in ``outside`` for each kind of outside source that it has. A promise
  /// without outside sources counts in exactly one of ``decided``, ``referenced`` and
  /// ``unfounded``.
  public struct Row: Sendable, Hashable {
    /// The name of the emulator that makes the promises.
    public var provider: String
    /// The path of the contract; `nil` for the total of all contracts of the vendor.
    public var path: String?
    /// The number of promises that the row counts.
    public var promises = 0
    /// For each kind of outside source, the number of promises that have one.
    public var outside: [Evidence.Kind: Int] = [:]
    /// The number of promises that are based on a decision and no outside source.
    public var decided = 0
    /// The number of promises that are based only on the protocol reference.
    public var referenced = 0
    /// The number of promises without evidence.
    public var unfounded = 0

    package init(
      provider: String, path: String? = nil, promises: Int = 0,
      outside: [Evidence.Kind: Int] = [:], decided: Int = 0, referenced: Int = 0,
      unfounded: Int = 0
    ) {
      (self.provider, self.path, self.promises) = (provider, path, promises)
      (self.outside, self.decided) = (outside, decided)
      (self.referenced, self.unfounded) = (referenced, unfounded)
    }
  }

  /// A decision that promises are based on.
  ///
  /// A decision is a choice of this project, made because the other sources are silent or disagree.
  /// The promises in ``alone`` are the ones to confirm first.
  public struct Decision: Sendable, Hashable {
    /// The name of the emulator that follows the decision.
    public var provider: String
    /// The number of the decision in its article, such as `StackMob D3`, or a few words about it.
    public var text: String
    /// The path of the article; `nil` if no article describes the decision.
    public var article: String?
    /// The descriptions of promises that also have an outside source.
    public var supported: [String] = []
    /// The descriptions of promises that have no outside source.
    public var alone: [String] = []

    package init(
      provider: String, text: String, article: String? = nil, supported: [String] = [],
      alone: [String] = []
    ) {
      (self.provider, self.text, self.article) = (provider, text, article)
      (self.supported, self.alone) = (supported, alone)
    }
  }

  /// The counts: for each vendor a total row, followed by a row for each of its contracts.
  public private(set) var rows: [Row] = []
  /// The decisions, sorted by the number of promises without an outside source, the most first.
  public private(set) var decisions: [Decision] = []

  /// Creates a report for the promises of contracts; requests of SDK variants are not counted.
  public init(_ files: [ContractFile]) {
    let files = files.filter { $0.variant == nil }
    let providers = files.map(\.pact.provider).reduce(into: [String]()) { names, name in
      if !names.contains(name) { names.append(name) }
    }
    for provider in providers {
      var sum = Row(provider: provider)
      var chapters: [Row] = []
      for file in files where file.pact.provider == provider {
        var row = Row(provider: provider, path: file.path)
        for interaction in file.pact.interactions {
          row.count(interaction.notes)
          sum.count(interaction.notes)
          addDecisions(of: interaction, provider)
        }
        chapters.append(row)
      }
      rows += [sum] + chapters
    }
    decisions.sort { ($0.alone.count, $0.supported.count) > ($1.alone.count, $1.supported.count) }
  }

  private mutating func addDecisions(of interaction: Interaction, _ provider: String) {
    for evidence in interaction.notes.evidence where evidence.kind == .decision {
      let text = String(evidence.text(provider: provider).dropFirst("decision ".count))
      let known = decisions.firstIndex { $0.provider == provider && $0.text == text }
      let index = known ?? decisions.endIndex
      if known == nil {
        let article = evidence.sections(provider: provider).first?.article
        decisions.append(Decision(provider: provider, text: text, article: article))
      }
      if interaction.notes.restsOnUsAlone {
        decisions[index].alone.append(interaction.description)
      } else {
        decisions[index].supported.append(interaction.description)
      }
    }
  }
}

extension EvidenceReport.Row {
  fileprivate mutating func count(_ notes: ContractNotes) {
    promises += 1
    let kinds = Set(notes.evidence.map(\.kind))
    for kind in kinds where kind.isOutside { outside[kind, default: 0] += 1 }
    guard !kinds.contains(where: \.isOutside) else { return }
    if kinds.contains(.decision) {
      decided += 1
    } else if kinds.contains(.reference) {
      referenced += 1
    } else {
      unfounded += 1
    }
  }

  /// The number of promises with at least one outside source.
  public var supported: Int { promises - decided - referenced - unfounded }

  /// The counts in the order of the table's columns.
  fileprivate var numbers: [Int] {
    [promises] + Evidence.Kind.allCases.filter(\.isOutside).map { outside[$0] ?? 0 }
      + [decided, referenced, unfounded]
  }
}

extension Evidence.Kind {
  /// Whether a source of this kind is outside this project, such as the vendor's guide.
  public var isOutside: Bool {
    switch self {
    case .guide, .documentation, .sdk, .suite, .recording: true
    case .reference, .decision: false
    }
  }
}

extension ContractNotes {
  /// Whether there is evidence, and all of it is from this project: decisions or its protocol
  /// reference.
  public var restsOnUsAlone: Bool {
    !evidence.isEmpty && !evidence.contains { $0.kind.isOutside }
  }
}

extension EvidenceReport {
  /// Returns the kind of evidence that would confirm or refute this project's decisions on a
  /// provider.
  ///
  /// If the vendor's service or its source still exists, a request to it can settle a decision.
  /// Otherwise only an exchange that was recorded earlier can.
  static func remedy(for provider: String) -> String {
    switch provider {
    case "cosmos": "the same request to an account of Azure Cosmos DB"
    case "egf2": "the same request to EGF2's services, whose source is public"
    case "mia":
      "the same request to crud-service, whose source is public; for BaaS 3, a recorded exchange"
    case "stackmob", "appcenter": "an exchange that was recorded while the service existed"
    default: "the same request to the provider"
    }
  }

  private static let columns =
    ["promises"] + Evidence.Kind.allCases.filter(\.isOutside).map(\.title)
    + ["decision alone", "reference alone", "nothing"]

  /// A Markdown table with a row for each vendor.
  public var markdown: String {
    let head = ["vendor"] + Self.columns
    let lines =
      [head, head.map { _ in "---" }]
      + rows.filter { $0.path == nil }.map { [$0.provider] + $0.numbers.map(String.init) }
    return lines.map { "| \($0.joined(separator: " | ")) |" }.joined(separator: "\n") + "\n"
  }

  /// The report for a reader: a table, and the decisions that no outside source supports.
  public var text: String {
    let names = rows.map { $0.path.map { "  \($0)" } ?? $0.provider }
    let width = names.map(\.count).max() ?? 0
    var lines = [Self.line("", Self.columns, width, of: Self.columns)]
    for (name, row) in zip(names, rows) {
      lines.append(Self.line(name, row.numbers.map(String.init), width, of: Self.columns))
    }
    let open = decisions.filter { !$0.alone.isEmpty }
    if !open.isEmpty { lines += ["", "Decisions of this project without outside evidence:"] }
    for decision in open {
      let more = decision.alone.count > 1 ? " and \(decision.alone.count - 1) more" : ""
      lines.append("  \(decision.provider): \(decision.text)")
      lines.append("    \(decision.alone[0])\(more)")
      if let article = decision.article { lines.append("    \(article)") }
    }
    for provider in rows.filter({ $0.path == nil && $0.decided > 0 }).map(\.provider) {
      lines.append(
        "Evidence that would settle the decisions on \(provider): \(Self.remedy(for: provider)).")
    }
    return lines.joined(separator: "\n")
  }

  /// Returns a table row, with each cell aligned to the right end of its column's title.
  private static func line(
    _ name: String, _ cells: [String], _ width: Int, of columns: [String]
  ) -> String {
    let padded = zip(cells, columns).map { cell, column in
      String(repeating: " ", count: max(0, column.count - cell.count)) + cell
    }
    let space = String(repeating: " ", count: width - name.count)
    return ([name + space] + padded).joined(separator: "  ")
  }

  /// The rows and decisions as JSON.
  public var json: JSON {
    [
      "rows": .array(rows.map(\.json)),
      "decisions": .array(decisions.map(\.json)),
    ]
  }
}

extension EvidenceReport.Row {
  fileprivate var json: JSON {
    var object: JSONObject = ["provider": .string(provider)]
    object["path"] = path.map(JSON.string)
    object["promises"] = JSON(count: promises)
    for kind in Evidence.Kind.allCases where kind.isOutside {
      object[kind.rawValue] = JSON(count: outside[kind] ?? 0)
    }
    object["decisionAlone"] = JSON(count: decided)
    object["referenceAlone"] = JSON(count: referenced)
    object["nothing"] = JSON(count: unfounded)
    return .object(object)
  }
}

extension EvidenceReport.Decision {
  fileprivate var json: JSON {
    var object: JSONObject = ["provider": .string(provider), "text": .string(text)]
    object["article"] = article.map(JSON.string)
    object["settledBy"] = .string(EvidenceReport.remedy(for: provider))
    object["alone"] = .array(alone.map(JSON.string))
    object["supported"] = .array(supported.map(JSON.string))
    return .object(object)
  }
}
