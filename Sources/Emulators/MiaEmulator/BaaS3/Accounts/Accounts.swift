import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// The users with their passwords and sessions, which both generations share (B6).
struct Accounts: Sendable {
  /// The fields whose values are unique among users.
  static let indexed = ["email", "username"]

  var users = ItemCollection(indexing: Self.indexed)
  /// The hashed passwords, keyed by user id.
  var passwords = KeyedStore<SaltedHash>()
  private var sessions = KeyedStore<UserSession>()
  /// The ids of each user's sessions, keyed by user id, oldest first.
  private var sessionsByUser = KeyedStore<[String]>()

  init() {}

  /// Returns the id of the user who owns a session, or `nil` if the session has expired or does not
  /// exist.
  func userID(ofSession id: String, at moment: Moment) -> String? {
    guard let session = sessions[id], session.isAlive(at: moment) else { return nil }
    return session.userID
  }

  /// Returns the number of sessions of a user, including those that have expired.
  func sessionCount(of userID: String) -> Int { sessionsByUser[userID]?.count ?? 0 }

  /// Opens a session for a user, and removes expired sessions of the same user.
  mutating func open(sessionOf userID: String, _ moment: inout Moment) -> UserSession {
    let id = moment.draw(.hexadecimal(128), named: "session")
    let session = UserSession(id: id, userID: userID, lastUse: moment.milliseconds)
    for old in sessionsByUser[userID] ?? [] where sessions[old]?.isAlive(at: moment) != true {
      close(old)
    }
    add(session)
    return session
  }

  mutating func add(_ session: UserSession) {
    sessions[session.id] = session
    sessionsByUser[session.userID] = (sessionsByUser[session.userID] ?? []) + [session.id]
  }

  /// Extends the lifetime of a session from now on.
  ///
  /// An expired session stays expired.
  ///
  /// - Source: assumption: only requests that change something, and `GET /users/me`, count as a use
  ///   of the session.
  mutating func use(_ id: String?, at moment: Moment) {
    guard let id, var session = sessions[id], session.isAlive(at: moment),
      session.lastUse < moment.milliseconds
    else { return }
    session.lastUse = moment.milliseconds
    sessions[id] = session
  }

  /// The number of sessions of all users, including expired ones.
  var sessionCount: Int { sessions.count }

  /// Expires the session with the given id or, if `isAlive`, restarts its lifetime; does nothing if
  /// there is no such session.
  mutating func set(_ id: String, isAlive: Bool, at moment: Moment) {
    guard var session = sessions[id] else { return }
    let lifetime = isAlive ? 0 : UserSession.lifetimeMilliseconds
    session.lastUse = moment.milliseconds - lifetime
    sessions[id] = session
  }

  /// Ends a session, if it exists.
  mutating func close(_ id: String) {
    guard let session = sessions[id] else { return }
    sessions[id] = nil
    let others = sessionsByUser[session.userID]?.filter { $0 != id } ?? []
    sessionsByUser[session.userID] = others.isEmpty ? nil : others
  }

  mutating func close(allOf userID: String) {
    for id in sessionsByUser[userID] ?? [] { sessions[id] = nil }
    sessionsByUser[userID] = nil
  }

  /// All sessions, sorted by user id; the sessions of each user are in the order of logins.
  var allSessions: [UserSession] {
    sessionsByUser.keys.sorted().flatMap { sessionsByUser[$0] ?? [] }.compactMap { sessions[$0] }
  }
}

extension Accounts {
  var snapshot: JSON {
    var passwords = JSONObject()
    for id in self.passwords.keys.sorted() { passwords[id] = self.passwords[id]?.snapshot }
    let sessions = allSessions.map { session in
      JSON.object([
        "id": .string(session.id), "userId": .string(session.userID),
        "lastUse": .integer(session.lastUse),
      ])
    }
    return [
      "users": users.snapshot, "passwords": .object(passwords), "sessions": .array(sessions),
    ]
  }

  /// Creates the accounts from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    self.init()
    users = try ItemCollection(try reader.member("users"), indexing: Self.indexed)
    for member in try reader.member("passwords").members() {
      passwords[member.key] = try SaltedHash(member.reader)
    }
    for element in try reader.member("sessions").elements() {
      add(
        UserSession(
          id: try element.member("id").string(), userID: try element.member("userId").string(),
          lastUse: try element.member("lastUse").integer()))
    }
  }
}

/// A session, which a login opens (B6).
struct UserSession: Sendable, Hashable {
  /// The time after which an unused session expires: 30 days.
  static let lifetimeMilliseconds: Int64 = 30 * 24 * 3_600_000

  /// The session's id, which clients send as `sid`.
  let id: String
  let userID: String
  /// The time when the session was last used, in milliseconds since 1970.
  var lastUse: Int64

