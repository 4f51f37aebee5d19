import GhostlightContracts

extension Pact {
  /// Returns a contract of EGF2 with a client; each request sets its own authorization.
  static func egf2(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(consumer: "EGF2 client", provider: "egf2", interactions: interactions)
  }
}
