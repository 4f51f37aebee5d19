import GhostlightCore
import GhostlightEmulation
import GhostlightSigning
import HTTPTypes

/// Determines the caller of a request: anonymous, a logged-in user (A4), or an owner of the private
/// key (A5).
enum Authentication {
  /// Returns the caller of a request.
  ///
  /// If `ignoringUser` is `true`, as for login calls, a user in `Authorization: MAC` is ignored
  /// (A19.2).
  ///
  /// - Throws: ``Fault/notAuthorized`` if a token or a signature is invalid, or
  ///   ``Fault/unknownPublicKey`` if the public key is missing or unknown.
  static func caller(
    of request: Request, ignoringUser: Bool, _ keys: StackMobKeys, _ state: StackMobState,
    _ moment: Moment
  ) throws(Fault) -> Caller {
    let field = request.value(of: .authorization)
    if let field, isOf("oauth", field) { return try privateKeyHolder(field, request, keys) }
    guard let key = request.value(of: .stackMobAPIKey) ?? keyInName(request, keys) else {
      throw .unknownPublicKey.withReason("the request does not have X-StackMob-API-Key")
    }
    guard key.isExactly(keys.publicKey) else {
      throw .unknownPublicKey.withReason(state.explanation(ofKey: key, keys))
    }
    guard let field, !ignoringUser else { return .anonymous }
    guard isOf("mac", field) else {
      throw .notAuthorized.withReason("Authorization is neither MAC nor OAuth", section: "A2")
    }
    return try user(field, request, state, moment)
  }

  /// Returns the key in the header field `X-StackMob-API-Key-<key>`, which web pages send (A2).
  ///
  /// The name of a header field has no case, so the key gets the spelling of the public key.
  private static func keyInName(_ request: Request, _ keys: StackMobKeys) -> String? {
    let prefix = "x-stackmob-api-key-"
    let name = request.headers.lazy.map(\.name.canonicalName).first { $0.hasPrefix(prefix) }
    guard let key = name?.dropFirst(prefix.count) else { return nil }
    return key == keys.publicKey.lowercased() ? keys.publicKey : String(key)
  }

  /// Returns whether the `Authorization` value `field` has `scheme`, which must be in lower case.
  static func isOf(_ scheme: StaticString, _ field: String) -> Bool {
    var field = field
    return field.withUTF8 { field in
      let length = scheme.utf8CodeUnitCount
      guard field.count == length || field.count > length && field[length] == UInt8(ascii: " ")
      else { return false }
      for place in 0..<length where field[place] | 0x20 != scheme.utf8Start[place] { return false }
      return true
    }
  }

  private static func user(
    _ field: String, _ request: Request, _ state: StackMobState, _ moment: Moment
  ) throws(Fault) -> Caller {
    let authorization: MACAuthorization
    do throws(AuthorizationHeaderError) {
      authorization = try MACAuthorization(parsing: field)
    } catch {
      throw .notAuthorized.withReason("Authorization is malformed: \(error)", section: "A4")
    }
    guard let session = state.sessions.session(accessToken: authorization.id, at: moment) else {
      throw .notAuthorized.withReason(
        "the access token is unknown, expired or logged out", section: "A4")
    }
    let signed = signed(request, state.configuration)
    switch MACVerifier.verify(authorization, key: session.signingKey, request: signed) {
    case .valid: break
    case .invalid(let mismatch):
      // A browser that uses the vendor's old local proxy signs the proxy's host and port, so they
      // are checked as well (A2).
      guard let forwarded = forwarded(signed, request),
        MACVerifier.verify(authorization, key: session.signingKey, request: forwarded) == .valid
      else { throw .notAuthorized.withReason("wrong MAC; \(mismatch.description)", section: "A4") }
    }
    return .user(name: session.userName, realm: session.userSchema)
  }

  /// Returns the parts of a request that a MAC covers.
  private static func signed(
    _ request: Request, _ configuration: StackMobConfiguration
  ) -> MACRequest {
    let authority = Authority(request.authority)
    return MACRequest(
      method: request.method.rawValue, target: request.target.raw, host: authority.host,
      port: authority.port(of: request.scheme),
      alternatePorts: request.scheme == "https" ? configuration.httpPorts + [80] : [])
  }

  /// Returns the signed parts with the original host of a request that a proxy has forwarded.
  ///
  /// The port is 80 if the forwarded host does not contain one. Returns `nil` if no proxy has
  /// forwarded the request.
  private static func forwarded(_ signed: MACRequest, _ request: Request) -> MACRequest? {
    guard let host = request.value(of: .stackMobForwardedHost) else { return nil }
    var forwarded = signed
    forwarded.host = host
    forwarded.port = request.value(of: .stackMobForwardedPort).flatMap { Int($0) } ?? 80
    return forwarded
  }

