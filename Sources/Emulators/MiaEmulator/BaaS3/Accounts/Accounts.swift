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

  /// How many sessions there are, ended ones included.
  var sessionCount: Int { sessions.count }

  /// Lets a session end as time would, or live on from now; does nothing where there is none.
  mutating func set(_ id: String, isAlive: Bool, at moment: Moment) {
    guard var session = sessions[id] else { return }
    let lifetime = isAlive ? 0 : UserSession.lifetimeMilliseconds
    session.lastUse = moment.milliseconds - lifetime
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

extension Accounts {
  /// Users, hashed passwords and sessions.
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

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotError` with the place.
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

/// What a login opened (B6).
struct UserSession: Sendable, Hashable {
  /// How long a session lives without use: 30 days.
  static let lifetimeMilliseconds: Int64 = 30 * 24 * 3_600_000

  /// The id, which clients send as `sid`.
  let id: String
  /// Whose it is.
  let userID: String
  /// When it was used last, in milliseconds since 1970.
  var lastUse: Int64

  /// Whether it has not ended by time.
  func isAlive(at moment: Moment) -> Bool {
    // A snapshot may say any time.
    let (age, overflow) = moment.milliseconds.subtractingReportingOverflow(lastUse)
    return overflow ? lastUse > 0 : age < Self.lifetimeMilliseconds
  }
}

extension Accounts {
  /// The fields of users that clients cannot set.
  private static let ownFields = ["password", "validated"]

  /// Adds a user of checked fields (B6).
  ///
  /// - Throws: What is wrong with the fields, and that name or email are in use.
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

  /// Changes a user; another password or name ends their sessions.
  ///
  /// - Throws: What is wrong with the fields, and that name or email are in use.
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

  /// Takes out a user with everything of theirs but the items they made.
  mutating func remove(_ id: String) {
    _ = users.remove(id)
    passwords[id] = nil
    close(allOf: id)
  }

  /// The name that a body has; `nil` where it has none, or an empty one.
  ///
  /// - Throws: That it is no text.
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

  /// Whether a text is something before and something with a dot after a single `@`.
  ///
  /// - Source: assumption: the server's own test is not known.
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
  /// Salt and hash; the password itself is nowhere.
  var snapshot: JSON { ["salt": .string(salt), "hash": .string(Base64.encode(hash))] }

  /// Reads what ``snapshot`` wrote.
  ///
  /// - Throws: `SnapshotError` with the place.
  init(_ reader: SnapshotReader) throws(SnapshotError) {
    let text = try reader.member("hash")
    guard let hash = Base64.decode(try text.string()) else { throw text.error("is no base64") }
    self.init(salt: try reader.member("salt").string(), hash: hash)
  }
}
