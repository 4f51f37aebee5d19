/// Where the credentials of a user are kept.
public protocol MKCredentialStore: Sendable {
  /// The credentials, or `nil` where there are none.
  func load() -> MKCredentials?
  /// Keeps credentials instead of any others.
  func save(_ credentials: MKCredentials)
  /// Forgets the credentials.
  func clear()
}
