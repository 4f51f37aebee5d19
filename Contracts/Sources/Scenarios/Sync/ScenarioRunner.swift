import Foundation
import Ghostlight
import GhostlightClient
package import GhostlightCore
package import GhostlightRecording
import SyncFixtures
import TestExecutors

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Plays one scenario with the service in process, behind a socket, or from a recording.
package struct ScenarioRunner: ThreeExecutors {
  package let scenario: Scenario

  package init(scenario: Scenario) { self.scenario = scenario }

  package static let opening = MiaProject.opening

  package func inProcess(_ recorder: Recorder) async throws -> JSON {
    try await run(testStage().responder("mia").recorded(into: recorder))
  }

  package func overHTTP() async throws -> JSON {
    let configuration = URLSessionConfiguration.patient
    configuration.httpShouldSetCookies = false
    return try await ServedStage.run(try testStage().stage, configuration) { served in
      try await scenario.run(
        Phones(transport: .urlSession(served.session), endpoint: served.url("mia")))
    }
  }

  package func fromRecording(_ responder: Responder) async throws -> JSON {
    try await run(responder)
  }

  private func run(_ responder: Responder) async throws -> JSON {
    try await scenario.run(
      Phones(transport: .inProcess(responder), endpoint: "http://127.0.0.1:4402"))
  }

  private func testStage() throws -> TestStage {
    let testStage = try TestStage([.mia()], at: Self.opening)
    try testStage.setUp(scenario.states, in: "mia")
    return testStage
  }
}
