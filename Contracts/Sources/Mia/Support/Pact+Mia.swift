import GhostlightContracts

extension Pact {
  /// Returns a contract of a project with a client; every request has the project's secret.
  static func mia(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(
      consumer: "Mia-Platform client", provider: "mia", headers: ["secret": "s3cr3t"],
      interactions: interactions)
  }

  /// Returns a contract of a project with a client; each request sets its own header fields.
  static func miaGateway(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(consumer: "Mia-Platform client", provider: "mia", interactions: interactions)
  }
}
