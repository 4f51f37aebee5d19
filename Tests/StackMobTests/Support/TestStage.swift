import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import HTTPTypes
import StackMob
import StackMobEmulator
import Synchronization

/// StackMob on a stage of its own, and devices whose clocks agree with it: all stand still.
struct TestStage: Sendable {
  let stage: Stage
  let space: Namespace
  /// What waits in the devices.
  let clock = StepClock()

  static let publicKey = StackMobConfiguration().developmentKeys.publicKey
  static let opening: Int64 = 1_371_040_000_000

  init() throws {
    var configuration = StageConfiguration(emulators: [.stackMob()])
    configuration.clock = .frozen(at: Self.opening)
    stage = Stage(configuration)
    space = try stage.namespace()
  }

  /// The way to the stage, and its time.
  func environment() throws -> SMEnvironment {
    guard let responder = stage.responder(for: "stackmob") else { throw TestError() }
    var environment = SMEnvironment(transport: .inProcess(responder))
    let space = space
    environment.now = {
      Date(timeIntervalSince1970: Double(space.clock.milliseconds) / 1000)
    }
    environment.clock = clock
    environment.store = SMMemorySessionStore()
    return environment
  }

  /// A client on a device of its own.
  func device(_ environment: SMEnvironment? = nil) throws -> SMClient {
    try SMClient(
      apiVersion: "0", publicKey: Self.publicKey,
      environment: environment ?? self.environment())
  }

  /// A client on a device of its own whose user is logged in.
  func loggedInDevice(_ environment: SMEnvironment? = nil) async throws -> SMClient {
    let client = try device(environment)
    try setUp("user exists", ["username": "jack", "password": "pw"])
    _ = try await client.login(withUsername: "jack", password: "pw")
    return client
  }

  @discardableResult
  func setUp(_ state: String, _ parameters: JSONObject) throws -> JSONObject {
    try space.setUp(state, in: "stackmob", parameters: parameters)
  }

  func pass(seconds: Int64) throws {
    try space.changeClock(.advance(milliseconds: seconds * 1000))
  }

  /// What was sent since the beginning, as method and target.
  var calls: [String] {
    space.journal.map { "\($0.request.method.rawValue) \($0.request.target.raw)" }
  }

  /// How many requests for new tokens there were.
  var refreshes: Int { calls.filter { $0 == "POST /user/refreshToken" }.count }
}
