import Foundation
package import Ghostlight
import GhostlightClient
package import GhostlightCore
import HTTPTypes
package import StackMob
import StackMobEmulator
import Synchronization
import TestExecutors

/// A stage with StackMob, and clients whose clocks have the same frozen time.
package struct TestStage: Sendable {
  package let stage: Stage
  package let space: Namespace
  /// The clock by which the clients wait, for example before a retry.
  package let clock = StepClock()

  package static let publicKey = StackMobConfiguration().developmentKeys.publicKey
  package static let opening: Int64 = 1_371_040_000_000

  package init() throws {
    (stage, space) = try Variation.stage([.stackMob()], at: Self.opening)
  }

  /// Returns an environment whose transport leads to the stage, with the stage's clock.
  package func environment() throws -> SMEnvironment {
    guard let responder = stage.responder(for: "stackmob") else {
      throw ExecutorError("there is no StackMob")
    }
    var environment = SMEnvironment(transport: .inProcess(responder))
    let space = space
    environment.now = {
      Date(timeIntervalSince1970: Double(space.clock.milliseconds) / 1000)
    }
    environment.clock = clock
    environment.store = SMMemorySessionStore()
    return environment
  }

  /// Returns a client with its own storage, as if it were on a separate device.
  package func device(_ environment: SMEnvironment? = nil) throws -> SMClient {
    try SMClient(
      apiVersion: "0", publicKey: Self.publicKey,
      environment: environment ?? self.environment())
  }

  /// Returns a client with its own storage, whose user is logged in.
  package func loggedInDevice(_ environment: SMEnvironment? = nil) async throws -> SMClient {
    let client = try device(environment)
    try setUp("user exists", ["username": "jack", "password": "pw"])
    _ = try await client.login(withUsername: "jack", password: "pw")
    return client
  }

  @discardableResult
  package func setUp(_ state: String, _ parameters: JSONObject) throws -> JSONObject {
    let values = try space.setUp(state, in: "stackmob", parameters: parameters)
    Variation.note(Given(state, parameters), in: "stackmob", values)
    return values
  }

  package func pass(seconds: Int64) throws {
    try space.changeClock(.advance(milliseconds: seconds * 1000))
  }

  /// The method and target of all requests so far.
  package var calls: [String] {
    space.journal.map { "\($0.request.method.rawValue) \($0.request.target.raw)" }
  }

  /// The number of requests for new tokens.
  package var refreshes: Int { calls.filter { $0 == "POST /user/refreshToken" }.count }
}
