import GhostlightContracts

extension Pact {
  /// What a project promises a client that sends its secret.
  static func mia(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(
      consumer: "Mia-Platform client", provider: "mia", headers: ["secret": "s3cr3t"],
      interactions: interactions)
  }

  /// What a project promises whoever calls: requests say what they send.
  static func miaGateway(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(consumer: "Mia-Platform client", provider: "mia", interactions: interactions)
  }
}
