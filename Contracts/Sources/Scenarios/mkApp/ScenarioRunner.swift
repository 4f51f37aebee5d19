import Foundation
import GhostlightClient
package import GhostlightCore
package import GhostlightRecording
import GhostlightTesting
import TestExecutors
import mkApp

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Plays one scenario with the service in process, behind a socket, or from a recording.
package struct ScenarioRunner: ThreeExecutors {
  package let scenario: Scenario

  package init(scenario: Scenario) { self.scenario = scenario }

  package static let opening = TestStage.opening

  /// The URL of a service that is not behind a socket.
  private static let endpoint = "http://127.0.0.1:4402"

  package func inProcess(_ recorder: Recorder) async throws -> JSON {
    try await fromRecording(TestStage(scenario).responder("mia").recorded(into: recorder))
  }

  package func overHTTP() async throws -> JSON {
    try await ServedStage.run(TestStage(scenario).stage) { served in
      let url = try served.url("mia")
      let outcome = try await scenario.run(Device(MKEnvironment(), at: url))
      return try JSON.parse(outcome.text().replacing(url, with: Self.endpoint))
    }
  }

  /// Plays the scenario with a URL session whose requests go to the responder.
  package func fromRecording(_ responder: Responder) async throws -> JSON {
    let bridge = URLSessionBridge(responder)
    let session = URLSession(configuration: bridge.configuration)
    defer { session.invalidateAndCancel() }
    let environment = MKEnvironment(transport: .inProcess(responder), urlSession: session)
    let outcome = try await scenario.run(Device(environment, at: Self.endpoint))
    return withExtendedLifetime(bridge) { outcome }
  }
}
