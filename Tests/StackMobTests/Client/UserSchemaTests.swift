import Foundation
import Ghostlight
import GhostlightCore
import StackMob
import Testing

/// Apps whose users stand in a schema of another name, and schemas in the caller's spelling.
@Suite struct `A user schema of the app's own` {
  private let testStage: TestStage
  private let client: SMClient
  private let blocks = Blocks()

  init() async throws {
    testStage = try TestStage()
    client = try testStage.device()
    client.userSchema = "customer"
    client.userPrimaryKeyField = "name"
    try testStage.setUp(
      "schema exists",
      [
        "name": "customer", "user": true, "usernameField": "name",
        "fields": ["email": "forgotpassword"],
      ])
    try testStage.setUp(
      "user exists",
      [
        "schema": "customer", "username": "ann", "password": "pw",
        "fields": ["email": "ann@example.com"],
      ])
  }

  @Test func `lets its users forget and reset their passwords`() async throws {
    try await client.sendForgotPaswordEmail(forUser: "ann")
    let mail = try #require(testStage.space.outbox["stackmob"]?.messages.last)
    #expect(mail.recipients == ["ann@example.com"])
    let temporary = try #require(mail.content["temporary_password"]?.string)
    let user = try await client.login(
      withUsername: "ann", temporaryPassword: temporary, settingNewPassword: "new")
    #expect(Blocks.text(of: user, ["name"]) == "name=ann")
    try await client.changeLoggedInUserPassword(from: "new", to: "newer")
    _ = try await client.login(withUsername: "ann", password: "newer")
    #expect(
      testStage.calls == [
        "POST /customer/forgotPassword", "POST /customer/accessToken",
        "POST /customer/resetPassword", "POST /customer/accessToken",
      ])
  }

  @Test(arguments: ["todo", "Todo", "TODO"])
  func `callbacks have the schema in the caller's spelling`(_ name: String) async throws {
    let store = client.dataStore()
    let queue = DispatchQueue(label: "blocks")
    let created = await blocks.next {
      store.createObject(
        ["todo_id": "1"], inSchema: name, successCallbackQueue: queue, failureCallbackQueue: queue,
        onSuccess: blocks.object("todo_id"), onFailure: blocks.objectFailure)
    }
    #expect(created == "\(name) todo_id=1")
    let failed = await blocks.next {
      store.readObject(
        withId: "2", inSchema: name, successCallbackQueue: queue, failureCallbackQueue: queue,
        onSuccess: blocks.object(), onFailure: blocks.idFailure)
    }
    #expect(failed == "HTTP 404 2 \(name)")
    #expect(testStage.calls == ["POST /todo", "GET /todo/2"])
  }
}
