import Foundation
import Ghostlight
import GhostlightClient
package import GhostlightCore
import GhostlightEmulation
package import GhostlightRecording
import Synchronization
import TestExecutors

import StackMob

/// Plays one scenario with the service in process, behind a socket, or from a recording.
package struct ScenarioRunner: ThreeExecutors {
  package let scenario: Scenario

  package init(scenario: Scenario) { self.scenario = scenario }

  package static let opening = TestStage.opening

  /// Redacts all secrets; device tokens are kept, because they are not secret and results contain
  /// them.
  package static let redactor: Redactor = {
    var rules = RedactionRules.standard
    rules.remove(name: "token")
    return Redactor(rules)
  }()

  /// The host name that the SDK uses for a service that is not behind a socket.
  private static let host = "api.stackmob.com"

  package func inProcess(_ recorder: Recorder) async throws -> JSON {
    let testStage = try testStage()
    var environment = try testStage.environment()
    guard let responder = testStage.stage.responder(for: "stackmob") else {
      throw ExecutorError("there is no StackMob")
    }
    environment.transport = .inProcess(responder.recorded(into: recorder))
    return try await run(testStage, environment, Self.host)
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

  /// Plays the scenario with its own clock and mails, because a recording has neither.
  package func fromRecording(_ responder: Responder) async throws -> JSON {
    let clock = Mutex(Self.opening)
    let device = try Device(
      SMEnvironment(transport: .inProcess(responder)), host: Self.host,
      now: { clock.withLock { $0 } }, pass: { seconds in clock.withLock { $0 += seconds * 1000 } },
      temporaryPassword: { "no mail comes from a recording" })
    return try await scenario.run(device)
  }

  private func testStage() throws -> TestStage {
    let testStage = try TestStage()
    for state in scenario.states { try testStage.setUp(state.name, state.parameters) }
    return testStage
  }

  /// Plays the scenario, and replaces the actual host in the results with the usual one.
  private func run(_ testStage: TestStage, _ environment: SMEnvironment, _ host: String)
    async throws
    -> JSON
  {
    let space = testStage.space
    let device = try Device(
      environment, host: host, now: { space.clock.milliseconds },
      pass: { try testStage.pass(seconds: $0) },
      temporaryPassword: {
        let mail = space.outbox["stackmob"]?.messages.last
        guard let password = mail?.content["temporary_password"]?.string else {
          throw ExecutorError("no mail came")
        }
        return password
      })
    let outcome = try await scenario.run(device)
    return try JSON.parse(outcome.text().replacing(host, with: Self.host))
  }
}
