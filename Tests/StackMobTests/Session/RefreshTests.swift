import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import HTTPTypes
import StackMob
import StackMobScenarios
import Synchronization
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Automatic Login Refresh` {
  /// Runs with a client that knows that its token has expired, and with a client that gets a 401.
  @Test(arguments: [true, false])
  func `under fire - a hundred requests share one refresh and succeed`(_ knows: Bool) async throws {
    let testStage = try TestStage()
    let client = try await testStage.loggedInDevice()
    try testStage.pass(seconds: 3601)
    if !knows { client.session.expiration = .distantFuture }
    let store = client.dataStore()
    let titles = try await withThrowingTaskGroup(of: String.self) { group in
      for number in 0..<100 {
        group.addTask {
          let todo = try await store.createObject(["title": "\(number)"], inSchema: "todo")
          return Blocks.text(of: todo, ["title", "sm_owner"])
        }
      }
      return try await group.reduce(into: Set<String>()) { $0.insert($1) }
    }
    #expect(titles == Set((0..<100).map { "sm_owner=user/jack,title=\($0)" }))
    #expect(testStage.refreshes == 1)
  }

  @Test func `under fire - also over a transport that suspends`() async throws {
    let testStage = try TestStage()
    var environment = try testStage.environment()
    environment.transport.attempt = nil
    let client = try await testStage.loggedInDevice(environment)
    try testStage.pass(seconds: 3601)
    let store = client.dataStore()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<100 {
        group.addTask { try await store.createObject(["n": number], inSchema: "todo") }
      }
      try await group.waitForAll()
    }
    let count = try await store.performCount(SMQuery(schema: "todo"))
    #expect(count == 100)
    #expect(testStage.refreshes == 1)
  }

  @Test func `a refresh precedes a request if the device knows it expired`()
    async throws
  {
    for (knows, calls) in [
      (true, ["POST /user/refreshToken", "GET /user/loggedInUser"]),
      (false, ["GET /user/loggedInUser", "POST /user/refreshToken", "GET /user/loggedInUser"]),
    ] {
      let testStage = try TestStage()
      let client = try await testStage.loggedInDevice()
      try testStage.pass(seconds: 3601)
      if !knows { client.session.expiration = .distantFuture }
      let user = try await client.getLoggedInUser()
      #expect(Blocks.text(of: user, ["username"]) == "username=jack")
      #expect(Array(testStage.calls.dropFirst()) == calls)
    }
  }

  @Test func `a request is refreshed at most once`() async throws {
    let stage = MockTransport(
      .json(.unauthorized, ["error": "no"]), .json(.ok, ["refresh_token": "r", "expires_in": 60]),
      .json(.unauthorized, ["error": "still no"]))
    let client = try SMClient.of(stage, loggedIn: true)
    let error = await #expect(throws: NSError.self) { try await client.getLoggedInUser() }
    #expect(error == NSError(domain: "HTTP", code: 401, userInfo: ["error": "still no"]))
    #expect(stage.requests.count == 3)
  }

  @Test func `options can prevent a refresh`() async throws {
    let testStage = try TestStage()
    let client = try await testStage.loggedInDevice()
    try testStage.pass(seconds: 3601)
    let options = SMRequestOptions()
    options.tryRefreshToken = false
    let error = await #expect(throws: NSError.self) {
      try await client.getLoggedInUser(with: options)
    }
    #expect(error.map(Blocks.text) == "HTTP 401")
    #expect(testStage.refreshes == 0)
  }

  @Test func `a refresh replaces all tokens for one hour`() async throws {
    let testStage = try TestStage()
    let client = try await testStage.loggedInDevice()
    let old = (client.session.refreshToken, client.session.regularOAuthClient)
    try testStage.pass(seconds: 1800)
    let user = try await client.refreshLogin()
    #expect(Blocks.text(of: user, ["username"]) == "username=jack")
    #expect(client.session.refreshToken != old.0)
    #expect(client.session.regularOAuthClient.accessToken != old.1.accessToken)
    #expect(client.session.regularOAuthClient.macKey != old.1.macKey)
    #expect(client.session.expiration == Date(timeIntervalSince1970: 1_371_045_400))
  }

  @Test func `five refreshes in a row each use the last refresh token`() async throws {
    let testStage = try TestStage()
    let client = try await testStage.loggedInDevice()
    var tokens = [try #require(client.session.refreshToken)]
    for number in 1...5 {
      try testStage.pass(seconds: 3601)
      let user = try await client.getLoggedInUser()
      #expect(Blocks.text(of: user, ["username"]) == "username=jack")
      #expect(testStage.refreshes == number)
      tokens.append(try #require(client.session.refreshToken))
    }
    #expect(Set(tokens).count == 6)
    let sent = testStage.space.journal.map(\.request)
      .filter { $0.target.raw == "/user/refreshToken" }
      .map { String(decoding: $0.body, as: UTF8.self) }
    #expect(
      sent
        == tokens.dropLast().map {
          "refresh_token=\($0)&token_type=mac&mac_algorithm=hmac-sha-1"
        })
    let calls = Array(repeating: ["POST /user/refreshToken", "GET /user/loggedInUser"], count: 5)
    #expect(Array(testStage.calls.dropFirst()) == calls.flatMap(\.self))
  }
}
