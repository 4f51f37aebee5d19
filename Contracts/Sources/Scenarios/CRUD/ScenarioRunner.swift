import CRUD
import Foundation
import Ghostlight
import GhostlightClient
package import GhostlightCore
package import GhostlightRecording
import TestExecutors

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Plays one scenario with the service in process, behind a socket, or from a recording.
package struct ScenarioRunner: ThreeExecutors {
  package let scenario: Scenario

  package init(scenario: Scenario) { self.scenario = scenario }

  package static let opening: Int64 = 1_586_106_974_175

  package func inProcess(_ recorder: Recorder) async throws -> JSON {
    let (testStage, sid) = try testStage()
    return try await run(testStage.responder("mia").recorded(into: recorder), sid)
  }

  package func overHTTP() async throws -> JSON {
    let (testStage, sid) = try testStage()
    let configuration = URLSessionConfiguration.patient
    configuration.httpShouldSetCookies = false
    return try await ServedStage.run(testStage.stage, configuration) { served in
      try await scenario.run(Device(.urlSession(served.session), at: served.url("mia"), sid: sid))
    }
  }

  /// Plays the scenario with the placeholder that the recording has for the session id.
  package func fromRecording(_ responder: Responder) async throws -> JSON {
    try await run(responder, testStage().sid)
  }

  private func run(_ responder: Responder, _ sid: String?) async throws -> JSON {
    try await scenario.run(Device(.inProcess(responder), at: "http://127.0.0.1:4402", sid: sid))
  }

  /// Returns a stage with the scenario's provider states, and the session id of a logged-in user.
  private func testStage() throws -> (testStage: TestStage, sid: String?) {
    let testStage = try TestStage([.mia()], at: Self.opening)
    return (testStage, try testStage.setUp(scenario.states, in: "mia")["sid"]?.string)
  }
}
