import GhostlightCore

/// What is kept of a user for later logins.
public struct MKCredentials: Sendable, Hashable {
  /// The email address.
  public var email: String
  /// The password.
  public var password: String
  /// The id of the last session.
  public var sessionID: String?
  /// The user's fields as JSON text, as the server last told them.
  public var user: String

  /// Credentials of a user.
  public init(email: String, password: String, sessionID: String?, user: String) {
    self.email = email
    self.password = password
    self.sessionID = sessionID
    self.user = user
  }
}

extension MKCredentials {
  var json: JSON {
    [
      "email": .string(email), "password": .string(password),
      "sid": sessionID.map(JSON.string) ?? .null, "user": .string(user),
    ]
  }

  init?(_ json: JSON) {
    guard let email = json["email"]?.string, let password = json["password"]?.string else {
      return nil
    }
    self.init(
      email: email, password: password, sessionID: json["sid"]?.string,
      user: json["user"]?.string ?? "{}")
  }
}

/// Where the credentials of a user are kept.
public protocol MKCredentialStore: Sendable {
  /// The credentials, or `nil` where there are none.
  func load() -> MKCredentials?
  /// Keeps credentials instead of any others.
  func save(_ credentials: MKCredentials)
  /// Forgets the credentials.
  func clear()
}
