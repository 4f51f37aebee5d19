import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightRecording
import SyncFixtures
import TestExecutors
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One scenario, played where the service is in process, behind a socket, or in a recording.
struct ScenarioRunner: ThreeExecutors {
  let scenario: Scenario

  static let opening = MiaProject.opening

  func inProcess(_ recorder: Recorder) async throws -> JSON {
    try await run(testStage().responder("mia").recorded(into: recorder))
  }

  func overHTTP() async throws -> JSON {
    let configuration = URLSessionConfiguration.patient
    configuration.httpShouldSetCookies = false
    return try await ServedStage.run(try testStage().stage, configuration) { served in
      try await scenario.run(
        Phones(transport: .urlSession(served.session), endpoint: served.url("mia")))
    }
  }

  func fromRecording(_ responder: Responder) async throws -> JSON { try await run(responder) }

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

@Suite struct `Synchronisations in three executors` {
  @Test(arguments: Scenario.all, Executor.allCases)
  func `tells all`(_ scenario: Scenario, _ executor: Executor) async throws {
    #expect(try await ScenarioRunner(scenario: scenario).outcome(executor) == scenario.outcome)
  }

  @Test func `keeps no secret in a recording`() async throws {
    #expect(try await ScenarioRunner.secrets(in: Scenario.all) == [])
  }
}
