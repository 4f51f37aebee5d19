import CRUDScenarios
import GhostlightCore
import TestExecutors
import Testing

@Suite struct `CRUD in three executors` {
  @Test(arguments: Scenario.all, Executor.allCases)
  func `tells all`(_ scenario: Scenario, _ executor: Executor) async throws {
    #expect(try await ScenarioRunner(scenario: scenario).outcome(executor) == scenario.outcome)
  }

  @Test(arguments: Scenario.all, [CallStyle.callbacks, .blocking])
  func `tells the same in every style`(_ scenario: Scenario, _ style: CallStyle) async throws {
    let outcome = try await CallStyle.$current.withValue(style) {
      try await ScenarioRunner(scenario: scenario).outcome(.inProcess)
    }
    #expect(outcome == scenario.outcome)
  }

  @Test func `keeps no secret in a recording`() async throws {
    #expect(try await ScenarioRunner.secrets(in: Scenario.all) == [])
  }

  @Test func `leaves no route of the SDK's unplayed`() async throws {
    let calls = try await ScenarioRunner.calls(of: Scenario.all) { target in
      let words = target.rawPath.split(separator: "/").dropFirst(2)
      let names = words.map { $0.utf8.count == 24 ? "id" : String($0) }
      return names.joined(separator: "/")
    }
    #expect(Self.routes.subtracting(calls) == [])
  }

  /// The calls that the module makes to a collection.
  private static let routes: Set<String> = [
    "GET ", "GET id", "GET count", "POST ", "POST id/state", "PATCH id", "DELETE id", "DELETE ",
  ]
}
