import AppCenterScenarios
import TestExecutors
import Testing

@Suite struct `The SDK in three executors` {
  @Test(arguments: Scenario.all, Executor.allCases)
  func `tells all`(_ scenario: Scenario, _ executor: Executor) async throws {
    #expect(try await ScenarioRunner(scenario: scenario).outcome(executor) == scenario.outcome)
  }

  @Test func `keeps no secret in a recording`() async throws {
    #expect(try await ScenarioRunner.secrets(in: Scenario.all) == [])
  }
}
