/// The routes and refusals of a provider that at least one interaction covers.
///
/// In its ``ContractNotes``, an interaction names the route that serves it and the refusal that it
/// gets. The coverage compares these names with the provider's catalogue, and also lists names that
/// the catalogue does not have.
public struct ContractCoverage: Sendable {
  /// A route or refusal with the interactions that cover it.
  ///
  /// A row without interactions is a gap in the contracts. Rows are in the order of the provider's
  /// catalogue.
  public struct Row: Sendable, Hashable {
    /// The name of the route or refusal.
    public var name: String
    /// The descriptions of the interactions that cover the route or refusal.
    public var interactions: [String]
  }

  /// The name of the provider, such as `stackmob`.
  public var provider: String
  /// The routes, in the order of the manual; a row's name is method, pattern and title.
  public var routes: [Row]
  /// The refusals, in the order of the provider's catalogue.
  public var refusals: [Row]
  /// The number of interactions with evidence of each kind.
  public var evidence: [Evidence.Kind: Int]
  /// The number of all interactions with the provider.
  public var interactions: Int
  /// The descriptions of interactions without evidence.
  public var unfounded: [String]
  /// Names that contracts use and the provider's catalogue does not have, such as `route: Create`.
  public var unknown: [String]

  /// Creates the coverage of a provider's catalogue by its contracts.
  ///
  /// Contracts of other providers and of SDK variants are ignored.
  public init(_ files: [ContractFile], catalogue: ProviderCatalogue) {
    provider = catalogue.provider
    let all = files.filter { $0.variant == nil && $0.pact.provider == catalogue.provider }
      .flatMap(\.pact.interactions)
    interactions = all.count
    routes = catalogue.routes.map { route in
      Row(
        name: "\(route.method) \(route.pattern) – \(route.title)",
        interactions: all.filter { $0.notes.route == route.title }.map(\.description))
    }
    refusals = catalogue.refusals.map { refusal in
      Row(
        name: refusal.name,
        interactions: all.filter { $0.notes.fault == refusal.name }.map(\.description))
    }
    unfounded = all.filter { $0.notes.evidence.isEmpty }.map(\.description)
    evidence = [:]
    unknown = []
    for interaction in all {
      for kind in Set(interaction.notes.evidence.map(\.kind)) { evidence[kind, default: 0] += 1 }
      if let route = interaction.notes.route,
        !catalogue.routes.contains(where: { $0.title == route })
      {
        unknown.append("route: \(route)")
      }
      if let fault = interaction.notes.fault,
        !catalogue.refusals.contains(where: { $0.name == fault })
      {
        unknown.append("fault: \(fault)")
      }
    }
  }
}

extension ContractCoverage {
  var page: ReportPage {
    var blocks: [ReportPage.Block] = [
      .paragraph(["\(Self.share("routes", routes)), \(Self.share("refusals", refusals))."])
    ]
    var rows = Evidence.Kind.allCases.map { kind -> [[ReportPage.Inline]] in
      let count = evidence[kind] ?? 0
      let share = interactions == 0 ? 0 : count * 100 / interactions
      return [[.text(kind.title)], ["\(count)"], ["\(share) %"]]
    }
    if !unfounded.isEmpty { rows.append([["none"], ["\(unfounded.count)"], []]) }
    blocks.append(
      .table([["evidence"], ["interactions"], ["share"]], rows: rows, isMatrix: false))
    blocks += [.heading(2, ["Routes"], anchor: nil), Self.table(routes)]
    if !refusals.isEmpty {
      blocks += [.heading(2, ["Refusals"], anchor: nil), Self.table(refusals)]
    }
    if !unknown.isEmpty {
      blocks += [
        .heading(2, ["Unknown names"], anchor: nil), .list(unknown.map { [.text($0)] }),
      ]
    }
    return ReportPage(
      path: "\(provider)/coverage", title: "Coverage of \(provider)", blocks: blocks)
  }

  private static func share(_ what: String, _ rows: [Row]) -> String {
    "\(rows.count { !$0.interactions.isEmpty }) of \(rows.count) \(what)"
  }

  private static func table(_ rows: [Row]) -> ReportPage.Block {
    .table(
      [["row"], ["contracts"]],
      rows: rows.map { row in
        [
          [.text(row.name)],
          [row.interactions.isEmpty ? .strong("none") : .text("\(row.interactions.count)")],
        ]
      }, isMatrix: false)
  }
}

extension Evidence.Kind {
  var title: String {
    switch self {
    case .guide: "guide"
    case .sdk: "vendor's source"
    case .suite: "vendor's suite"
    case .recording: "recording"
    case .documentation: "documentation"
    case .reference: "protocol reference"
    case .decision: "decision"
    }
  }
}
