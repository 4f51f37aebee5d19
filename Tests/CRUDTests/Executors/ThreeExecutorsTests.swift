import CRUDScenarios
import GhostlightCore
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `CRUD scenarios in three executors` {
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

  @Test func `recordings of CRUD scenarios contain no secrets`() async throws {
    #expect(try await ScenarioRunner.secrets(in: Scenario.all) == [])
  }

  @Test func `CRUD scenarios use every route of the SDK`() async throws {
    let calls = try await ScenarioRunner.calls(of: Scenario.all) { target in
      let words = target.rawPath.split(separator: "/").dropFirst(2)
      let names = words.map { $0.utf8.count == 24 ? "id" : String($0) }
      return names.joined(separator: "/")
    }
    #expect(Self.routes.subtracting(calls) == [])
  }

  /// The calls to a collection that must occur, each as its method and the path after the
  /// collection.
  private static let routes: Set<String> = [
    "GET ", "GET id", "GET count", "POST ", "POST id/state", "PATCH id", "DELETE id", "DELETE ",
  ]
}
