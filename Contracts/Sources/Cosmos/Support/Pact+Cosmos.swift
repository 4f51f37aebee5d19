import GhostlightContracts

extension Pact {
  /// What Cosmos DB promises a client of the SQL API.
  static func cosmos(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(
      consumer: "Cosmos DB client", provider: "cosmos", headers: ["x-ms-version": "2018-12-31"],
      interactions: interactions)
  }
}
