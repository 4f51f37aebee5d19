import GhostlightContracts

extension Pact {
  /// Returns a contract of a back end with any client; requests have their own authorization.
  static func egf2(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(consumer: "EGF2 client", provider: "egf2", interactions: interactions)
  }
}
