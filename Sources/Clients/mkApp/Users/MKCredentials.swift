import GhostlightCore

/// The data of a user that the module stores for later logins.
///
/// The module creates it after a login with `storeUserLocaly` and passes it to the
/// ``MKCredentialStore``. It contains the password in plain text, so store it in a protected place.
/// `logout` removes it.
public struct MKCredentials: Sendable, Hashable {
  /// The email address.
  public var email: String
  /// The password.
  public var password: String
  /// The id of the last session; `nil` if there is none.
  public var sessionID: String?
  /// The user's fields as JSON text, as the server last sent them.
  public var user: String

  /// Creates the credentials of a user.
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

/// Storage for the credentials of one user.
///
/// Conform to it to store credentials in a keychain, and set it as
/// ``MKEnvironment/credentialStore``. By default the module stores them in a file of its
/// ``MKStore``. Calls can come from any thread, but changes never overlap.
public protocol MKCredentialStore: Sendable {
  /// Returns the credentials, or `nil` if none are stored.
  func load() -> MKCredentials?
  /// Stores credentials and replaces earlier ones.
  func save(_ credentials: MKCredentials)
  /// Removes the credentials.
  func clear()
}
