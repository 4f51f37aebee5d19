import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// Users with their passwords and sessions, which both generations know (B6).
struct Accounts: Sendable {
  /// The fields of users that stand for one user only.
  static let indexed = ["email", "username"]

  /// The users, without their passwords.
  var users = ItemCollection(indexing: Self.indexed)
  /// The passwords, by the ids of their users.
  var passwords = KeyedStore<SaltedHash>()
  private var sessions = KeyedStore<UserSession>()
  /// The ids of sessions, by the ids of their users, oldest first.
  private var sessionsByUser = KeyedStore<[String]>()

  init() {}

  /// Whose a session is, unless it has ended.
  func userID(ofSession id: String, at moment: Moment) -> String? {
    guard let session = sessions[id], session.isAlive(at: moment) else { return nil }
    return session.userID
  }

  /// How many sessions of a user there are, ended ones included.
  func sessionCount(of userID: String) -> Int { sessionsByUser[userID]?.count ?? 0 }

  /// Opens a session of a user, and forgets those of theirs that have ended by time.
  mutating func open(sessionOf userID: String, _ moment: inout Moment) -> UserSession {
    let id = moment.draw(.hexadecimal(128), named: "session")
    let session = UserSession(id: id, userID: userID, lastUse: moment.milliseconds)
    for old in sessionsByUser[userID] ?? [] where sessions[old]?.isAlive(at: moment) != true {
      close(old)
    }
    add(session)
    return session
  }

  /// Takes over a session that there was.
  mutating func add(_ session: UserSession) {
    sessions[session.id] = session
    sessionsByUser[session.userID] = (sessionsByUser[session.userID] ?? []) + [session.id]
  }

  /// Lets a session live on from now; does nothing for one that has ended.
  ///
  /// - Source: assumption: only what changes something is a use, and asking who one is.
  mutating func use(_ id: String?, at moment: Moment) {
    guard let id, var session = sessions[id], session.isAlive(at: moment),
      session.lastUse < moment.milliseconds
    else { return }
    session.lastUse = moment.milliseconds
    sessions[id] = session
  }

  /// Ends a session; does nothing where there is none.
  mutating func close(_ id: String) {
    guard let session = sessions[id] else { return }
    sessions[id] = nil
    let others = sessionsByUser[session.userID]?.filter { $0 != id } ?? []
    sessionsByUser[session.userID] = others.isEmpty ? nil : others
  }

  /// Ends all sessions of a user.
  mutating func close(allOf userID: String) {
    for id in sessionsByUser[userID] ?? [] { sessions[id] = nil }
    sessionsByUser[userID] = nil
  }

  /// The sessions, by user, then in the order of the logins.
  var allSessions: [UserSession] {
    sessionsByUser.keys.sorted().flatMap { sessionsByUser[$0] ?? [] }.compactMap { sessions[$0] }
  }
}
