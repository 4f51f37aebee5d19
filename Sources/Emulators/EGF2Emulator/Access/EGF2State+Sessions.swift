import GhostlightCore
import GhostlightEmulation

/// Sessions and their tokens (A4).
extension EGF2State {
  /// What a token is worth.
  func standing(ofToken token: String, at moment: Moment) -> Visitor.Standing {
    guard let session = session(ofToken: token), let user = session["user"]?.string,
      session["token"]?.string == token
    else { return .unknown }
    guard isAlive(session, at: moment) else { return .expired }
    return .user(user)
  }

  /// The session that the first part of a token names, of a user that exists; the rest of the token
  /// may be another.
  func session(ofToken token: String) -> JSONObject? {
    guard let bar = token.utf8.firstIndex(of: UInt8(ascii: "|")),
      let session = records[schema.session.slot][String(token[..<bar])],
      session["deleted_at"] == nil, let user = session["user"]?.string,
      let record = record(user), record["deleted_at"] == nil
    else { return nil }
    return session
  }

  /// Whether a session has not ended by time.
  func isAlive(_ session: JSONObject, at moment: Moment) -> Bool {
    guard let end = session["expires_at"]?.string.flatMap(ISODate.milliseconds) else {
      return false
    }
    return moment.milliseconds < end
  }

  /// Opens one more session of a user and answers its token.
  mutating func openSession(of userID: String, _ moment: inout Moment) -> String {
    let now = ISODate.format(milliseconds: moment.milliseconds)
    let id = newID(of: schema.session, &moment)
    let token = id + "|" + moment.draw(.hexadecimal(24), named: "token")
    let end = moment.milliseconds + configuration.sessionSeconds * 1000
    store([
      "object_type": .string(schema.session.name), "user": .string(userID),
      "token": .string(token), "expires_at": .string(ISODate.format(milliseconds: end)),
      "id": .string(id), "created_at": .string(now), "modified_at": .string(now),
    ])
    return token
  }
}
