import Foundation
import Ghostlight
import GhostlightCore
import GhostlightEmulation
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The guide on user authentication` {
  @Test func `The User Schema`() throws {
    let app = try GuideApp()
    let client = app.client
    #expect(client.userSchema == "user")
    #expect(client.userPrimaryKeyField == "username")
    #expect(client.userPasswordField == "password")

    client.userSchema = "teacher"
    client.userPrimaryKeyField = "email"

    #expect(client.userSchema == "teacher")
    #expect(client.userPrimaryKeyField == "email")
  }

  @Test func `Logging in to StackMob`() async throws {
    let app = try GuideApp().with(user: "bob", password: "secret")
    let names = Mailbox(of: String?.self)

    app.client.login(
      withUsername: "bob", password: "secret",
      onSuccess: { result in
        // the user object as a dictionary
        names.put(result["username"] as? String)
      },
      onFailure: { error in
        Issue.record(error)
      })

    #expect(await names.next() == "bob")
  }

  @Test func `Retrieve Logged In User Info`() async throws {
    let app = try await GuideApp().loggedIn(as: "bob")
    let names = Mailbox(of: String?.self)

    app.client.getLoggedInUser(
      onSuccess: { result in
        names.put(result["username"] as? String)
      },
      onFailure: { error in
        Issue.record(error)
      })

    #expect(await names.next() == "bob")
  }

  @Test func `Check Status`() async throws {
    let app = try GuideApp().with(user: "bob", password: "secret")
    #expect(app.client.isLoggedOut())
    _ = try await app.client.login(withUsername: "bob", password: "secret")
    #expect(app.client.isLoggedIn())
  }

  @Test func `Automatic Login Refresh`() async throws {
    let app = try await GuideApp().loggedIn(as: "bob")
    let codes = Mailbox(of: Int.self)

    app.client.setTokenRefreshFailureBlock { error, originalFailureBlock in
      // An app shows a login screen here, and then continues at the same place.
      codes.put((error as NSError).code)
      originalFailureBlock(error)
    }

    // A second device takes over the session.
    let second = try GuideApp(on: app.stage)
    _ = try await second.client.login(withUsername: "bob", password: "secret")
    app.client.getLoggedInUser(
      onSuccess: { result in
        Issue.record("the session goes on: \(result)")
      },
      onFailure: { error in
        codes.put((error as NSError).code)
      })
    #expect(await codes.next(2) == [-109, -109])
  }

  @Test func `Logout of StackMob`() async throws {
    let app = try await GuideApp().loggedIn(as: "bob")
    let events = Mailbox(of: String.self)

    app.client.logout(
      onSuccess: { _ in
        events.put("logged out")
      },
      onFailure: { error in
        Issue.record(error)
      })

    #expect(await events.next() == "logged out")
    #expect(app.client.isLoggedOut())
  }

  @Test func `Reset Password`() async throws {
    let app = try await GuideApp().loggedIn(as: "bob")
    let events = Mailbox(of: String.self)

    app.client.changeLoggedInUserPassword(
      from: "secret", to: "new secret",
      onSuccess: { _ in
        events.put("changed")
      },
      onFailure: { error in
        Issue.record(error)
      })

    #expect(await events.next() == "changed")
    _ = try await app.client.login(withUsername: "bob", password: "new secret")
  }

  @Test func `Forgot Password`() async throws {
    let app = try GuideApp()
    try app.setUp(
      "schema exists", ["name": "user", "user": true, "fields": ["email": "forgotpassword"]])
    try app.setUp(
      "user exists",
      ["username": "bob", "password": "secret", "fields": ["email": "bob@example.com"]])
    let events = Mailbox(of: String.self)

    app.client.sendForgotPaswordEmail(
      forUser: "bob",
      onSuccess: { _ in
        events.put("mailed")
      },
      onFailure: { error in
        Issue.record(error)
      })
    #expect(await events.next() == "mailed")

    // The user reads the mail and returns to the app.
    let temporary = try #require(app.outbox.last?.content["temporary_password"]?.string)
    app.client.login(
      withUsername: "bob", temporaryPassword: temporary, settingNewPassword: "new secret",
      onSuccess: { result in
        events.put("\(result["username"] ?? "nobody") is logged in")
      },
      onFailure: { error in
        Issue.record(error)
      })
    #expect(await events.next() == "bob is logged in")
  }
}
