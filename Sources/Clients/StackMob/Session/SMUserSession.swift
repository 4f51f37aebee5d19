public import Foundation
import GhostlightClient
import GhostlightCore
import GhostlightSigning
import HTTPTypes
import Synchronization

/// The session of a client's user: the tokens, their refresh, and the signing of requests.
///
/// Get it as ``SMClient/session``. A session survives restarts of the app: it is stored in the
/// environment's store, and read from there when the client is created. An expired session is
/// refreshed automatically, at most once at a time, before or after a request that needs it. It can
/// be used from any thread.
///
/// - Source: protocol reference B3.
public final class SMUserSession: Sendable {
  /// The environment of the session: transport, clock and stores.
  public let environment: SMEnvironment
  /// The monitor that shows whether StackMob can be reached.
  public let networkMonitor: SMNetworkReachability

  let apiVersion: String
  let apiHost: String
  let publicKey: String
  let state: Mutex<SessionState>
  /// Held while the state and the store are changed, so that both end with the same change.
  ///
  /// A store can read the session, but must not change it.
  private let storing = Mutex(())

  init(
    apiVersion: String, apiHost: String, publicKey: String, userSchema: String,
    userPrimaryKeyField: String, userPasswordField: String, environment: SMEnvironment
  ) {
    self.apiVersion = apiVersion
    self.apiHost = apiHost
    self.publicKey = publicKey
    self.environment = environment
    let (transport, clock) = (environment.transport, environment.clock)
    networkMonitor = SMNetworkReachability(clock: clock) {
      (try? await transport.send(Request(.head, "/", authority: apiHost))) != nil
    }
    var state = SessionState(
      userSchema: userSchema.lowercased(), userPrimaryKeyField: userPrimaryKeyField,
      userPasswordField: userPasswordField)
    state.take(SessionTokens(stored: environment.store.session(forKey: Self.key(publicKey))))
    state.userIdentifierMap = environment.store.userIdentifierMap(named: Self.file(publicKey))
    self.state = Mutex(state)
  }

  /// The schema of users, in lower case.
  public var userSchema: String {
    get { state.withLock { $0.userSchema } }
    set { state.withLock { $0.userSchema = newValue.lowercased() } }
  }

  /// The primary key field of users.
  public var userPrimaryKeyField: String {
    get { state.withLock { $0.userPrimaryKeyField } }
    set { state.withLock { $0.userPrimaryKeyField = newValue } }
  }

  /// The field of users' passwords.
  public var userPasswordField: String {
    get { state.withLock { $0.userPasswordField } }
    set { state.withLock { $0.userPasswordField = newValue } }
  }

  /// The time when the access token expires, by this device's clock; `nil` if no user is logged in.
  public var expiration: Date? {
    get { state.withLock { $0.expiration } }
    set { state.withLock { $0.expiration = newValue } }
  }

  /// The token for the next refresh; `nil` if no user is logged in.
  public var refreshToken: String? {
    get { state.withLock { $0.refreshToken } }
    set { state.withLock { $0.refreshToken = newValue } }
  }

  /// Whether a refresh is running.
  public var refreshing: Bool { state.withLock { $0.flight != nil } }

  /// Called instead of failure blocks when the session could not be refreshed.
  public var tokenRefreshFailureBlock: SMTokenRefreshFailureBlock? {
    state.withLock { $0.tokenRefreshFailureBlock }?.block
  }

  /// Sets a block that is called instead of failure blocks when the session could not be refreshed.
  public func setTokenRefreshFailureBlock(_ block: SMTokenRefreshFailureBlock?) {
    let callback = block.map { Callback($0) }
    state.withLock { $0.tokenRefreshFailureBlock = callback }
  }

  /// The key in the password store of each user's password.
  ///
  /// It is stored in a file.
  public var userIdentifierMap: [String: String] {
    get { state.withLock { $0.userIdentifierMap } }
    set {
      storing.withLock { _ in
        state.withLock { $0.userIdentifierMap = newValue }
        environment.store.setUserIdentifierMap(newValue, named: Self.file(publicKey))
      }
    }
  }

  /// Sets the tokens, or removes them, in memory and in the store.
  ///
  /// The tokens of a refresh are only stored if the session is still the one that was refreshed.
  func keep(_ tokens: SessionTokens?, refreshing old: String? = nil) {
    storing.withLock { _ in
      let isCurrent = state.withLock { state in
        guard old == nil || state.refreshToken == old else { return false }
        state.take(tokens)
        return true
      }
      guard isCurrent else { return }
      environment.store.setSession(tokens?.stored, forKey: Self.key(publicKey))
    }
  }

  private static var bundleName: String? {
    Bundle.main.infoDictionary?["CFBundleName"] as? String
  }

  /// Returns the key of a session in the store.
  static func key(_ publicKey: String) -> String {
    "\(bundleName ?? "nil").\(publicKey).oauth"
  }

  /// Returns the name of the file with the user identifier map.
  static func file(_ publicKey: String) -> String {
    (bundleName.map { $0 + "-" } ?? "") + "\(publicKey)-UserIdentifierMap.plist"
  }
}

/// The mutable state of a session.
struct SessionState: Sendable {
  var userSchema: String
  var userPrimaryKeyField: String
  var userPasswordField: String
  var accessToken: String?
  var macKey: String?
  var refreshToken: String?
  var expiration: Date?
  /// The running refresh.
  var flight: RefreshFlight?
  var tokenRefreshFailureBlock: Callback<SMTokenRefreshFailureBlock>?
  var userIdentifierMap: [String: String] = [:]
  /// The time at StackMob minus the time on this device, in seconds, as last measured.
  var serverTimeLead: TimeInterval = 0

  /// The credentials for signatures; `nil` if no user is logged in.
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

/// An access token that has expired; `nil` if a session has only a refresh token.
struct StaleToken: Sendable {
  var accessToken: String?
}

/// The tokens of a login or a refresh.
struct SessionTokens: Sendable {
  /// The complete response, as it is stored between two runs of the app.
  private(set) var answer: JSONObject
  private(set) var expiration: Date?

  /// Creates the tokens of a response that has just arrived.
  init(answer: JSON, now: Date) {
    self.answer = answer.object ?? [:]
    expiration = answer["expires_in"]?.number.map { now.addingTimeInterval($0) }
  }

  /// Creates the tokens that were stored, or `nil` for invalid data.
  init?(stored data: Data?) {
    guard let data, let stored = Response(.ok, body: Array(data)).json?.object else { return nil }
    answer = stored
    expiration = answer.removeValue(forKey: Self.expirationKey)?.number.map {
      Date(timeIntervalSince1970: $0 / 1000)
    }
  }

  var accessToken: String? { answer["access_token"]?.string }
  var macKey: String? { answer["mac_key"]?.string }
  var refreshToken: String? { answer["refresh_token"]?.string }

  /// The user of the tokens; `null` if the response does not contain it.
  var user: JSON { answer["stackmob"]?["user"] ?? .null }

  /// The response with the expiration date of the access token, in milliseconds since 1970.
  var stored: Data {
    var kept = answer
    kept[Self.expirationKey] = expiration.map { .double($0.timeIntervalSince1970 * 1000) }
    return Data(JSON.object(kept).bytes)
  }

  private static let expirationKey = "expiration"
}
