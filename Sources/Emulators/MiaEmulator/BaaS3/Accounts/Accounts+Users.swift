import GhostlightCore
import GhostlightEmulation
import GhostlightSigning

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
    default: throw .baasBadBody.because("\"username\" has to be a string")
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
