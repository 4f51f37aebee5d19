import GhostlightCore
import HTTPTypes
import TestExecutors

/// Cosmos DB's resource tokens, which App Center's exchange issues.
///
/// A contract has only one provider. App Center's token exchange also changes Cosmos DB: it creates
/// the container and a token for the partition. In Cosmos DB's contract these are preconditions.
struct ResourceTokens {
  private let play: ScenePlay

  init(_ play: ScenePlay) { self.play = play }

  /// Returns the preconditions of Cosmos DB, in the order in which they are set up.
  func preconditions() -> [Variation.Precondition] {
    let granted = play.entries.filter { $0.emulator == "appcenter" }
      .flatMap { $0.response.json?["tokens"]?.array ?? [] }
    guard !granted.isEmpty else { return play.preconditions }
    var tokens: [Variation.Precondition] = []
    for entry in play.entries where entry.emulator == "cosmos" {
      guard let field = entry.request.headers.value(of: .authorization),
        !tokens.contains(where: { $0.values["authorization"]?.string == field }),
        let grant = granted.first(where: { Self.names($0, field) })
      else { continue }
      let partition = grant["partition"] ?? .null
      let given = Given(
        "resource token exists",
        [
          "database": grant["dbName"] ?? .null, "container": grant["dbCollectionName"] ?? .null,
          "partitionKey": partition, "mode": partition == "readonly" ? "Read" : "All",
        ])
      tokens.append(
        Variation.Precondition(
          emulator: "cosmos", given: given, values: ["authorization": .string(field)]))
    }
    let container = Given(
      "container exists",
      [
        "database": granted[0]["dbName"] ?? .null,
        "container": granted[0]["dbCollectionName"] ?? .null,
      ])
    return [Variation.Precondition(emulator: "cosmos", given: container, values: [:])]
      + play.preconditions + tokens
  }

  /// Returns whether `field` is the token of `grant`, percent-encoded or not.
  private static func names(_ grant: JSON, _ field: String) -> Bool {
    guard let token = grant["token"]?.string else { return false }
    return field == token || PercentEncoding.decode(field) == PercentEncoding.decode(token)
  }
}
