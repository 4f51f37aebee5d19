import StackMobStoreScenarios
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `StackMob store on three executors` {
  @Test(arguments: StoreScenario.all, Executor.allCases)
  func `each scenario plays`(_ scenario: StoreScenario, _ executor: Executor) async throws {
    #expect(try await StoreScenarioRunner(scenario: scenario).outcome(executor) == scenario.outcome)
  }
}
