import Foundation
import GhostlightCore
import HTTPTypes
import StackMobScenarios
import TestSupport
import Testing

@testable import StackMob
import StackMobEmulator

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `User session` {
  @Test func `a session and its expiration date survive a restart`() async throws {
    let testStage = try TestStage()
    let environment = try testStage.environment()
    let first = try await testStage.loggedInDevice(environment)
    let second = try testStage.device(environment)
    #expect(second.isLoggedIn())
    #expect(second.session.expiration == Date(timeIntervalSince1970: 1_371_043_600))
    #expect(second.session.expiration == first.session.expiration)
    #expect(second.session.refreshToken == first.session.refreshToken)
    let user = try await second.getLoggedInUser()
    #expect(Blocks.text(of: user, ["username"]) == "username=jack")
    try await second.logout()
    #expect(try testStage.device(environment).isLoggedOut())
  }

  @Test func `a session is stored under the names of app and public key`() throws {
    let stage = MockTransport(.json(.ok, [:]))
    let store = SMMemorySessionStore()
    _ = try SMClient.of(stage, loggedIn: true) { $0.store = store }
    let kept = try #require(
      store.session(forKey: "nil.3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13.oauth"))
    let json = try JSON.parse(Array(kept))
    #expect(json["access_token"] == "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6")
    #expect(json["stackmob"]?["user"]?["username"] == "jack")
    #expect(json["expiration"]?.number == 1_371_043_600_000)
  }

  @Test(arguments: ["", "{", "[]", "\u{0}"]) func `a damaged stored session is ignored`(
    _ text: String
  ) throws {
    let store = SMMemorySessionStore()
    store.setSession(Data(text.utf8), forKey: SMUserSession.key(TestStage.publicKey))
    #expect(try SMClient.of(MockTransport()) { $0.store = store }.isLoggedOut())
  }

  @Test func `an access token expires by the device's clock`() throws {
    let session = try SMClient.of(MockTransport(), loggedIn: true).session
    let now = Date(timeIntervalSince1970: 1_371_040_000)
    #expect(!session.accessTokenHasExpired())
    session.expiration = now.addingTimeInterval(0.001)
    #expect(!session.accessTokenHasExpired())
    #expect(!session.eligible(forTokenRefresh: SMRequestOptions()))
    session.expiration = now
    #expect(session.accessTokenHasExpired())
    #expect(session.eligible(forTokenRefresh: SMRequestOptions()))
    let options = SMRequestOptions()
    options.tryRefreshToken = false
    #expect(!session.eligible(forTokenRefresh: options))
    session.refreshToken = nil
    #expect(!session.eligible(forTokenRefresh: SMRequestOptions()))
    session.expiration = nil
    #expect(session.accessTokenHasExpired())
  }

  @Test func `a session stores the password store's key of each user`() throws {
    let store = SMMemorySessionStore()
    let session = try SMClient.of(MockTransport()) { $0.store = store }.session
    #expect(session.userIdentifierMap == [:])
    session.userIdentifierMap = ["jack": "key"]
    #expect(
      try SMClient.of(MockTransport()) { $0.store = store }.session.userIdentifierMap == [
        "jack": "key"
      ]
    )
    #expect(
      store.userIdentifierMap(
        named: "3f2b8c1e-5d47-4a90-b6e1-0c9d7f5a2e13-UserIdentifierMap.plist") == ["jack": "key"])
  }

  @Test func `a session signs an app's own request and shows its credentials`() throws {
    let session = try SMClient.of(MockTransport(), loggedIn: true).session
    let request = RequestDraft(.get, "/todo?done=false&priority%5Bgte%5D=2")
    let signed = session.sign(try #require(session.request(request, isSecure: false).urlRequest))
    #expect(
      signed.value(forHTTPHeaderField: "Authorization")?.hasSuffix(
        #",mac="DJrARed6wQ5TsJwBqu8rZqBEjRQ=""#) == true)
    #expect(session.signRequest(signed) == signed)
    let secure = session.secureOAuthClient
    #expect(secure.scheme == "https" && secure.apiHost == "127.0.0.1:8080")
    #expect(secure.macKey == "Zq8vT3mLr0XyWcB5nHsJ2dPfKg7uEa91")
    #expect(session.regularOAuthClient.hasValidCredentials)
    #expect(!session.tokenClient.hasValidCredentials)
    session.clearSessionInfo()
    #expect(!session.oauthClient(withHTTPS: false).hasValidCredentials)
    #expect(session.sign(signed).value(forHTTPHeaderField: "Authorization") == nil)
  }

  @Test func `a session gets tokens from any endpoint`() async throws {
    let testStage = try TestStage()
    try testStage.setUp("user exists", ["username": "jack", "password": "pw"])
    let client = try testStage.device()
    let blocks = Blocks()
    let received = await blocks.next {
      client.session.doTokenRequest(
        withEndpoint: "accessToken", credentials: ["username": "jack", "password": "pw"],
        onSuccess: blocks.result("username"), onFailure: blocks.failure)
    }
    #expect(received == "username=jack")
    #expect(client.isLoggedIn())
  }
}
