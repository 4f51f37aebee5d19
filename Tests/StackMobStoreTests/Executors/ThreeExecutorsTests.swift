import StackMobStoreScenarios
import TestExecutors
import Testing

@Suite struct `The store in three executors` {
  @Test(arguments: StoreScenario.all, Executor.allCases)
  func `tells all`(_ scenario: StoreScenario, _ executor: Executor) async throws {
    #expect(try await StoreScenarioRunner(scenario: scenario).outcome(executor) == scenario.outcome)
  }
}
