/// Which rows of a provider's tables some contract plays.
public struct ContractCoverage: Sendable {
  /// A row with the interactions that name it.
  public struct Row: Sendable, Hashable {
    /// The row's name.
    public var name: String
    /// The descriptions of the interactions.
    public var interactions: [String]
  }

  /// The provider.
  public var provider: String
  /// The routes, in the order of the manual; names have method and pattern before the title.
  public var routes: [Row]
  /// The refusals, in the order of the catalogue.
  public var refusals: [Row]
  /// How many interactions name evidence of a kind.
  public var evidence: [Evidence.Kind: Int]
  /// The number of interactions.
  public var interactions: Int
  /// The interactions without evidence.
  public var unfounded: [String]
  /// Names of routes and refusals that the provider does not have, `what: name` each.
  public var unknown: [String]

  /// Counts what contracts of a provider play.
  public init(_ files: [ContractFile], catalogue: ProviderCatalogue) {
    provider = catalogue.provider
    let all = files.filter { $0.pact.provider == catalogue.provider }.flatMap(\.pact.interactions)
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
