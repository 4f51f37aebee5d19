import GhostlightContracts

extension Pact {
  /// What a back end promises whoever calls: requests say who they come from.
  static func egf2(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(consumer: "EGF2 client", provider: "egf2", interactions: interactions)
  }
}
