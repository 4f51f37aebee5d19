import GhostlightContracts

extension Pact {
  /// Returns a contract of a project with a client that sends its secret.
  static func mia(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(
      consumer: "Mia-Platform client", provider: "mia", headers: ["secret": "s3cr3t"],
      interactions: interactions)
  }

  /// Returns a contract of a project with any client; requests have their own header fields.
  static func miaGateway(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(consumer: "Mia-Platform client", provider: "mia", interactions: interactions)
  }
}
