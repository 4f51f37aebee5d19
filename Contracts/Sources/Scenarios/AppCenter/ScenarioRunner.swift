import Ghostlight
import GhostlightClient
package import GhostlightCore
import GhostlightEmulation
package import GhostlightRecording
import Synchronization
import TestExecutors

/// Plays one scenario with services in process, behind sockets, or from a recording.
package struct ScenarioRunner: ThreeExecutors {
  package let scenario: Scenario

  package init(scenario: Scenario) { self.scenario = scenario }

  package static let opening = TestStage.opening

  /// The URL of the token exchange for services that are not behind a socket.
  private static let exchange = "http://127.0.0.1:4404/v0.1"

  package func inProcess(_ recorder: Recorder) async throws -> [SDKValue] {
    let testStage = try TestStage(scenario.states)
    let responder = try testStage.responder().recorded(into: recorder)
    return try await run(testStage, .inProcess(responder), Self.exchange)
  }

  package func overHTTP() async throws -> [SDKValue] {
    let testStage = try TestStage(scenario.states)
    return try await ServedStage.run(testStage.stage) { served in
      let app = Given("app exists", ["account": .string(try served.url("cosmos"))])
      try testStage.setUp([app], in: "appcenter")
      return try await run(
        testStage, .urlSession(served.session), served.url("appcenter") + "/v0.1")
    }
  }

  /// Plays the scenario with its own clock, because a recording has no clock.
  package func fromRecording(_ responder: Responder) async throws -> [SDKValue] {
    let clock = Clock()
    let device = try Device(
      .inProcess(responder), exchange: Self.exchange, now: { clock.milliseconds },
      pass: { clock.pass(seconds: $0) })
    return try await scenario.run(device).withNumberedTags
  }

  private final class Clock: Sendable {
    private let time = Mutex(TestStage.opening)
    var milliseconds: Int64 { time.withLock { $0 } }
    func pass(seconds: Int64) { time.withLock { $0 += seconds * 1000 } }
  }

  private func run(
    _ testStage: TestStage, _ transport: Transport, _ exchange: String
  ) async throws -> [SDKValue] {
    let space = testStage.space
    let device = try Device(
      transport, exchange: exchange, now: { space.clock.milliseconds },
      pass: { try testStage.pass(seconds: $0) })
    return try await scenario.run(device).withNumberedTags
  }
}
