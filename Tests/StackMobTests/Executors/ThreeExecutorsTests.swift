import GhostlightCore
import StackMobScenarios
import TestExecutors
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `StackMob SDK on three executors` {
  private static let all = Scenario.all + Scenario.pushes + Scenario.blocks

  @Test(arguments: all, Executor.allCases)
  func `a scenario plays on any executor`(_ scenario: Scenario, _ executor: Executor) async throws {
    #expect(try await ScenarioRunner(scenario: scenario).outcome(executor) == scenario.outcome)
  }

  @Test(arguments: Scenario.all + Scenario.pushes)
  func `each scenario has the same outcome with callbacks`(_ scenario: Scenario) async throws {
    let outcome = try await CallStyle.$current.withValue(.callbacks) {
      try await ScenarioRunner(scenario: scenario).outcome(.inProcess)
    }
    #expect(outcome == scenario.outcome)
  }

  @Test func `the scenarios call all special routes of the SDK`() async throws {
    let calls = try await ScenarioRunner.calls(of: Self.all) { target in
      String(target.rawPath.split(separator: "/").last ?? "/")
    }
    #expect(Self.special.subtracting(calls) == [])
  }

  /// The calls, by method and last path segment, that are not reads or writes of a schema's
  /// objects.
  private static let special: Set<String> = [
    "POST accessToken", "POST refreshToken", "GET loggedInUser", "GET logout",
    "POST resetPassword", "POST forgotPassword", "POST createUserWithFacebook",
    "POST createUserWithTwitter", "POST facebookAccessToken", "POST twitterAccessToken",
    "POST gigyaAccessToken", "POST facebookAccessTokenWithCreate",
    "POST twitterAccessTokenWithCreate", "GET linkUserWithFacebook", "GET linkUserWithTwitter",
    "POST linkUserWithGigya", "DELETE unlinkUserFromFacebook", "DELETE unlinkUserFromTwitter",
    "DELETE unlinkUserFromGigya", "GET getFacebookUserInfo", "GET getTwitterUserInfo",
    "GET postFacebookMessage", "GET twitterStatusUpdate", "POST register_device_token_universal",
    "POST remove_token_universal", "POST push_broadcast_universal", "POST push_users_universal",
    "POST push_tokens_universal", "GET get_tokens_for_users_universal",
  ]
}
