import GhostlightContracts

extension Pact {
  /// Returns a contract of StackMob with a client that names the app and requests version 0.
  static func stackMob(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(
      consumer: "StackMob client", provider: "stackmob",
      headers: [
        "X-StackMob-API-Key": "\(Sample.developmentKey)", "Accept": Sample.accept(version: 0),
      ], interactions: interactions)
  }
}
