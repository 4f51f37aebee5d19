import EGF2Scenarios
import GhostlightCore
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `EGF2 scenarios in three executors` {
  @Test(arguments: Scenario.all + Scenario.overlay, Executor.allCases)
  func `scenarios pass in all executors`(_ scenario: Scenario, _ executor: Executor) async throws {
    #expect(try await ScenarioRunner(scenario: scenario).outcome(executor) == scenario.outcome)
  }

  @Test(arguments: Scenario.all, [CallStyle.callbacks])
  func `call styles have the same outcome`(_ scenario: Scenario, _ style: CallStyle) async throws {
    let outcome = try await CallStyle.$current.withValue(style) {
      try await ScenarioRunner(scenario: scenario).outcome(.inProcess)
    }
    #expect(outcome == scenario.outcome)
  }

  @Test func `recordings of EGF2 scenarios contain no secrets`() async throws {
    #expect(try await ScenarioRunner.secrets(in: Scenario.all + Scenario.overlay) == [])
  }

  @Test func `EGF2 scenarios use every route of the SDK`() async throws {
    let calls = try await ScenarioRunner.calls(of: Scenario.all) { target in
      let words = target.rawPath.split(separator: "/")
      let isGraph = words.count > 1 && words[1] == "graph"
      return isGraph ? "graph/\(words.count - 2)" : words.prefix(2).joined(separator: "/")
    }
    #expect(Self.routes.subtracting(calls) == [])
    #expect(calls.contains { $0.hasPrefix("PUT bucket/") })
  }

  /// The routes that the module's calls use.
  ///
  /// Routes below `graph` are written with the number of path segments after `graph`.
  private static let routes: Set<String> = [
    "POST v1/register", "POST v1/login", "GET v1/logout", "POST v1/change_password",
    "GET v1/forgot_password", "POST v1/reset_password", "GET v1/verify_email",
    "POST v1/resend_email_verification", "GET graph/1", "POST graph/0", "PUT graph/1",
    "DELETE graph/1", "GET graph/2", "GET graph/3", "POST graph/2", "POST graph/3",
    "DELETE graph/3", "GET v1/new_file", "GET v1/new_image", "GET v1/search",
  ]
}
