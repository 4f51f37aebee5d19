/// Who signed in.
public final class MSUserInformation: Sendable {
  /// The id of the user's account.
  public let accountId: String
  /// The token for the app's own services.
  public let accessToken: String?
  /// The token that says who the user is.
  public let idToken: String?

  /// Describes a user.
  public init(accountId: String, accessToken: String? = nil, idToken: String? = nil) {
    self.accountId = accountId
    self.accessToken = accessToken
    self.idToken = idToken
  }
}
