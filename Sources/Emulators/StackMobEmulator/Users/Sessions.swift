import GhostlightCore
import GhostlightEmulation

/// The live sessions, found by either token or by user.
struct Sessions: Sendable {
  private var byAccessToken = KeyedStore<Session>()
  private var accessTokenByRefreshToken = KeyedStore<String>()
  /// By `sm_owner`.
  private var accessTokensByUser = KeyedStore<[String]>()

  /// The session of an access token, unless it has ended at `moment`.
  func session(accessToken: String, at moment: Moment) -> Session? {
    guard let session = byAccessToken[accessToken], session.expires > moment.milliseconds else {
      return nil
    }
    return session
  }

  /// The session of a refresh token; those do not end by time.
  func session(refreshToken: String) -> Session? {
    accessTokenByRefreshToken[refreshToken].flatMap { byAccessToken[$0] }
  }

  /// All sessions, by user, then in the order of the logins.
  var all: [Session] {
    accessTokensByUser.keys.sortedByBytes
      .flatMap { accessTokensByUser[$0] ?? [] }
      .compactMap { byAccessToken[$0] }
  }

  /// Ends an access token as time would, or answers `false` where there is none.
  mutating func expire(accessToken: String, at moment: Moment) -> Bool {
    guard var session = byAccessToken[accessToken] else { return false }
    session.expires = min(session.expires, moment.milliseconds)
    byAccessToken[accessToken] = session
    return true
  }

  /// Ends the refresh token of a session alone.
  mutating func endRefresh(of session: Session) {
    accessTokenByRefreshToken[session.refreshToken] = nil
  }

  mutating func add(_ session: Session) {
    byAccessToken[session.accessToken] = session
    accessTokenByRefreshToken[session.refreshToken] = session.accessToken
    let owner = "\(session.userSchema)/\(session.userName)"
    accessTokensByUser[owner] = (accessTokensByUser[owner] ?? []) + [session.accessToken]
  }

  /// Ends all tokens of one session.
  mutating func end(_ session: Session) {
    byAccessToken[session.accessToken] = nil
    accessTokenByRefreshToken[session.refreshToken] = nil
    let owner = "\(session.userSchema)/\(session.userName)"
    accessTokensByUser[owner] = accessTokensByUser[owner]?.filter {
      !$0.isExactly(session.accessToken)
    }
  }

  /// How many access tokens a user has.
  func count(userSchema: String, userName: String) -> Int {
    accessTokensByUser["\(userSchema)/\(userName)"]?.count ?? 0
  }

  /// Ends what a user holds; given a moment, access tokens that are good then live on.
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
  /// The sessions as a snapshot holds them, by user in the order of their logins.
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

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotError` with the place.
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

/// What a login handed out (A19.2).
struct Session: Sendable, Hashable {
  let accessToken: String
  let macKey: String
  let refreshToken: String
  let userSchema: String
  let userName: String
  /// When the access token ends, in milliseconds since 1970.
  var expires: Int64
}

extension Moment {
  /// The time so many milliseconds later, or the last there is.
  func later(byMilliseconds span: Int64) -> Int64 {
    let (sum, overflows) = milliseconds.addingReportingOverflow(span)
    return overflows ? .max : sum
  }
}
