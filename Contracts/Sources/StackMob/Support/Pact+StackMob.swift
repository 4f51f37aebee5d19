import GhostlightContracts

extension Pact {
  /// Returns a contract of StackMob; every request has the app's key and asks for API version 0.
  static func stackMob(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(
      consumer: "StackMob client", provider: "stackmob",
      headers: [
        "X-StackMob-API-Key": "\(Sample.developmentKey)", "Accept": Sample.accept(version: 0),
      ], interactions: interactions)
  }
}
