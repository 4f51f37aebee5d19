import Foundation
import Ghostlight
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMob
import StackMobScenarios
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `Guide - User Authentication` {
  private let testStage: TestStage
  private let client: SMClient
  private let blocks = Blocks()

  init() throws {
    testStage = try TestStage()
    client = try testStage.device()
    try testStage.setUp(
      "schema exists", ["name": "user", "user": true, "fields": ["email": "forgotpassword"]])
    try testStage.setUp(
      "user exists",
      ["username": "jack", "password": "pw", "fields": ["email": "jack@example.com"]])
  }

  private func logIn(_ password: String) async throws -> String {
    Blocks.text(
      of: try await client.login(withUsername: "jack", password: password), ["username"])
  }

  @Test func `The User Schema`() async throws {
    try testStage.setUp(
      "schema exists",
      [
        "name": "teacher", "user": true, "usernameField": "email", "passwordField": "secret",
      ])
    try testStage.setUp(
      "user exists", ["schema": "teacher", "username": "ann@example.com", "password": "pw"])
    client.userSchema = "Teacher"
    client.setUserPrimaryKeyField("email")
    client.setUserPasswordField("secret")
    #expect(client.session.userSchema == "teacher")
    #expect(client.session.userPrimaryKeyField == "email")
    #expect(client.session.userPasswordField == "secret")
    let user = try await client.login(withUsername: "ann@example.com", password: "pw")
    #expect(Blocks.text(of: user, ["email"]) == "email=ann@example.com")
  }

  @Test func `Creating a User Object`() async throws {
    let user = try await client.dataStore().createObject(
      ["username": "jill", "password": "pw"], inSchema: client.userSchema)
    #expect(
      Blocks.text(of: user, ["username", "password", "sm_owner"])
        == "sm_owner=user/jill,username=jill")
    let error = await #expect(throws: NSError.self) {
      try await client.dataStore().createObject(["username": "jack"], inSchema: "user")
    }
    #expect(error.map { SMErrorConflict ~= $0 } == true)
    #expect(
      error?.userInfo as? [String: String]
        == ["error": #"Duplicate key for schema user: "jack""#])
  }

  @Test func `Logging in to StackMob`() async throws {
    let refused = await blocks.next {
      client.login(
        withUsername: "jack", password: "x", onSuccess: blocks.result(), onFailure: blocks.failure)
    }
    #expect(refused == "HTTP 401")
    #expect(client.isLoggedOut())
    let received = await blocks.next {
      client.login(
        withUsername: "jack", password: "pw", onSuccess: blocks.result("username", "password"),
        onFailure: blocks.failure)
    }
    #expect(received == "username=jack")
    #expect(client.isLoggedIn())
    let todo = try await client.dataStore().createObject(["title": "x"], inSchema: "todo")
    #expect(todo["sm_owner"] as? String == "user/jack")
    _ = try? await logIn("x")
    #expect(client.isLoggedIn())
  }

  @Test func `Retrieve Logged In User Info`() async throws {
    let nobody = await blocks.next {
      client.getLoggedInUser(onSuccess: blocks.result(), onFailure: blocks.failure)
    }
    #expect(nobody == "HTTP 401")
    _ = try await logIn("pw")
    let received = await blocks.next {
      client.getLoggedInUser(onSuccess: blocks.result("username"), onFailure: blocks.failure)
    }
    #expect(received == "username=jack")
    let options = SMRequestOptions(returnedFieldsRestrictedTo: ["email"])
    let user = try await client.getLoggedInUser(with: options)
    #expect(Blocks.text(of: user, []) == "email=jack@example.com,username=jack")
  }

  @Test func `Check Status`() async throws {
    #expect(client.isLoggedOut() && !client.isLoggedIn())
    _ = try await logIn("pw")
    #expect(client.isLoggedIn() && !client.isLoggedOut())
    try testStage.pass(seconds: 3601)
    #expect(client.session.accessTokenHasExpired())
    #expect(client.isLoggedIn())
    client.session.refreshToken = nil
    #expect(client.isLoggedOut())
    client.session.expiration = .distantFuture
    #expect(client.isLoggedIn())
  }

  @Test func `Logout of StackMob`() async throws {
    let nobody = await #expect(throws: NSError.self) { try await client.logout() }
    #expect(nobody.map(Blocks.text) == "HTTP 401")
    _ = try await logIn("pw")
    var plan = FaultPlan(.answer(.json(.internalServerError, ["error": "x"])))
    plan.times = 1
    _ = try testStage.space.addFault(plan)
    let failed = await #expect(throws: NSError.self) { try await client.logout() }
    #expect(failed.map(Blocks.text) == "HTTP 500")
    #expect(client.isLoggedIn())
    let received = await blocks.next {
      client.logout(onSuccess: blocks.result(), onFailure: blocks.failure)
    }
    #expect(received == "")
    #expect(client.isLoggedOut())
    let after = await #expect(throws: NSError.self) { try await client.getLoggedInUser() }
    #expect(after.map(Blocks.text) == "HTTP 401")
  }

  @Test func `Reset Password`() async throws {
    _ = try await logIn("pw")
    let wrong = await blocks.next {
      client.changeLoggedInUserPassword(
        from: "x", to: "new", onSuccess: blocks.result(), onFailure: blocks.failure)
    }
    #expect(wrong == "HTTP 401")
    let received = await blocks.next {
      client.changeLoggedInUserPassword(
        from: "pw", to: "new", onSuccess: blocks.result("username"), onFailure: blocks.failure)
    }
    #expect(received == "username=jack")
    await #expect(throws: NSError.self) { try await logIn("pw") }
    let user = try await logIn("new")
    #expect(user == "username=jack")
  }

  @Test func `Forgot Password`() async throws {
    let unknown = await blocks.next {
      client.sendForgotPaswordEmail(
        forUser: "jim", onSuccess: blocks.result(), onFailure: blocks.failure)
    }
    #expect(unknown == "HTTP 401")
    let sent = await blocks.next {
      client.sendForgotPaswordEmail(
        forUser: "jack", onSuccess: blocks.result(), onFailure: blocks.failure)
    }
    #expect(sent == "")
    let mail = try #require(testStage.space.outbox["stackmob"]?.messages.last)
    #expect(mail.recipients == ["jack@example.com"])
    let temporary = try #require(mail.content["temporary_password"]?.string)

    let error = await #expect(throws: NSError.self) { try await logIn(temporary) }
    #expect(error.map(Blocks.text) == "SMError -101")
    #expect(
      error?.userInfo["error_description"] as? String == "Temporary password reset required.")
    let received = await blocks.next {
      client.login(
        withUsername: "jack", temporaryPassword: temporary, settingNewPassword: "new",
        onSuccess: blocks.result("username"), onFailure: blocks.failure)
    }
    #expect(received == "username=jack")
    let user = try await logIn("new")
    #expect(user == "username=jack")
  }
}
