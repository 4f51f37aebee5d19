import Foundation
import Ghostlight
import GhostlightCore
import GhostlightEmulation
import TestSupport
import Testing
import mkApp

@Suite(.limitedConcurrency) struct `The guide on users` {
  let app = MKAppGuideApp()

  func print(_ value: Any?) { app.show(value) }

  @Test func `Login, registration and restore user sessions`() async throws {
    try app.setUp("user exists", ["email": "my@email.it"])
    let shown = await app.shown {
      MKUser.restoreLostPassword(forUserEmail: "my@email.it") { print($0) }
    }
    #expect(shown == ["nil"])
    #expect(try app.stage.namespace().outbox["mia"]?.messages.count == 1)
  }

  @Test func `Login`() async throws {
    try app.setUp("user exists", ["email": "e@mail.it", "username": "mario"])
    let shown = await app.shown {
      MKUser.logInWithEmail(inBackground: "e@mail.it", password: "password", storeUserLocaly: true)
      {
        (user: MKUser?, error: Error?) in
        // perform some actions
        print(user?.userName ?? error)
      }
    }
    #expect(shown == ["mario"])
    #expect(app.instance.getLoggedUser()?.userName == "mario")
    #expect(app.instance.sessionID?.count == 128)
  }

  /// The printed sample has an address without a user.
  @Test func `Login: the printed sample`() async throws {
    let shown = await app.shown {
      MKUser.logInWithEmail(inBackground: "email", password: "password", storeUserLocaly: true) {
        (user: MKUser?, error: Error?) in
        // perform some actions
        print("\(user == nil) \((error as? MKError)?.message ?? "-")")
      }
    }
    #expect(shown == ["true no such user"])
  }

  @Test func `Login: with a wrong password`() async throws {
    try app.setUp("user exists", ["email": "e@mail.it"])
    let shown = await app.shown {
      MKUser.logInWithEmail(inBackground: "e@mail.it", password: "wrong", storeUserLocaly: true) {
        (user: MKUser?, error: Error?) in
        print("\(user == nil) \((error as? MKError)?.message ?? "-")")
      }
    }
    #expect(shown == ["true bad credential"])
  }

  @Test func `Registration`() async throws {
    let shown = await app.shown {
      var user = MKUser()

      user?.setObject("my username", forKey: "username")
      user?.setObject("my name", forKey: "user_name")
      user?.setObject("my surname", forKey: "user_surname")
      user?.setObject("my@email.it", forKey: "email")
      user?.setObject("my password", forKey: "password")

      user?.saveInBackground({ (user: MKCollection?, error: Error?) in
        // perform some actions
        print(error ?? user?.object(forKey: "username"))
      })
      user = nil
    }
    #expect(shown == ["my username"])
    let user = try await MKAppInstance.$current.withValue(app.instance) {
      try await MKUser.logInWithEmail("my@email.it", password: "my password")
    }
    #expect(user.object(forKey: "user_surname") as? String == "my surname")
    #expect(user.object(forKey: "password") == nil)
  }

  /// The email in the printed sample is not a valid address, so no request is sent.
  @Test func `Registration: the printed sample`() async throws {
    let shown = await app.shown {
      var user = MKUser()

      user?.setObject("my username", forKey: "username")
      user?.setObject("my name", forKey: "user_name")
      user?.setObject("my surname", forKey: "user_surname")
      user?.setObject("my email", forKey: "email")
      user?.setObject("my password", forKey: "password")

      user?.saveInBackground({ (user: MKCollection?, error: Error?) in
        // perform some actions
        print((error as? MKError)?.code)
      })
      user = nil
    }
    #expect(shown == ["malformedEmail"])
    #expect(try app.stage.namespace().outbox["mia"]?.messages.isEmpty != false)
  }

  @Test(arguments: ["username": 406, "email": 407])
  func `Registration: a name or an address already in use`(
    _ key: String, _ status: Int
  ) async throws {
    try app.setUp("user exists", ["email": "mario@example.com", "username": "mario"])
    let user = app.run { MKUser() }
    user.setObject(key == "username" ? "mario" : "luigi", forKey: "username")
    user.setObject(
      key == "email" ? "mario@example.com" : "luigi@example.com", forKey: "email")
    user.setObject("pw", forKey: "password")
    let error = await #expect(throws: MKError.self) { try await user.save() }
    #expect(error?.code == .duplicateKey && error?.statusCode == status)
  }

  private func restore(_ app: MKAppGuideApp) async -> [String] {
    await app.shown {
      MKUser.login { (user: MKUser?, error: Error?, localCredential: Bool) in
        // perform some actions
        let status = (error as? MKError)?.statusCode
        app.show("\(user?.userName ?? "-") \(status ?? 0) \(localCredential)")
      }
    }
  }

  @Test func `Restore user session`() async throws {
    #expect(await restore(app) == ["- 0 false"])
    try app.setUp("user exists", ["email": "m@example.com", "username": "mario"])
    let user = try await MKAppInstance.$current.withValue(app.instance) {
      try await MKUser.logInWithEmail(
        "m@example.com", password: "password", storeUserLocaly: true)
    }
    let sessionID = app.instance.sessionID

    let restarted = MKAppGuideApp(after: app)
    #expect(await restore(restarted) == ["mario 0 false"])
    #expect(restarted.instance.sessionID == sessionID)

    #expect(await restore(MKAppGuideApp(after: app, isOnline: false)) == ["mario 0 true"])

    try app.setUp(
      "user exists", ["email": "m@example.com", "username": "mario", "password": "changed"])
    #expect(await restore(MKAppGuideApp(after: app)) == ["- 402 false"])
    #expect(await restore(MKAppGuideApp(after: app)) == ["- 0 false"])
    #expect(user.userName == "mario")
  }

  @Test func `Restore user session: after the end of the session`() async throws {
    try app.setUp("user exists", ["email": "m@example.com", "username": "mario"])
    _ = try await MKAppInstance.$current.withValue(app.instance) {
      try await MKUser.logInWithEmail(
        "m@example.com", password: "password", storeUserLocaly: true)
    }
    let sessionID = app.instance.sessionID
    _ = try app.stage.namespace().changeClock(.advance(milliseconds: 31 * 86_400_000))
    let restarted = MKAppGuideApp(after: app)
    #expect(await restore(restarted) == ["mario 0 false"])
    #expect(restarted.instance.sessionID != nil && restarted.instance.sessionID != sessionID)
    let user = try #require(restarted.instance.getLoggedUser())
    try await user.logout()
    #expect(await restore(MKAppGuideApp(after: app)) == ["- 0 false"])
  }
}
