import GhostlightCore
import TestExecutors
import TestSupport
import Testing
import mkAppScenarios

@Suite(.limitedConcurrency) struct `mkApp scenarios in three executors` {
  @Test(arguments: Scenario.all, Executor.allCases)
  func `scenarios pass in all executors`(_ scenario: Scenario, _ executor: Executor) async throws {
    #expect(try await ScenarioRunner(scenario: scenario).outcome(executor) == scenario.outcome)
  }

  @Test(arguments: Scenario.all, [CallStyle.callbacks, .blocking])
  func `call styles have the same outcome`(_ scenario: Scenario, _ style: CallStyle) async throws {
    let outcome = try await CallStyle.$current.withValue(style) {
      try await ScenarioRunner(scenario: scenario).outcome(.inProcess)
    }
    #expect(outcome == scenario.outcome)
  }

  @Test func `recordings of mkApp scenarios contain no secrets`() async throws {
    #expect(try await ScenarioRunner.secrets(in: Scenario.all) == [])
  }

  @Test func `mkApp scenarios use every route of the SDK`() async throws {
    let calls = try await ScenarioRunner.calls(of: Scenario.all) { target in
      target.rawPath.split(separator: "/").prefix(2).joined(separator: "/")
    }
    #expect(Self.routes.subtracting(calls) == [])
  }

  private static let routes: Set<String> = [
    "POST picturedata", "GET picturedata", "GET picturedata/p1", "GET picturedata/count",
    "DELETE picturedata", "POST files/a.txt", "GET files", "GET files/download", "POST users",
    "POST users/login", "GET users/me", "POST users/logout", "POST users/forgot",
    "POST users/resend", "POST analytics", "GET geocoding/geo",
  ]
}
