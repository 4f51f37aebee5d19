public import Foundation
import GhostlightClient
import GhostlightCore
import GhostlightSigning
import HTTPTypes
import Synchronization

/// The session of a client's user: tokens, their refresh, and how requests are signed.
///
/// A session outlives the app: it is kept in the environment's store and found there again.
///
/// - Source: protocol reference B3.
public final class SMUserSession: Sendable {
  /// What the session takes from outside.
  public let environment: SMEnvironment
  /// Whether StackMob can be reached.
  public let networkMonitor: SMNetworkReachability

  let apiVersion: String
  let apiHost: String
  let publicKey: String
  let state: Mutex<SessionState>
  /// Held while the state changes and the store follows, so that both end with the same change.
  ///
  /// A store may ask the session anything, but not change it.
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

  /// The primary key of users.
  public var userPrimaryKeyField: String {
    get { state.withLock { $0.userPrimaryKeyField } }
    set { state.withLock { $0.userPrimaryKeyField = newValue } }
  }

  /// The field of users' passwords.
  public var userPasswordField: String {
    get { state.withLock { $0.userPasswordField } }
    set { state.withLock { $0.userPasswordField = newValue } }
  }

  /// When the access token expires, by this device's clock; `nil` without a session.
  public var expiration: Date? {
    get { state.withLock { $0.expiration } }
    set { state.withLock { $0.expiration = newValue } }
  }

  /// The token that the next refresh is asked for with; `nil` without a session.
  public var refreshToken: String? {
    get { state.withLock { $0.refreshToken } }
    set { state.withLock { $0.refreshToken = newValue } }
  }

  /// Whether a refresh is under way.
  public var refreshing: Bool { state.withLock { $0.flight != nil } }

  /// What is called in place of failure blocks when the session could not be refreshed.
  public var tokenRefreshFailureBlock: SMTokenRefreshFailureBlock? {
    state.withLock { $0.tokenRefreshFailureBlock }?.block
  }

  /// Sets what is called in place of failure blocks when the session could not be refreshed.
  public func setTokenRefreshFailureBlock(_ block: SMTokenRefreshFailureBlock?) {
    let callback = block.map { Callback($0) }
    state.withLock { $0.tokenRefreshFailureBlock = callback }
  }

  /// For each user, the key under which the password store keeps the password; kept in a file.
  public var userIdentifierMap: [String: String] {
    get { state.withLock { $0.userIdentifierMap } }
    set {
      storing.withLock { _ in
        state.withLock { $0.userIdentifierMap = newValue }
        environment.store.setUserIdentifierMap(newValue, named: Self.file(publicKey))
      }
    }
  }

  /// Takes tokens, or forgets those there are, in memory and in the store.
  ///
  /// Those of a refresh are taken only while the session is still the one that was refreshed.
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

  /// The key under which a session is kept.
  static func key(_ publicKey: String) -> String {
    "\(bundleName ?? "nil").\(publicKey).oauth"
  }

  /// The name of the file that holds the user identifier map.
  static func file(_ publicKey: String) -> String {
    (bundleName.map { $0 + "-" } ?? "") + "\(publicKey)-UserIdentifierMap.plist"
  }
}

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

/// An access token that has expired; `nil` where a session has only a refresh token.
struct StaleToken: Sendable {
  var accessToken: String?
}

/// What a login or a refresh hands out.
struct SessionTokens: Sendable {
  /// The whole answer, as it is kept between two runs of the app.
  private(set) var answer: JSONObject
  private(set) var expiration: Date?

  /// The tokens of an answer that came just now.
  init(answer: JSON, now: Date) {
    self.answer = answer.object ?? [:]
    expiration = answer["expires_in"]?.number.map { now.addingTimeInterval($0) }
  }

  /// The tokens that were kept; `nil` for data that are none.
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

  /// The user that the tokens are for; `null` where the answer has none.
  var user: JSON { answer["stackmob"]?["user"] ?? .null }

  /// The answer with the date at which the access token expires, in milliseconds since 1970.
  var stored: Data {
    var kept = answer
    kept[Self.expirationKey] = expiration.map { .double($0.timeIntervalSince1970 * 1000) }
    return Data(JSON.object(kept).bytes)
  }

  private static let expirationKey = "expiration"
}
