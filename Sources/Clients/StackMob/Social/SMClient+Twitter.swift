public import Dispatch

/// Creating users with Twitter, and linking them.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Creates a user that is linked with a Twitter token.
  ///
  /// Without a name, Twitter's ID becomes the primary key.
  ///
  /// Without a Twitter token, the call fails immediately with `SMError` -100.
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

  /// Creates a user that is linked with a Twitter token.
  ///
  /// Without a name, Twitter's ID becomes the primary key.
  ///
  /// - Throws: `SMError` -100 without a Twitter token, otherwise the error of the request.
  nonisolated(nonsending) public func createUser(
    withTwitterToken token: String?, twitterSecret secret: String?, username: String? = nil,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await creating(
      "createUserWithTwitter", SocialCredentials(twitterToken: token, secret: secret),
      username: username, options: options
    ).value().dictionary
  }

  /// Links the logged-in user with a Twitter token.
  ///
  /// Without a Twitter token, the call fails immediately with `SMError` -100.
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

  /// Links the logged-in user with a Twitter token.
  ///
  /// - Throws: `SMError` -100 without a Twitter token, otherwise the error of the request.
  nonisolated(nonsending) public func linkLoggedInUser(
    withTwitterToken token: String?, twitterSecret secret: String?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "linkUserWithTwitter", SocialCredentials(twitterToken: token, secret: secret).fields,
      isSecure: true, options: options
    ).value().dictionary
  }

  /// Removes the logged-in user's link with Twitter.
  public func unlinkLoggedInUserFromTwitter(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try unlinking("unlinkUserFromTwitter", isSecure: true, options: options)
    }
  }

  /// Removes the logged-in user's link with Twitter.
  ///
  /// - Throws: The error of the request.
  nonisolated(nonsending) public func unlinkLoggedInUserFromTwitter(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws {
    _ = try await unlinking("unlinkUserFromTwitter", isSecure: true, options: options).value()
  }
}
