import Ghostlight
import GhostlightCore
import TestExecutors

/// App Center and Cosmos DB.
extension TestStage {
  static let opening: Int64 = 1_568_974_272_000

  /// A stage where Cosmos is in these states.
  init(_ states: [Given] = []) throws {
    try self.init([.appCenter(), .cosmos()], at: Self.opening)
    try setUp(states, in: "cosmos")
  }

  /// Both emulators behind one responder; Cosmos has the paths that begin with `dbs`.
  func responder() throws -> Responder {
    guard let exchange = try responder("appcenter").respondNow,
      let cosmos = try responder("cosmos").respondNow
    else { throw ExecutorError("an emulator does not answer at once") }
    return Responder(name: "testStage") { request in
      request.isForCosmos ? cosmos(request) : exchange(request)
    }
  }

  /// The ID token of the user, the same in every testStage.
  static func idToken() throws -> String {
    let user = Given(
      "signed in", ["accountId": .string(World.account), "seconds": 1_000_000])
    guard let token = try TestStage().setUp([user], in: "appcenter")["idToken"]?.string else {
      throw ExecutorError("there is no ID token")
    }
    return token
  }
}
