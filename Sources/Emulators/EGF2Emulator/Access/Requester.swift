import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Who makes a request, as far as its token tells (A4).
struct Requester: Sendable {
  /// What a request's token is worth.
  enum Standing: Sendable, Hashable {
    /// There is no token.
    case anonymous
    /// The token is malformed, of an ended session, or of a user that is gone.
    case unknown
    /// The session has ended by time.
    case expired
    /// The token is that of a user's session.
    case user(String)
  }

  let standing: Standing

  /// Finds out who makes a request: the header first, then the query.
  init(_ request: Request, _ state: EGF2State, _ moment: Moment) {
    standing =
      Self.token(of: request).map { state.standing(ofToken: $0, at: moment) } ?? .anonymous
  }

  /// The user's id; `nil` for everybody without a valid token.
  var userID: String? {
    guard case .user(let id) = standing else { return nil }
    return id
  }

  /// The user's id.
  ///
  /// - Throws: What is wrong with the token.
  func user() throws(Fault) -> String {
    switch standing {
    case .anonymous: throw .unauthorized
    case .unknown: throw .tokenNotFound
    case .expired: throw .sessionExpired
    case .user(let id): return id
    }
  }

  /// Lets go on whoever a rule may hold for.
  ///
  /// - Throws: What is wrong with the token, unless the rule is for anybody.
  func enter(_ rule: AccessRule?) throws(Fault) {
    guard rule?.allowsAnonymousByRow != true else { return }
    _ = try user()
  }

  /// The id that a path's segment stands for: `me` is the caller (A4).
  func resolve(_ id: String) -> String { id == Self.me ? userID ?? id : id }

  /// What stands for the caller in paths.
  static let me = "me"

  private static let scheme = "Bearer "

  /// The token of a request: from the header, else from the query.
  static func token(of request: Request) -> String? {
    if let field = request.value(of: .authorization), field.hasPrefix(scheme) {
      return String(field.dropFirst(scheme.count))
    }
    return QueryParameters(request)["token"]
  }
}

/// Sessions and their tokens (A4).
extension EGF2State {
  /// What a token is worth.
  func standing(ofToken token: String, at moment: Moment) -> Requester.Standing {
    guard let session = session(ofToken: token), let user = session["user"]?.string else {
      return .unknown
    }
    guard isAlive(session, at: moment) else { return .expired }
    return .user(user)
  }

  /// The session of a token, of a user that exists.
  func session(ofToken token: String) -> JSONObject? {
    guard let session = session(namedIn: token), session["token"]?.string == token else {
      return nil
    }
    return session
  }

  /// The session that the first part of a token names, of a user that exists; the rest of the token
  /// may be another.
  func session(namedIn token: String) -> JSONObject? {
    guard let id = Self.id(namedIn: token), let session = records[schema.session.slot][id],
      session["deleted_at"] == nil, let user = session["user"]?.string,
      let record = record(user), record["deleted_at"] == nil
    else { return nil }
    return session
  }

  /// The id that every token begins with, up to the bar: a session's, or a user's.
  static func id(namedIn token: String) -> String? {
    token.utf8.firstIndex(of: UInt8(ascii: "|")).map { String(token[..<$0]) }
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
    let now = JSON.now(moment)
    let id = newID(of: schema.session, &moment)
    let token = id + "|" + moment.draw(.hexadecimal(24), named: "token")
    let end = moment.milliseconds + configuration.sessionSeconds * 1000
    store([
      "object_type": .string(schema.session.name), "user": .string(userID),
      "token": .string(token), "expires_at": .string(ISODate.format(milliseconds: end)),
      "id": .string(id), "created_at": now, "modified_at": now,
    ])
    return token
  }
}
