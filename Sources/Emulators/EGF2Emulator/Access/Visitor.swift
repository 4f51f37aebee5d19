import GhostlightCore
import GhostlightEmulation
import HTTPTypes

/// Who makes a request, as far as its token tells (A4).
struct Visitor: Sendable {
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
    guard rule?.isForAnybody != true else { return }
    _ = try user()
  }

  /// The id that a path's segment stands for: `me` is the caller (A4).
  func resolve(_ id: String) -> String { id == Self.me ? userID ?? id : id }

  /// What stands for the caller in paths.
  static let me = "me"

  private static let scheme = "Bearer "

  /// The token of a request: from the header, else from the query.
  static func token(of request: Request) -> String? {
    if let field = request.headers.value(of: .authorization), field.hasPrefix(scheme) {
      return String(field.dropFirst(scheme.count))
    }
    return QueryParameters(request)["token"]
  }
}
