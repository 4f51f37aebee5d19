public import Dispatch

/// Users of Twitter.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Makes a user linked with a Twitter token; without a name, Twitter's id becomes the key.
  ///
  /// Without a Twitter token fails with `SMError` -100, at once.
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

  /// Makes a user linked with a Twitter token; without a name, Twitter's id becomes the key.
  ///
  /// - Throws: `SMError` -100 without a Twitter token, else the error of the request.
  nonisolated(nonsending) public func createUser(
    withTwitterToken token: String?, twitterSecret secret: String?, username: String? = nil,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await creating(
      "createUserWithTwitter", SocialCredentials(twitterToken: token, secret: secret),
      username: username, options: options
    ).value().dictionary
  }

  /// Links the user who is logged in with a Twitter token.
  ///
  /// Without a Twitter token fails with `SMError` -100, at once.
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

  /// Links the user who is logged in with a Twitter token.
  ///
  /// - Throws: `SMError` -100 without a Twitter token, else the error of the request.
  nonisolated(nonsending) public func linkLoggedInUser(
    withTwitterToken token: String?, twitterSecret secret: String?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "linkUserWithTwitter", SocialCredentials(twitterToken: token, secret: secret).fields,
      isSecure: true, options: options
    ).value().dictionary
  }

  /// Takes the link with Twitter from the user who is logged in.
  public func unlinkLoggedInUserFromTwitter(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try unlinking("unlinkUserFromTwitter", isSecure: true, options: options)
    }
  }

  /// Takes the link with Twitter from the user who is logged in.
  ///
  /// - Throws: the error of the request.
  nonisolated(nonsending) public func unlinkLoggedInUserFromTwitter(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws {
    _ = try await unlinking("unlinkUserFromTwitter", isSecure: true, options: options).value()
  }
}
