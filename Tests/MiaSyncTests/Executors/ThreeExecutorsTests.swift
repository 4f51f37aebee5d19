import SyncScenarios
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Syncs on three executors` {
  @Test(arguments: Scenario.all, Executor.allCases)
  func `a scenario plays on any executor`(_ scenario: Scenario, _ executor: Executor) async throws {
    #expect(try await ScenarioRunner(scenario: scenario).outcome(executor) == scenario.outcome)
  }

  @Test func `a recording contains no secret`() async throws {
    #expect(try await ScenarioRunner.secrets(in: Scenario.all) == [])
  }
}
