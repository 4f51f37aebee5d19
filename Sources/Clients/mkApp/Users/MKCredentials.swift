import GhostlightCore

/// A user's credentials, as the module stores them for later logins.
///
/// The module creates them after a login with `storeUserLocaly` and passes them to the
/// ``MKCredentialStore``. They contain the password in plain text, so store them in a protected
/// place. `logout` removes them.
public struct MKCredentials: Sendable, Hashable {
  /// The email address with which the user logs in.
  public var email: String
  /// The user's password in plain text.
  public var password: String
  /// The id of the user's last session; `nil` if there is none.
  public var sessionID: String?
  /// The user's fields as the server last sent them, as a JSON string.
  public var user: String

  /// Creates credentials; normally only a credential store that loads them does this.
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

/// A store for the credentials of one user.
///
/// Conform to this protocol to keep credentials in a keychain, and set
/// ``MKEnvironment/credentialStore``. By default they are in a file of the instance's ``MKStore``.
/// The methods can be called from any thread, but changes never overlap.
public protocol MKCredentialStore: Sendable {
  /// Returns the stored credentials, or `nil` if there are none.
  func load() -> MKCredentials?
  /// Stores credentials and replaces those that were stored before.
  func save(_ credentials: MKCredentials)
  /// Removes the stored credentials.
  func clear()
}
