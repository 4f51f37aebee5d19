public import Foundation
import GhostlightClient
import GhostlightCore
import GhostlightSigning
import HTTPTypes
import Synchronization

/// The session of a client's user: the tokens, their refresh, and the signing of requests.
///
/// Get it as ``SMClient/session``. A session survives restarts of the app: it is saved in the
/// environment's store, and read from there when the client is created. An expired session is
/// refreshed automatically when a request needs it; at most one refresh runs at a time. A session
/// can be used from any thread.
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
  /// Held while both the state and the store are changed, so that concurrent changes leave both
  /// with the same tokens.
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
    state.setTokens(SessionTokens(stored: environment.store.session(forKey: Self.key(publicKey))))
    state.userIdentifierMap = environment.store.userIdentifierMap(named: Self.file(publicKey))
    self.state = Mutex(state)
  }

  /// The name of the schema that contains the app's users, in lower case.
  public var userSchema: String {
    get { state.withLock { $0.userSchema } }
    set { state.withLock { $0.userSchema = newValue.lowercased() } }
  }

  /// The name of the user schema's primary key field.
  public var userPrimaryKeyField: String {
    get { state.withLock { $0.userPrimaryKeyField } }
    set { state.withLock { $0.userPrimaryKeyField = newValue } }
  }

  /// The name of the user schema's password field.
  public var userPasswordField: String {
    get { state.withLock { $0.userPasswordField } }
    set { state.withLock { $0.userPasswordField = newValue } }
  }

  /// The time when the access token expires, on this device's clock; `nil` if no user is logged in.
  public var expiration: Date? {
    get { state.withLock { $0.expiration } }
    set { state.withLock { $0.expiration = newValue } }
  }

  /// The token that the next refresh will use; `nil` if no user is logged in.
  public var refreshToken: String? {
    get { state.withLock { $0.refreshToken } }
    set { state.withLock { $0.refreshToken = newValue } }
  }

  /// Whether a refresh is running.
  public var refreshing: Bool { state.withLock { $0.flight != nil } }

  /// Called instead of a request's failure block when the session could not be refreshed.
  public var tokenRefreshFailureBlock: SMTokenRefreshFailureBlock? {
    state.withLock { $0.tokenRefreshFailureBlock }?.block
  }

  /// Sets a block that is called instead of failure blocks when the session could not be refreshed.
  public func setTokenRefreshFailureBlock(_ block: SMTokenRefreshFailureBlock?) {
    let callback = block.map { Callback($0) }
    state.withLock { $0.tokenRefreshFailureBlock = callback }
  }

  /// The identifiers of users' passwords in the password store, by user name.
  ///
  /// The map is stored in a file.
  public var userIdentifierMap: [String: String] {
    get { state.withLock { $0.userIdentifierMap } }
    set {
      storing.withLock { _ in
        state.withLock { $0.userIdentifierMap = newValue }
        environment.store.setUserIdentifierMap(newValue, named: Self.file(publicKey))
      }
    }
  }

  /// Sets or removes the tokens, in memory and in the store.
  ///
  /// With `refreshing`, the tokens are only stored if the session still has the refresh token
  /// `old`.
  func setTokens(_ tokens: SessionTokens?, refreshing old: String? = nil) {
    storing.withLock { _ in
      let isCurrent = state.withLock { state in
        guard old == nil || state.refreshToken == old else { return false }
        state.setTokens(tokens)
        return true
      }
      guard isCurrent else { return }
      environment.store.setSession(tokens?.stored, forKey: Self.key(publicKey))
    }
  }

  private static var bundleName: String? {
    Bundle.main.infoDictionary?["CFBundleName"] as? String
  }

  /// Returns the key under which the session store keeps an app's session.
  static func key(_ publicKey: String) -> String {
    "\(bundleName ?? "nil").\(publicKey).oauth"
  }

  /// Returns the name of the file that contains the user identifier map.
  static func file(_ publicKey: String) -> String {
    (bundleName.map { $0 + "-" } ?? "") + "\(publicKey)-UserIdentifierMap.plist"
  }
}

/// The mutable state of a session, protected by the session's lock.
struct SessionState: Sendable {
  var userSchema: String
  var userPrimaryKeyField: String
  var userPasswordField: String
  var accessToken: String?
  var macKey: String?
  var refreshToken: String?
  var expiration: Date?
  /// The refresh that is currently running; `nil` if there is none.
  var flight: RefreshFlight?
  var tokenRefreshFailureBlock: Callback<SMTokenRefreshFailureBlock>?
  var userIdentifierMap: [String: String] = [:]
  /// StackMob's time minus this device's time, in seconds, as last measured.
  var serverTimeLead: TimeInterval = 0

  /// The credentials for signatures; `nil` if no user is logged in.
  var credentials: MACCredentials? {
    guard let accessToken, let macKey else { return nil }
    return MACCredentials(id: accessToken, key: macKey)
  }

  mutating func setTokens(_ tokens: SessionTokens?) {
    accessToken = tokens?.accessToken
    macKey = tokens?.macKey
    refreshToken = tokens?.refreshToken
    expiration = tokens?.expiration
  }

  func hasExpired(at now: Date) -> Bool {
    expiration.map { $0 <= now } ?? true
  }
}

/// An access token that must be replaced; `accessToken` is `nil` if the session has only a refresh
/// token.
struct StaleToken: Sendable {
  var accessToken: String?
}

/// The tokens of a login or a refresh.
struct SessionTokens: Sendable {
  /// The complete JSON of the response.
  private(set) var answer: JSONObject
  private(set) var expiration: Date?

  /// Creates the tokens from a response that has just arrived.
  init(answer: JSON, now: Date) {
    self.answer = answer.object ?? [:]
    expiration = answer["expires_in"]?.number.map { now.addingTimeInterval($0) }
  }

  /// Creates the tokens from stored data, or `nil` if the data is invalid.
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

  /// The user that the response contains; `null` if it does not contain one.
  var user: JSON { answer["stackmob"]?["user"] ?? .null }

  /// The data for the session store: the response with the access token's expiration, in
  /// milliseconds since 1970.
  var stored: Data {
    var kept = answer
    kept[Self.expirationKey] = expiration.map { .double($0.timeIntervalSince1970 * 1000) }
    return Data(JSON.object(kept).bytes)
  }

  private static let expirationKey = "expiration"
}
