import Foundation
import GhostlightCore
import HTTPTypes
import StackMobScenarios
import Synchronization
import TestSupport
import Testing

@testable import StackMob

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.limitedConcurrency) struct `State of a session` {
  /// Returns the names and values of the state's members, except those of blocks and refreshes.
  private static func members(_ client: SMClient) -> [String: String] {
    let state = client.session.state.withLock { $0 }
    return Mirror(reflecting: state).children.reduce(into: [:]) { members, child in
      members[child.label ?? ""] = "\(child.value)"
    }
  }

  private static let tokenMembers = ["accessToken", "expiration", "macKey", "refreshToken"]

  /// Returns the tokens of the client's state; a member that is `nil` is left out.
  private static func tokens(_ client: SMClient) -> [String: String] {
    members(client).filter { tokenMembers.contains($0.key) && $0.value != "nil" }
  }

  @Test func `a logout and a cleared session remove all tokens and nothing else`() async throws {
    for isLogout in [true, false] {
      let stage = MockTransport(.json(.ok, [:]))
      let store = SMMemorySessionStore()
      let client = try SMClient.of(stage, loggedIn: true) { $0.store = store }
      client.session.userIdentifierMap = ["jack": "key"]
      client.userSchema = "Teacher"
      let before = Self.members(client)
      #expect(Self.tokens(client).keys.sorted() == Self.tokenMembers)
      if isLogout { try await client.logout() } else { client.session.clearInfo() }
      let after = Self.members(client)
      #expect(Self.tokens(client) == [:])
      #expect(
        before.filter { !Self.tokenMembers.contains($0.key) }
          == after.filter { !Self.tokenMembers.contains($0.key) })
      #expect(store.session(forKey: SMUserSession.key(TestStage.publicKey)) == nil)
      _ = try await client.getLoggedInUser()
      #expect(stage.requests.last?.headers[.authorization] == nil)
      #expect(try SMClient.of(stage) { $0.store = store }.isLoggedOut())
    }
  }

  private static let answers: [(JSON, [String])] = [
    (["access_token": "a"], ["accessToken"]), (["mac_key": "k"], ["macKey"]),
    (["refresh_token": "r"], ["refreshToken"]), (["expires_in": 60], ["expiration"]), ([:], []),
  ]

  @Test(arguments: answers) func `a login replaces each token of the user before`(
    _ answer: JSON, _ left: [String]
  ) async throws {
    let stage = MockTransport(.json(.ok, answer))
    let store = SMMemorySessionStore()
    let client = try SMClient.of(stage, loggedIn: true) { $0.store = store }
    let before = Self.tokens(client)
    _ = try await client.login(withUsername: "ann", password: "pw")
    let after = Self.tokens(client)
    #expect(after.keys.sorted() == left)
    #expect(after.allSatisfy { before[$0.key] != $0.value })
    #expect(Self.tokens(try SMClient.of(stage) { $0.store = store }) == after)
  }

  @Test func `a refused login keeps the tokens of the user before`() async throws {
    let stage = MockTransport(.json(.unauthorized, ["error": "no"]))
    let store = SMMemorySessionStore()
    let client = try SMClient.of(stage, loggedIn: true) { $0.store = store }
    let before = Self.tokens(client)
    await #expect(throws: NSError.self) {
      try await client.login(withUsername: "ann", password: "pw")
    }
    await #expect(throws: NSError.self) { try await client.logout() }
    #expect(Self.tokens(client) == before)
    #expect(Self.tokens(try SMClient.of(stage) { $0.store = store }) == before)
  }

  @Test func `two apps on one device have their own sessions and users`() throws {
    let store = SMMemorySessionStore()
    var environment = SMEnvironment(transport: MockTransport().transport)
    environment.store = store
    let keys = ["0", "1"].map { String(repeating: $0, count: 36) }
    for (number, key) in keys.enumerated() {
      let client = try SMClient(apiVersion: "0", publicKey: key, environment: environment)
      #expect(client.isLoggedOut() && client.session.userIdentifierMap == [:])
      client.session.setTokens(
        SessionTokens(
          answer: ["refresh_token": .string("r\(number)")], now: Date(timeIntervalSince1970: 0)))
      client.session.userIdentifierMap = ["jack": "key\(number)"]
    }
    for (number, key) in keys.enumerated() {
      let client = try SMClient(apiVersion: "0", publicKey: key, environment: environment)
      #expect(client.session.refreshToken == "r\(number)")
      #expect(client.session.userIdentifierMap == ["jack": "key\(number)"])
    }
  }

  @Test(arguments: [(nil, nil, false), ("a", nil, false), (nil, "k", false), ("a", "k", true)])
  func `credentials need a token and a key`(
    _ token: String?, _ key: String?, _ isValid: Bool
  ) async throws {
    let stage = MockTransport(.json(.ok, [:]))
    let client = try SMClient.of(stage)
    var answer: JSONObject = [:]
    answer["access_token"] = token.map(JSON.string)
    answer["mac_key"] = key.map(JSON.string)
    client.session.setTokens(
      SessionTokens(answer: .object(answer), now: Date(timeIntervalSince1970: 0)))
    #expect(client.session.regularOAuthClient.hasValidCredentials == isValid)
    let own = SMOAuth2Client(
      scheme: "http", apiHost: "h", version: "0", publicKey: "p", accessToken: token, macKey: key)
    #expect(own.hasValidCredentials == isValid)
    _ = try await client.getLoggedInUser()
    #expect((stage.requests.last?.headers[.authorization] != nil) == isValid)
  }

  @Test(arguments: [(-1.0, true), (0, true), (0.001, false), (1, false)])
  func `a request refreshes a token at its expiration and not before`(
    _ seconds: Double, _ isRefreshed: Bool
  ) async throws {
    let stage = MockTransport(
      .json(.ok, ["access_token": "b", "mac_key": "k", "refresh_token": "s", "expires_in": 60]))
    let client = try SMClient.of(stage, loggedIn: true)
    client.session.expiration = Date(timeIntervalSince1970: 1_371_040_000 + seconds)
    _ = try await client.getLoggedInUser()
    let refresh = isRefreshed ? ["/user/refreshToken"] : []
    #expect(stage.requests.map(\.target.raw) == refresh + ["/user/loggedInUser"])
    let token = isRefreshed ? "b" : "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6"
    #expect(
      stage.requests.last?.headers[.authorization]?.hasPrefix(#"MAC id="\#(token)","#) == true)
    if isRefreshed {
      #expect(client.session.expiration == Date(timeIntervalSince1970: 1_371_040_060))
    }
  }

  @Test func `a request that was refreshed before is not refreshed again`() async throws {
    let stage = MockTransport(
      .json(.ok, ["access_token": "b", "mac_key": "k", "refresh_token": "s", "expires_in": 60]),
      .json(.unauthorized, ["error": "no"]))
    let client = try SMClient.of(stage, loggedIn: true)
    client.session.expiration = nil
    let error = await #expect(throws: NSError.self) { try await client.getLoggedInUser() }
    #expect(error == NSError(domain: "HTTP", code: 401, userInfo: ["error": "no"]))
    #expect(stage.requests.map(\.target.raw) == ["/user/refreshToken", "/user/loggedInUser"])
  }

  @Test func `an app's own request is signed for its URL, or loses its signature`() throws {
    let session = try SMClient.of(MockTransport(), loggedIn: true).session
    func mac(_ text: String) throws -> String? {
      var request = URLRequest(url: try #require(URL(string: text)))
      request.setValue("old", forHTTPHeaderField: "Authorization")
      request.setValue("kept", forHTTPHeaderField: "X-A")
      let signed = session.sign(request)
      #expect(signed.value(forHTTPHeaderField: "X-A") == "kept")
      return signed.value(forHTTPHeaderField: "Authorization")
    }
    let texts = [
      "http://h/a", "http://h:81/a", "https://h/a", "http://i/a", "http://h/b", "http://h/a?c=d",
    ]
    #expect(Set(try texts.map { try mac($0) }).count == 6)
    #expect(try mac("http://h/a") == mac("http://h:80/a"))
    #expect(try mac("file:///a") == nil)
  }
}
