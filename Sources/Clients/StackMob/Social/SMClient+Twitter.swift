public import Dispatch

/// Creating users with Twitter, and linking them.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Creates a user and links it with a Twitter account.
  ///
  /// Without a `username`, the Twitter ID becomes the primary key. If `token` or `secret` is `nil`,
  /// the call fails immediately with `SMError` -100.
  public func createUser(
    withTwitterToken token: String?, twitterSecret secret: String?, username: String? = nil,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try creating(
        "createUserWithTwitter", SocialCredentials(twitterToken: token, secret: secret),
        username: username, options: options)
    }
  }

  /// Creates a user, links it with a Twitter account, and returns the user.
  ///
  /// Without a `username`, the Twitter ID becomes the primary key.
  ///
  /// - Throws: `SMError` -100 if `token` or `secret` is `nil`, otherwise the error of the request.
  nonisolated(nonsending) public func createUser(
    withTwitterToken token: String?, twitterSecret secret: String?, username: String? = nil,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await creating(
      "createUserWithTwitter", SocialCredentials(twitterToken: token, secret: secret),
      username: username, options: options
    ).value().dictionary
  }

  /// Links the logged-in user with a Twitter account.
  ///
  /// If `token` or `secret` is `nil`, the call fails immediately with `SMError` -100.
  public func linkLoggedInUser(
    withTwitterToken token: String?, twitterSecret secret: String?,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try asking(
        "linkUserWithTwitter", SocialCredentials(twitterToken: token, secret: secret).fields,
        isSecure: true, options: options)
    }
  }

  /// Links the logged-in user with a Twitter account, and returns the user.
  ///
  /// - Throws: `SMError` -100 if `token` or `secret` is `nil`, otherwise the error of the request.
  nonisolated(nonsending) public func linkLoggedInUser(
    withTwitterToken token: String?, twitterSecret secret: String?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "linkUserWithTwitter", SocialCredentials(twitterToken: token, secret: secret).fields,
      isSecure: true, options: options
    ).value().dictionary
  }

  /// Removes the link between the logged-in user and their Twitter account.
  public func unlinkLoggedInUserFromTwitter(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try unlinking("unlinkUserFromTwitter", isSecure: true, options: options)
    }
  }

  /// Removes the link between the logged-in user and their Twitter account.
  ///
  /// - Throws: The error of the request.
  nonisolated(nonsending) public func unlinkLoggedInUserFromTwitter(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws {
    _ = try await unlinking("unlinkUserFromTwitter", isSecure: true, options: options).value()
  }
}
