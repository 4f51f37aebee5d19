import Foundation
import GhostlightCore
import GhostlightEmulation
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The guide on push notifications` {
  private static let token = String(repeating: "0a", count: 32)

  @Test func `The Push Module`() async throws {
    let app = try await GuideApp().registered(Self.token, of: "bob")
    try await app.push.broadcastMessage(["alert": "The lamp is on", "badge": 1, "room": "stage"])
    // The message that would have been sent to a device.
    let push = try #require(app.outbox.last)
    #expect(push.kind == .push)
    #expect(push.content["type"] == "ios")
    #expect(
      push.content["payload"] == [
        "room": "stage", "aps": ["alert": "The lamp is on", "badge": 1],
      ])
  }

  @Test func `Initalizing a Push Client`() throws {
    let client = SMPushClient(
      apiVersion: "0", publicKey: "YOUR_PUBLIC_KEY", privateKey: "YOUR_PRIVATE_KEY")
    #expect(client.host == "push.stackmob.com")
    // The first push client of the app.
    #expect(SMPushClient.default() != nil)
  }

  @Test func `Registering the Device`() async throws {
    let app = try GuideApp()
    let events = Mailbox(of: String.self)

    app.push.registerDeviceToken(
      Self.token, withUser: "bob",
      onSuccess: {
        events.put("registered")
      },
      onFailure: { error in
        Issue.record(error)
      })

    #expect(await events.next() == "registered")
  }

  @Test func `Broadcasting Messages`() async throws {
    let app = try await GuideApp().registered(Self.token, of: "bob")
    try await app.push.broadcastMessage(["alert": "The lamp is on", "badge": 1])
    #expect(try app.outbox.map(\.recipients) == [[Self.token]])
  }

  @Test func `Sending Messages to Users`() async throws {
    let app = try await GuideApp().registered(Self.token, of: "bob")
    try await app.push.sendMessage(["alert": "The lamp is on"], toUsers: ["bob", "nobody"])
    #expect(try app.outbox.map(\.recipients) == [[Self.token]])
  }

  @Test func `Sending Messages to Tokens`() async throws {
    let app = try await GuideApp().registered(Self.token, of: "bob")
    try await app.push.sendMessage(
      ["alert": "The lamp is on"], toTokens: [SMPushToken(string: Self.token)])
    #expect(try app.outbox.map(\.recipients) == [[Self.token]])
  }

  @Test func `Getting Tokens For Users`() async throws {
    let app = try await GuideApp().registered(Self.token, of: "bob")
    let tokens = try await app.push.getTokensForUsers(["bob", "nobody"])
    #expect(tokens["bob"]?.map(\.tokenString) == [Self.token])
    #expect(tokens["bob"]?.map(\.type) == [TOKEN_TYPE_IOS])
  }

  @Test func `Deleting Tokens`() async throws {
    let app = try await GuideApp().registered(Self.token, of: "bob")
    try await app.push.deleteToken(Self.token)
    let tokens = try await app.push.getTokensForUsers(["bob"])
    #expect(tokens["bob"] ?? [] == [])
  }
}