  private static func privateKeyHolder(
    _ field: String, _ request: Request, _ keys: StackMobKeys
  ) throws(Fault) -> Caller {
    let authorization: OAuth1Authorization
    do throws(AuthorizationHeaderError) {
      authorization = try OAuth1Authorization(parsing: field)
    } catch {
      throw .notAuthorized.withReason("Authorization is malformed: \(error)", section: "A5")
    }
    guard authorization.consumerKey.isExactly(keys.publicKey) else {
      throw .notAuthorized.withReason(
        "oauth_consumer_key is \(authorization.consumerKey); it must be \(keys.publicKey)",
        section: "A5")
    }
    let authority = Authority(request.authority)
    let signed = OAuth1Request(
      method: request.method.rawValue, scheme: request.scheme, host: authority.host,
      port: authority.port, target: request.target.raw)
    switch OAuth1Verifier.verify(authorization, secret: keys.privateKey, request: signed) {
    case .valid: return .administrator
    case .invalid(let mismatch):
      // The vendor's export tool does not sign the query (D57).
      var bare = signed
      bare.target = request.target.rawPath
      let result = OAuth1Verifier.verify(authorization, secret: keys.privateKey, request: bare)
      if case .valid = result { return .administrator }
      throw .notAuthorized.withReason(
        "wrong OAuth1 signature; \(mismatch.description)", section: "A5")
    }
  }
}

/// The additional checks of strict mode: a request's time must be correct within five minutes, and
/// each nonce can be used once.
///
/// - Source: D51; assumption: the guide and the SDKs name neither; a Java test expects that a
///   request 5,000 seconds off fails.
struct ReplayGuard: Sendable {
  private var seen = KeyedStore<Bool>()
  private(set) var order: [String] = []
  private static let windowSeconds: Int64 = 300
  private static let capacity = 10_000

  /// Rejects a verified request if its time is wrong by more than five minutes, or if its nonce was
  /// used.
  ///
  /// - Throws: ``Fault/notAuthorized`` in both cases.
  func check(_ request: Request, at moment: Moment) throws(Fault) {
    guard let stamp = Self.stamp(of: request) else { return }
    guard let seconds = Int64(stamp.timestamp),
      (moment.seconds - Self.windowSeconds...moment.seconds + Self.windowSeconds).contains(seconds)
    else {
      throw .notAuthorized.withReason(
        "strict mode: the timestamp \(stamp.timestamp) is more than 300 s from \(moment.seconds)",
        section: "D51")
    }
    guard !knows(stamp.key) else {
      throw .notAuthorized.withReason(
        "strict mode: the nonce \(stamp.nonce) was used before", section: "D51")
    }
  }

  /// Records the nonce of a request that was not refused.
  ///
  /// A client may send a refused request again with the same nonce.
  mutating func remember(_ request: Request) {
    guard let stamp = Self.stamp(of: request) else { return }
    remember(stamp.key)
  }

  /// Returns whether a nonce has been used.
  func knows(_ key: String) -> Bool { seen[key] != nil }

  mutating func remember(_ key: String) {
    if order.count == Self.capacity {
      for old in order.prefix(Self.capacity / 2) { seen[old] = nil }
      order.removeFirst(Self.capacity / 2)
    }
    seen[key] = true
    order.append(key)
  }

  private struct SignedTimestamp {
    let id: String
    let timestamp: String
    let nonce: String

    var key: String { "\(id) \(timestamp) \(nonce)" }
  }

  private static func stamp(of request: Request) -> SignedTimestamp? {
    guard let field = request.value(of: .authorization) else { return nil }
    do throws(AuthorizationHeaderError) {
      if Authentication.isOf("mac", field) {
        let mac = try MACAuthorization(parsing: field)
        return SignedTimestamp(id: mac.id, timestamp: mac.timestamp, nonce: mac.nonce)
      }
      let oauth = try OAuth1Authorization(parsing: field)
      return SignedTimestamp(
        id: oauth.consumerKey, timestamp: parameter("oauth_timestamp", of: oauth),
        nonce: parameter("oauth_nonce", of: oauth))
    } catch {
      return nil
    }
  }

  private static func parameter(_ name: String, of authorization: OAuth1Authorization) -> String {
    authorization.parameters.first { $0.name == name }?.value ?? ""
  }
}

extension ReplayGuard {
  /// The used nonces, oldest first; empty except in strict mode.
  var snapshot: JSON { .array(order.map(JSON.string)) }

  /// Creates the guard from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    for key in try reader.elements() { remember(try key.string()) }
  }
}

/// All sessions, with lookup by access token, by refresh token and by user.
struct Sessions: Sendable {
  private var byAccessToken = KeyedStore<Session>()
  private var accessTokenByRefreshToken = KeyedStore<String>()
  /// The access tokens of each user, keyed by schema and name as in `sm_owner`.
  private var accessTokensByUser = KeyedStore<[String]>()

  /// Returns the session of an access token, or `nil` if there is none or the token has expired at
  /// `moment`.
  func session(accessToken: String, at moment: Moment) -> Session? {
    guard let session = byAccessToken[accessToken], session.expires > moment.milliseconds else {
      return nil
    }
    return session
  }

