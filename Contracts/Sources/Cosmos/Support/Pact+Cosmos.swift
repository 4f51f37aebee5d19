import GhostlightContracts

extension Pact {
  /// Returns a contract of Cosmos DB with a client of the SQL API.
  static func cosmos(@InteractionBuilder _ interactions: () -> [Interaction]) -> Pact {
    Pact(
      consumer: "Cosmos DB client", provider: "cosmos", headers: ["x-ms-version": "2018-12-31"],
      interactions: interactions)
  }
}
