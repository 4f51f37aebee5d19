import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMob
import StackMobEmulator

/// The app of the guide: a client of its own, of a StackMob of its own in this process.
struct GuideApp: Sendable {
  let stage: Stage
  let client: SMClient
  let push: SMPushClient

  /// An app on a stage; without one on a new one, and by another way if told so.
  init(on stage: Stage = Stage(), transport: Transport? = nil) throws {
    let responder = stage.responder(for: "stackmob")
    guard let transport = transport ?? responder.map({ .inProcess($0) }) else {
      throw GuideError("the stage has no StackMob")
    }
    var environment = SMEnvironment(transport: transport)
    environment.store = SMMemorySessionStore()
    environment.passwords = SMMemoryPasswordStore()
    let keys = StackMobConfiguration().developmentKeys
    self.stage = stage
    client = try SMClient(
      apiVersion: "0", publicKey: keys.publicKey, environment: environment)
    push = SMPushClient(
      apiVersion: "0", publicKey: keys.publicKey, privateKey: keys.privateKey,
      environment: environment)
  }

  /// Sets up what an administrator would have done at the dashboard.
  func setUp(_ state: String, _ parameters: JSONObject) throws {
    _ = try stage.namespace().setUp(state, in: "stackmob", parameters: parameters)
  }

  /// What StackMob would have sent to the world, oldest first.
  var outbox: [OutboxMessage] {
    get throws { try stage.namespace().outbox["stackmob"]?.messages ?? [] }
  }

  /// The app with a user.
  func with(user name: String, password: String) throws -> GuideApp {
    try setUp("user exists", ["username": .string(name), "password": .string(password)])
    return self
  }

  /// The app with a new user logged in, whose password is `secret`.
  func loggedIn(as name: String) async throws -> GuideApp {
    let app = try with(user: name, password: "secret")
    _ = try await client.login(withUsername: name, password: "secret")
    return app
  }

  /// The app with a new user logged in by Facebook.
  func loggedInWithFacebook() async throws -> GuideApp {
    _ = try await client.login(
      withFacebookToken: "facebook-token", createUserIfNeeded: true, usernameForCreate: "bob")
    return self
  }

  /// The app with a device registered for a user.
  func registered(_ token: String, of user: String) async throws -> GuideApp {
    try await push.registerDeviceToken(token, withUser: user)
    return self
  }

  /// The bytes behind a URL that StackMob handed out.
  func download(_ url: String) throws -> Data {
    guard let parts = URLComponents(string: url), let host = parts.host else {
      throw GuideError("\(url) is no URL")
    }
    let authority = parts.port.map { "\(host):\($0)" } ?? host
    let request = Request(.get, RequestTarget(parts.percentEncodedPath), authority: authority)
    return Data(stage.respond(to: request, by: "stackmob").body)
  }
}
