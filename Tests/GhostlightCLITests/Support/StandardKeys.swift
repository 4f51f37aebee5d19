/// The keys of emulators that run without a configuration.
enum StandardKeys {
  static let all: [(name: String, value: String)] = [
    ("STACKMOB_PUBLIC_KEY", KeepAliveConnection.key),
    ("STACKMOB_PRIVATE_KEY", "9b0d6a52-77c4-4f18-8e3a-1d2c3b4a5f60"),
    ("MIA_SECRET", "s3cr3t"),
    ("APPCENTER_APP_SECRET", "11111111-2222-3333-4444-555555555555"),
    ("COSMOS_KEY", cosmosKey),
  ]

  private static let cosmosKey =
    "C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw=="

  /// Returns the keys of a server whose Cosmos DB listens at `url`.
  static func all(withCosmosAt url: String?) -> [(name: String, value: String)] {
    all + [
      (
        "COSMOS_CONNECTION_STRING", "AccountEndpoint=\(url ?? "")/;AccountKey=\(cosmosKey);"
      )
    ]
  }
}