  /// Returns whether the session has not expired.
  func isAlive(at moment: Moment) -> Bool {
    // A snapshot may contain any time, so the difference can overflow.
    let (age, overflow) = moment.milliseconds.subtractingReportingOverflow(lastUse)
    return overflow ? lastUse > 0 : age < Self.lifetimeMilliseconds
  }
}

extension Accounts {
  /// The body fields that are not copied to the user's item.
  private static let ownFields = ["password", "validated"]

  /// Adds a user after checking the fields of the body (B6).
  ///
  /// - Throws: A refusal if a field is invalid, or if the user name or the e-mail address is in
  ///   use.
  mutating func register(
    _ body: JSONObject, id: String? = nil, by creatorID: String, _ moment: inout Moment,
    within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    guard let email = body["email"]?.string, Self.isEmail(email) else { throw .baasBadEmail }
    guard let password = body["password"]?.string, !password.isEmpty else { throw .baasNoPassword }
    let name = try Self.name(in: body) ?? email
    try checkFree(name: name, email: email, except: nil)
    var fields: JSONObject = [
      "username": .string(name), "email": .string(email), "validated": false,
    ]
    for member in body
    where !Self.ownFields.contains(member.key) && !Self.indexed.contains(member.key) {
      fields.append(member.key, member.value)
    }
    let item = try ItemCollection.item(fields, by: creatorID, within: budget)
    let id = id ?? moment.draw(.uuid, named: "user")
    let user = users.add(item, id: id, at: moment)
    passwords[id] = SaltedHash(password, salt: moment.drawSalt())
    return user
  }

  /// Changes the fields of a user.
  ///
  /// A new password or user name ends the user's sessions.
  ///
  /// - Throws: A refusal if a field is invalid, or if the user name or the e-mail address is in
  ///   use.
  mutating func change(
    _ id: String, _ body: JSONObject, by userID: String, _ moment: inout Moment,
    within budget: WorkBudget
  ) throws(Fault) -> JSONObject {
    guard let old = users[id] else { throw .baasNotFound }
    if let email = body["email"] {
      guard let text = email.string, Self.isEmail(text) else { throw .baasBadEmail }
    }
    if let password = body["password"], password.string?.isEmpty != false { throw .baasNoPassword }
    let name = try Self.name(in: body)
    try checkFree(name: name, email: body["email"]?.string, except: id)
    var fields = body
    for field in Self.ownFields { fields[field] = nil }
    if name == nil { fields["username"] = nil }
    let user = try users.update(id, fields, by: userID, at: moment, within: budget)
    if let password = body["password"]?.string {
      passwords[id] = SaltedHash(password, salt: moment.drawSalt())
    }
    if body["password"] != nil || user["username"] != old["username"] { close(allOf: id) }
    return user
  }

  /// Removes a user with the password and all sessions.
  ///
  /// Items that the user created remain.
  mutating func remove(_ id: String) {
    _ = users.remove(id)
    passwords[id] = nil
    close(allOf: id)
  }

  /// Returns the user name in a body, or `nil` if it is missing or empty.
  ///
  /// - Throws: A refusal if the value is not a string.
  private static func name(in body: JSONObject) throws(Fault) -> String? {
    switch body["username"] {
    case nil, .null?, .string("")?: return nil
    case .string(let name)?: return name
    default: throw .baasBadBody.withReason("\"username\" has to be a string")
    }
  }

  private func checkFree(name: String?, email: String?, except id: String?) throws(Fault) {
    if let name, let other = users.first("username", name), other["id"]?.string != id {
      throw .baasNameTaken
    }
    if let email, let other = users.first("email", email), other["id"]?.string != id {
      throw .baasEmailTaken
    }
  }

  /// Returns whether a string has one `@`, a nonempty part before it and a part with a dot after
  /// it.
  ///
  /// - Source: assumption: the vendor's own rule is not known.
  static func isEmail(_ text: String) -> Bool {
    let parts = text.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !text.contains(where: \.isWhitespace) else {
      return false
    }
    let labels = parts[1].split(separator: ".", omittingEmptySubsequences: false)
    return labels.count > 1 && labels.allSatisfy { !$0.isEmpty }
  }
}

extension SaltedHash {
  /// The salt and the hash; the password itself is not stored anywhere.
  var snapshot: JSON { ["salt": .string(salt), "hash": .string(Base64.encode(hash))] }

  /// Creates the hash from a ``snapshot``.
  ///
  /// - Throws: `SnapshotError` with the path of the first invalid member.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    let text = try reader.member("hash")
    guard let hash = Base64.decode(try text.string()) else {
      throw text.error("is not valid base64")
    }
    self.init(salt: try reader.member("salt").string(), hash: hash)
  }
}
