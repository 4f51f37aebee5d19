import GhostlightCore
import GhostlightRecording
import HTTPTypes
import Testing

@Suite struct `The SDK in three executors` {
  @Test(arguments: Scene.all) func `tells all in process`(_ scene: Scene) async throws {
    #expect(try await Performance(scene: scene).inProcess() == scene.told)
  }

  @Test(arguments: Scene.all) func `tells the same over HTTP`(_ scene: Scene) async throws {
    #expect(try await Performance(scene: scene).overHTTP() == scene.told)
  }

  @Test(arguments: Scene.all)
  func `tells the same from a recording, which is used up`(_ scene: Scene) async throws {
    let performance = Performance(scene: scene)
    let recording = try await performance.recording()
    let (told, report) = try await performance.replaying(recording)
    #expect(told == scene.told)
    #expect(report.isClean, "\(report)")
  }

  @Test func `leaves no route of the SDK's unplayed`() async throws {
    var calls: Set<String> = []
    for scene in Scene.all {
      for exchange in try await Performance(scene: scene).recording().exchanges {
        let path = exchange.request.target.rawPath.split(separator: "/").last ?? "/"
        calls.insert("\(exchange.request.method.rawValue) \(path)")
      }
    }
    #expect(Self.special.subtracting(calls) == [])
  }

  /// The calls that have a name of their own.
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
