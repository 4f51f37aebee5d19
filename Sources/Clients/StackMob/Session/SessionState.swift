import Foundation
import GhostlightClient
import GhostlightSigning

/// What may change in a session.
struct SessionState: Sendable {
  var userSchema: String
  var userPrimaryKeyField: String
  var userPasswordField: String
  var accessToken: String?
  var macKey: String?
  var refreshToken: String?
  var expiration: Date?
  /// The refresh that is under way.
  var flight: RefreshFlight?
  var tokenRefreshFailureBlock: Callback<SMTokenRefreshFailureBlock>?
  var userIdentifierMap: [String: String] = [:]
  /// How much later it is at StackMob than on this device, in seconds, as last measured.
  var serverTimeLead: TimeInterval = 0

  /// What requests are signed with; `nil` where nobody is logged in.
  var credentials: MACCredentials? {
    guard let accessToken, let macKey else { return nil }
    return MACCredentials(id: accessToken, key: macKey)
  }

  mutating func take(_ tokens: SessionTokens?) {
    accessToken = tokens?.accessToken
    macKey = tokens?.macKey
    refreshToken = tokens?.refreshToken
    expiration = tokens?.expiration
  }

  func hasExpired(at now: Date) -> Bool {
    expiration.map { $0 <= now } ?? true
  }
}
