import Ghostlight
import GhostlightCore
import TestExecutors

/// A stage with App Center and Cosmos DB.
extension TestStage {
  static let opening: Int64 = 1_568_974_272_000

  /// Creates a stage whose Cosmos DB has the provider states `states`.
  init(_ states: [Given] = []) throws {
    try self.init([.appCenter(), .cosmos()], at: Self.opening)
    try setUp(states, in: "cosmos")
  }

  /// Returns both emulators as one responder; paths that begin with `dbs` go to Cosmos DB.
  func responder() throws -> Responder {
    let (exchange, cosmos) = (try responder("appcenter"), try responder("cosmos"))
    return Responder(name: "testStage") { request, rest in
      (request.isForCosmos ? cosmos : exchange).ask(request, rest)
    }
  }

  /// Returns the user's ID token, which is the same on every stage.
  static func idToken() throws -> String {
    let user = Given(
      "signed in", ["accountId": .string(World.account), "seconds": 1_000_000])
    guard let token = try TestStage().setUp([user], in: "appcenter")["idToken"]?.string else {
      throw ExecutorError("there is no ID token")
    }
    return token
  }
}
