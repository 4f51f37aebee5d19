import AppCenterScenarios
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `App Center scenarios in three executors` {
  @Test(arguments: Scenario.all, Executor.allCases)
  func `scenarios pass in all executors`(_ scenario: Scenario, _ executor: Executor) async throws {
    #expect(try await ScenarioRunner(scenario: scenario).outcome(executor) == scenario.outcome)
  }

  @Test func `recordings of App Center scenarios contain no secrets`() async throws {
    #expect(try await ScenarioRunner.secrets(in: Scenario.all) == [])
  }
}