  /// Returns the session of a refresh token, or `nil`; refresh tokens do not expire.
  func session(refreshToken: String) -> Session? {
    accessTokenByRefreshToken[refreshToken].flatMap { byAccessToken[$0] }
  }

  /// All sessions, sorted by user; each user's sessions are in the order of the logins.
  var all: [Session] {
    accessTokensByUser.keys.sortedByBytes
      .flatMap { accessTokensByUser[$0] ?? [] }
      .compactMap { byAccessToken[$0] }
  }

  var count: Int { byAccessToken.count }

  /// Expires an access token, and returns whether the token exists.
  mutating func expire(accessToken: String, at moment: Moment) -> Bool {
    guard let session = byAccessToken[accessToken] else { return false }
    byAccessToken[accessToken] = session.ending(at: moment)
    return true
  }

  /// Ends the refresh token of a session; the access token stays valid.
  mutating func endRefresh(of session: Session) {
    accessTokenByRefreshToken[session.refreshToken] = nil
  }

  mutating func add(_ session: Session) {
    byAccessToken[session.accessToken] = session
    accessTokenByRefreshToken[session.refreshToken] = session.accessToken
    let owner = "\(session.userSchema)/\(session.userName)"
    accessTokensByUser[owner] = (accessTokensByUser[owner] ?? []) + [session.accessToken]
  }

  /// Ends a session: both its access token and its refresh token.
  mutating func end(_ session: Session) {
    byAccessToken[session.accessToken] = nil
    accessTokenByRefreshToken[session.refreshToken] = nil
    let owner = "\(session.userSchema)/\(session.userName)"
    accessTokensByUser[owner] = accessTokensByUser[owner]?.filter {
      !$0.isExactly(session.accessToken)
    }
  }

  /// Returns the number of access tokens that a user has.
  func count(userSchema: String, userName: String) -> Int {
    accessTokensByUser["\(userSchema)/\(userName)"]?.count ?? 0
  }

  /// Ends all tokens of a user.
  ///
  /// If `moment` is not `nil`, access tokens that are valid at this moment are kept.
  mutating func endAll(
    userSchema: String, userName: String, exceptAccessTokensAt moment: Moment? = nil
  ) {
    let owner = "\(userSchema)/\(userName)"
    var kept: [String] = []
    for token in accessTokensByUser[owner] ?? [] {
      guard let session = byAccessToken[token] else { continue }
      accessTokenByRefreshToken[session.refreshToken] = nil
      if let moment, session.expires > moment.milliseconds {
        kept.append(token)
      } else {
        byAccessToken[token] = nil
      }
    }
    accessTokensByUser[owner] = kept.isEmpty ? nil : kept
  }
}

extension Sessions {
  /// The sessions as JSON, sorted by user and then in the order of the logins.
  var snapshot: JSON {
    .array(
      all.map { session in
        [
          "accessToken": .string(session.accessToken),
          "macKey": .string(session.macKey),
          "refreshToken": .string(session.refreshToken),
          "refreshes": .bool(self.session(refreshToken: session.refreshToken) != nil),
          "userSchema": .string(session.userSchema),
          "userName": .string(session.userName),
          "expires": .integer(session.expires),
        ]
      })
  }

  /// Creates the sessions from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    for entry in try reader.elements() {
      let session = Session(
        accessToken: try entry.member("accessToken").string(),
        macKey: try entry.member("macKey").string(),
        refreshToken: try entry.member("refreshToken").string(),
        userSchema: try entry.member("userSchema").string(),
        userName: try entry.member("userName").string(),
        expires: try entry.member("expires").integer())
      add(session)
      if try !entry.member("refreshes").bool() { endRefresh(of: session) }
    }
  }
}

/// A session, which a login starts (A19.2).
///
/// It is a class, so that the lookup for each signed request does not copy it.
final class Session: Sendable {
  let accessToken: String
  let macKey: String
  /// The prepared form of ``macKey`` for verifying signatures.
  let signingKey: MessageAuthentication.SHA1Key
  let refreshToken: String
  let userSchema: String
  let userName: String
  /// The time when the access token expires, in milliseconds since 1970.
  let expires: Int64

  init(
    accessToken: String, macKey: String, refreshToken: String, userSchema: String,
    userName: String, expires: Int64
  ) {
    self.accessToken = accessToken
    self.macKey = macKey
    signingKey = MessageAuthentication.SHA1Key(macKey)
    self.refreshToken = refreshToken
    self.userSchema = userSchema
    self.userName = userName
    self.expires = expires
  }

  /// Returns a copy of the session whose access token expires at a moment.
  func ending(at moment: Moment) -> Session {
    Session(
      accessToken: accessToken, macKey: macKey, refreshToken: refreshToken, userSchema: userSchema,
      userName: userName, expires: min(expires, moment.milliseconds))
  }
}

extension Moment {
  /// Returns the time some milliseconds after this moment, or the maximum on overflow.
  func later(byMilliseconds span: Int64) -> Int64 {
    let (sum, overflows) = milliseconds.addingReportingOverflow(span)
    return overflows ? .max : sum
  }
}
