import Foundation
import Ghostlight
import GhostlightClient
package import GhostlightCore
package import GhostlightRecording
import StackMob
import StackMobEmulator
import Synchronization
package import TestExecutors

/// A phone with an app that stores its objects in a Core Data store.
package struct StoreDevice: Sendable {
  let client: SMClient
  let store: SMCoreDataStore
  /// Advances the clock of the service by a number of seconds.
  let pass: @Sendable (_ seconds: Int64) throws -> Void

  /// The phone's network connection, which a scenario can switch off and on.
  let network = Network()

  /// A network connection that can be switched off, so that requests fail.
  final class Network: Sendable {
    private let online = Mutex(true)

    var isOn: Bool {
      get { online.withLock { $0 } }
      set { online.withLock { $0 = newValue } }
    }
  }

  /// Creates a phone that reaches the service through the environment's transport, optionally with
  /// a cache.
  @MainActor
  init(
    _ environment: SMEnvironment, host: String, isCached: Bool,
    now: @escaping @Sendable () -> Int64,
    pass: @escaping @Sendable (_ seconds: Int64) throws -> Void
  ) throws {
    var environment = environment
    let (network, way) = (network, environment.transport)
    environment.escapesBrackets = way.needsValidURLs
    environment.transport = Transport { request throws(TransportError) in
      guard network.isOn else { throw .notConnectedToInternet("off") }
      return try await way.send(request)
    }
    environment.storageFolder = FileManager.default.temporaryDirectory
      .appendingPathComponent("store-\(UUID().uuidString)")
    let count = Atomic(0)
    environment.now = { Date(timeIntervalSince1970: Double(now()) / 1000) }
    environment.nonce = { "n\(count.add(1, ordering: .relaxed).newValue)" }
    environment.store = SMMemorySessionStore()
    environment.passwords = SMMemoryPasswordStore()
    client = try SMClient(
      apiVersion: "0", apiHost: host,
      publicKey: StackMobConfiguration().developmentKeys.publicKey, environment: environment)
    SM_CACHE_ENABLED = isCached
    defer { SM_CACHE_ENABLED = false }
    store = client.coreDataStore(with: TodoModel.make())
    self.pass = pass
  }
}

/// An app's calls to the store and the expected results, which do not depend on where the service
/// runs.
package struct StoreScenario: Scripted {
  package let script: Script<Given, StoreDevice, JSON>
  /// Whether the store on the phone has a cache.
  package var isCached = false

  package init(script: Script<Given, StoreDevice, JSON>) { self.script = script }
}

/// Plays one scenario with the service in process, behind a socket, or from a recording.
package struct StoreScenarioRunner: ThreeExecutors {
  package let scenario: StoreScenario

  package init(scenario: StoreScenario) { self.scenario = scenario }

  package static let opening: Int64 = 1_371_040_000_000
  private static let host = "api.stackmob.com"

  package func inProcess(_ recorder: Recorder) async throws -> JSON {
    let testStage = try testStage()
    let responder = try testStage.responder("stackmob").recorded(into: recorder)
    return try await run(
      testStage, SMEnvironment(transport: .inProcess(responder)), Self.host)
  }

  package func overHTTP() async throws -> JSON {
    let testStage = try testStage()
    return try await ServedStage.run(testStage.stage) { served in
      var environment = SMEnvironment(urlSession: served.session)
      environment.sendsSecureCallsOverHTTP = true
      let host = String(try served.url("stackmob").dropFirst("http://".count))
      return try await run(testStage, environment, host)
    }
  }

  /// Plays the scenario with its own clock, because a recording has no clock.
  package func fromRecording(_ responder: Responder) async throws -> JSON {
    let clock = Mutex(Self.opening)
    let device = try await StoreDevice(
      SMEnvironment(transport: .inProcess(responder)), host: Self.host, isCached: scenario.isCached,
      now: { clock.withLock { $0 } }, pass: { seconds in clock.withLock { $0 += seconds * 1000 } })
    return try await scenario.run(device)
  }

  private func testStage() throws -> TestExecutors.TestStage {
    let testStage = try TestExecutors.TestStage([.stackMob()], at: Self.opening)
    try testStage.setUp(scenario.states, in: "stackmob")
    return testStage
  }

  private func run(
    _ testStage: TestExecutors.TestStage, _ environment: SMEnvironment, _ host: String
  ) async throws -> JSON {
    let space = testStage.space
    let device = try await StoreDevice(
      environment, host: host, isCached: scenario.isCached, now: { space.clock.milliseconds },
      pass: { try testStage.pass(seconds: $0) })
    let outcome = try await scenario.run(device)
    return try JSON.parse(outcome.text().replacing(host, with: Self.host))
  }
}
