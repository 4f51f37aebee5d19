import Foundation
import GhostlightClient
import GhostlightCore
import StackMobScenarios

@testable import StackMob
import StackMobEmulator

extension SMClient {
  /// Returns a client of a mock service, whose current time and nonces are constant.
  static func of(
    _ stage: MockTransport, loggedIn: Bool = false, apiHost: String = "127.0.0.1:8080",
    change: (inout SMEnvironment) -> Void = { _ in }
  ) throws -> SMClient {
    var environment = SMEnvironment(transport: stage.transport)
    environment.now = { Date(timeIntervalSince1970: 1_371_040_000) }
    environment.nonce = { "n4711" }
    environment.userAgent = "StackMob/2.2.0 (test)"
    environment.clock = StepClock()
    environment.store = SMMemorySessionStore()
    change(&environment)
    let client = try SMClient(
      apiVersion: "0", apiHost: apiHost, publicKey: TestStage.publicKey,
      environment: environment)
    if loggedIn { client.session.setTokens(.sample(now: environment.now())) }
    return client
  }
}

extension SessionTokens {
  /// Returns the tokens in the protocol reference's examples, which expire one hour after `now`.
  static func sample(now: Date) -> SessionTokens {
    SessionTokens(
      answer: [
        "access_token": "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6",
        "mac_key": "Zq8vT3mLr0XyWcB5nHsJ2dPfKg7uEa91", "mac_algorithm": "hmac-sha-1",
        "token_type": "mac", "expires_in": 3600,
        "refresh_token": "r1R2r3R4r5R6r7R8r9R0s1S2s3S4s5S6",
        "stackmob": ["user": ["username": "jack"]],
      ], now: now)
  }
}
