import Foundation
import Ghostlight
import GhostlightClient
import GhostlightCore
import GhostlightEmulation
import HTTPTypes
import StackMob
import StackMobEmulator

/// The app of the guide, with its own client and its own StackMob in this process.
struct GuideApp: Sendable {
  let stage: Stage
  let client: SMClient
  let push: SMPushClient

  /// Creates an app on a stage, with an optional transport instead of the stage's responder.
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

  /// Sets up a state with the rights of an administrator at the dashboard.
  func setUp(_ state: String, _ parameters: JSONObject) throws {
    _ = try stage.namespace().setUp(state, in: "stackmob", parameters: parameters)
  }

  /// The messages that StackMob would have sent, oldest first.
  var outbox: [OutboxMessage] {
    get throws { try stage.namespace().outbox["stackmob"]?.messages ?? [] }
  }

  /// Adds a user, and returns the app.
  func with(user name: String, password: String) throws -> GuideApp {
    try setUp("user exists", ["username": .string(name), "password": .string(password)])
    return self
  }

  /// Logs a new user with the password `secret` in, and returns the app.
  func loggedIn(as name: String) async throws -> GuideApp {
    let app = try with(user: name, password: "secret")
    _ = try await client.login(withUsername: name, password: "secret")
    return app
  }

  /// Logs a new user in through Facebook, and returns the app.
  func loggedInWithFacebook() async throws -> GuideApp {
    _ = try await client.login(
      withFacebookToken: "facebook-token", createUserIfNeeded: true, usernameForCreate: "bob")
    return self
  }

  /// Registers a device for a user, and returns the app.
  func registered(_ token: String, of user: String) async throws -> GuideApp {
    try await push.registerDeviceToken(token, withUser: user)
    return self
  }

  /// Downloads the bytes at a URL of StackMob.
  func download(_ url: String) throws -> Data {
    guard let parts = URLComponents(string: url), let host = parts.host else {
      throw GuideError("\(url) is no URL")
    }
    let authority = parts.port.map { "\(host):\($0)" } ?? host
    let request = Request(.get, RequestTarget(parts.percentEncodedPath), authority: authority)
    return Data(stage.respond(to: request, by: "stackmob").body)
  }
}
