import Foundation
import StackMob
import TestSupport
import Testing

@Suite(.limitedConcurrency) struct `The guide on social integration` {
  @Test func `Implement Facebook Login Workflow`() async throws {
    let app = try GuideApp()
    // The work of the app in Facebook's `sessionStateChanged`, with the token of an open session.
    func sessionStateChanged(_ accessToken: String?) async throws {
      guard let accessToken else { return }
      _ = try await app.client.login(
        withFacebookToken: accessToken, createUserIfNeeded: true, usernameForCreate: "bob")
    }
    try await sessionStateChanged(nil)
    #expect(!app.client.isLoggedIn())
    try await sessionStateChanged("facebook-token")
    #expect(app.client.isLoggedIn())
    #expect(try await app.client.getLoggedInUser()["username"] as? String == "bob")
  }

  @Test func `StackMob Login Using Facebook`() async throws {
    let app = try GuideApp()
    let names = Mailbox(of: String?.self)

    // The token and the name come from Facebook's own SDK.
    app.client.login(
      withFacebookToken: "facebook-token", createUserIfNeeded: true, usernameForCreate: "bob",
      onSuccess: { result in
        names.put(result["username"] as? String)
      },
      onFailure: { error in
        Issue.record(error)
      })

    #expect(await names.next() == "bob")
    #expect(app.client.isLoggedIn())
  }

  @Test func `Create a User Object`() async throws {
    let app = try GuideApp()
    let names = Mailbox(of: String?.self)

    app.client.createUser(
      withFacebookToken: "facebook-token",
      onSuccess: { result in
        names.put(result["username"] as? String)
      },
      onFailure: { error in
        Issue.record(error)
      })

    #expect(await names.next() == "facebook-token")
  }

  @Test func `Link and Unlink Facebook Tokens`() async throws {
    let app = try await GuideApp().loggedIn(as: "bob")
    let events = Mailbox(of: String.self)

    app.client.linkLoggedInUser(
      withFacebookToken: "facebook-token",
      onSuccess: { _ in
        events.put("linked")
      },
      onFailure: { error in
        Issue.record(error)
      })
    #expect(await events.next() == "linked")

    app.client.unlinkLoggedInUserFromFacebook(
      onSuccess: {
        events.put("unlinked")
      },
      onFailure: { error in
        Issue.record(error)
      })
    #expect(await events.next() == "unlinked")
  }

  @Test func `Update Facebook Status`() async throws {
    let app = try await GuideApp().loggedInWithFacebook()
    _ = try await app.client.updateFacebookStatus(withMessage: "On stage")
  }

  @Test func `Get Facebook User Info`() async throws {
    let app = try await GuideApp().loggedInWithFacebook()
    let info = try await app.client.getLoggedInUserFacebookInfo()
    #expect(!info.isEmpty)
  }

  @Test func `Implement Twitter Login Workflow`() async throws {
    let app = try GuideApp()
    let user = try await app.client.login(
      withTwitterToken: "twitter-token", twitterSecret: "s", createUserIfNeeded: true,
      usernameForCreate: "bob")
    #expect(user["username"] as? String == "bob")
    _ = try await app.client.updateTwitterStatus(withMessage: "On stage")
    #expect(try await !app.client.getLoggedInUserTwitterInfo().isEmpty)
    try await app.client.unlinkLoggedInUserFromTwitter()
  }

  @Test func `Gigya`() async throws {
    let app = try GuideApp()
    let gigyaUser = [
      "UID": "gigya-user", "UIDSignature": "sig", "signatureTimestamp": "1371040000",
    ]
    let user = try await app.client.login(withGigyaUserDictionary: gigyaUser)
    #expect(user["username"] as? String == "gigya-user")
    try await app.client.unlinkLoggedInUserFromGigya()
  }
}
