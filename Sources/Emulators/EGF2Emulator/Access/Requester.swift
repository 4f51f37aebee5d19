import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// The sender of a request, as identified by its token (A4).
struct Requester: Sendable {
  /// The outcome of checking a request's token.
  enum Role: Sendable, Hashable {
    /// The request has no token.
    case anonymous
    /// The token is malformed, or its session or user no longer exists.
    case unknown
    /// The token's session has expired.
    case expired
    /// The token belongs to a valid session of this user.
    case user(String)
  }

  let standing: Role

  /// Determines the requester by the token in the header field or, if there is none, in the query.
  init(_ request: Request, _ state: EGF2State, _ moment: Moment) {
    standing =
      Self.token(of: request).map { state.role(ofToken: $0, at: moment) } ?? .anonymous
  }

  /// The user's id; `nil` if the request has no valid token.
  var userID: String? {
    guard case .user(let id) = standing else { return nil }
    return id
  }

  /// Returns the user's id.
  ///
  /// - Throws: A refusal if the request has no token, or if the token is invalid.
  func user() throws(Fault) -> String {
    switch standing {
    case .anonymous: throw .unauthorized
    case .unknown: throw .tokenNotFound
    case .expired: throw .sessionExpired
    case .user(let id): return id
    }
  }

  /// Checks whether the requester has a valid token, unless the rule admits anonymous callers.
  ///
  /// - Throws: A refusal if the request has no token, or if the token is invalid.
  func enter(_ rule: AccessRule?) throws(Fault) {
    guard rule?.allowsAnonymousByRow != true else { return }
    _ = try user()
  }

  /// Returns the object id for a path segment.
  ///
  /// The segment `me` stands for the caller's user (A4).
  func resolve(_ id: String) -> String { id == Self.me ? userID ?? id : id }

  /// The path segment that stands for the caller's user.
  static let me = "me"

  private static let scheme = "Bearer "

  /// Returns the token in the header field or, if there is none, in the query; `nil` without a
  /// token.
  static func token(of request: Request) -> String? {
    if let field = request.value(of: .authorization), field.hasPrefix(scheme) {
      return String(field.dropFirst(scheme.count))
    }
    return QueryParameters(request)["token"]
  }
}

/// Methods that find, check and open sessions by their tokens (A4).
extension EGF2State {
  /// Checks a token, and returns the outcome.
  func role(ofToken token: String, at moment: Moment) -> Requester.Role {
    guard let session = session(ofToken: token), let user = session["user"]?.string else {
      return .unknown
    }
    guard isAlive(session, at: moment) else { return .expired }
    return .user(user)
  }

  /// Returns the session of a token, or `nil` if the session or its user does not exist.
  func session(ofToken token: String) -> JSONObject? {
    guard let session = session(namedIn: token), session["token"]?.string == token else {
      return nil
    }
    return session
  }

  /// Returns the session whose id is the first part of a token, or `nil` if the session or its user
  /// does not exist.
  ///
  /// The rest of the token is not compared.
  func session(namedIn token: String) -> JSONObject? {
    guard let id = Self.id(namedIn: token), let session = records[schema.session.slot][id],
      session["deleted_at"] == nil, let user = session["user"]?.string,
      let record = record(user), record["deleted_at"] == nil
    else { return nil }
    return session
  }

  /// Returns the id of a session or user at the start of a token, before the vertical bar.
  static func id(namedIn token: String) -> String? {
    token.utf8.firstIndex(of: UInt8(ascii: "|")).map { String(token[..<$0]) }
  }

  /// Returns whether a session has not expired.
  func isAlive(_ session: JSONObject, at moment: Moment) -> Bool {
    guard let end = session["expires_at"]?.string.flatMap(ISODate.milliseconds) else {
      return false
    }
    return moment.milliseconds < end
  }

  /// Opens a new session for a user, and returns its token.
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
