import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

/// Methods that read and change users and their secrets, such as passwords and tokens (A5).
extension EGF2State {
  /// Stores a user with a password, and returns the user and the token for verifying the e-mail
  /// address.
  ///
  /// - Throws: A refusal if a field is invalid, or if the e-mail address is in use.
  mutating func register(
    _ fields: JSONObject, password: String, _ moment: inout Moment, within budget: WorkBudget
  ) throws(Fault) -> (user: JSONObject, verifyToken: String) {
    let user = try create(fields, of: schema.user, by: nil, &moment, within: budget)
    let userID = user["id"]?.string ?? ""
    let id = newID(of: schema.systemUser, &moment)
    let token = newToken(of: userID, MailTemplate.digits, &moment)
    let now = JSON.now(moment)
    var secrets: JSONObject = [
      "object_type": .string(schema.systemUser.name), "verify_token": .string(token),
      "id": .string(id), "created_at": now, "modified_at": now,
    ]
    Self.set(password, in: &secrets, &moment)
    store(secrets)
    let linked = try update(
      userID, with: ["system": .string(id)], by: nil, &moment, within: budget)
    return (linked, token)
  }

  /// Returns the user with exactly this e-mail address, or `nil` if there is none.
  func user(withEmail email: String) -> JSONObject? {
    let query = Query(.field(FieldPath("email"), .equals(.string(email))))
    return records[schema.user.slot].find(query).documents.map(\.document)
      .first { $0["deleted_at"] == nil }
  }

  /// Returns the user whose secret `name` equals the given token, which starts with the user's id,
  /// or `nil` if there is none.
  func user(withSecret name: String, _ token: String) -> JSONObject? {
    guard let id = Self.id(namedIn: token), let user = records[schema.user.slot][id],
      user["deleted_at"] == nil, secrets(of: user)?[name]?.string == token
    else { return nil }
    return user
  }

  func isPassword(_ password: String, of user: JSONObject) -> Bool {
    guard let secrets = secrets(of: user), let salt = secrets["salt"]?.string,
      let hash = secrets["password_hash"]?.string.flatMap(Base64.decode)
    else { return false }
    return SaltedHash(salt: salt, hash: hash).matches(password)
  }

  mutating func setPassword(
    _ password: String, of user: JSONObject, _ moment: inout Moment
  ) {
    guard var secrets = secrets(of: user) else { return }
    Self.set(password, in: &secrets, &moment)
    store(secrets)
  }

  /// Sets a secret of a user, or removes the secret if the value is `nil`.
  mutating func setSecret(_ name: String, _ value: String?, of user: JSONObject) {
    guard var secrets = secrets(of: user) else { return }
    secrets[name] = value.map(JSON.string)
    store(secrets)
  }

  /// Draws a token that consists of a user's id, a vertical bar and hexadecimal digits.
  func newToken(of userID: String, _ digits: Int, _ moment: inout Moment) -> String {
    userID + "|" + moment.draw(.hexadecimal(digits), named: "secret")
  }

  private func secrets(of user: JSONObject) -> JSONObject? {
    user["system"]?.string.flatMap { records[schema.systemUser.slot][$0] }
  }

  private static func set(
    _ password: String, in secrets: inout JSONObject, _ moment: inout Moment
  ) {
    let hashed = SaltedHash(password, salt: moment.drawSalt())
    secrets["salt"] = .string(hashed.salt)
    secrets["password_hash"] = .string(Base64.encode(hashed.hash))
  }
}
