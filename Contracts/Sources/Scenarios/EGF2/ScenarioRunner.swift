import EGF2
import Foundation
import GhostlightClient
package import GhostlightCore
package import GhostlightRecording
import TestExecutors

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Plays one scenario with the back end in process, behind a socket, or from a recording.
package struct ScenarioRunner: ThreeExecutors {
  package let scenario: Scenario

  package init(scenario: Scenario) { self.scenario = scenario }

  package static let opening = TestStage.opening

  package func inProcess(_ recorder: Recorder) async throws -> JSON {
    try await fromRecording(TestStage(scenario).responder("egf2").recorded(into: recorder))
  }

  package func overHTTP() async throws -> JSON {
    let configuration = URLSessionConfiguration.patient
    configuration.urlCache = nil
    return try await ServedStage.run(TestStage(scenario).stage, configuration) { served in
      let environment = EGF2Environment(urlSession: served.session)
      return try await scenario.run(Device(environment, at: served.url("egf2")))
    }
  }

  package func fromRecording(_ responder: Responder) async throws -> JSON {
    let environment = EGF2Environment(transport: .inProcess(responder))
    return try await scenario.run(Device(environment, at: "http://127.0.0.1:4403"))
  }
}
