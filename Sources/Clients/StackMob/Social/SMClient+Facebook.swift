public import Dispatch

/// Creating users with Facebook, and linking them.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Creates a user that is linked with a Facebook token.
  ///
  /// Without a name, Facebook's ID becomes the primary key.
  ///
  /// Without a Facebook token, the call fails immediately with `SMError` -100.
  public func createUser(
    withFacebookToken token: String?, username: String? = nil,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try creating(
        "createUserWithFacebook", SocialCredentials(facebookToken: token), username: username,
        options: options)
    }
  }

  /// Creates a user that is linked with a Facebook token.
  ///
  /// Without a name, Facebook's ID becomes the primary key.
  ///
  /// - Throws: `SMError` -100 without a Facebook token, otherwise the error of the request.
  nonisolated(nonsending) public func createUser(
    withFacebookToken token: String?, username: String? = nil,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await creating(
      "createUserWithFacebook", SocialCredentials(facebookToken: token), username: username,
      options: options
    ).value().dictionary
  }

  /// Creates a user that is linked with a Facebook token; the selector in the guide.
  ///
  /// Without a Facebook token, the call fails immediately with `SMError` -100.
  public func createUser(
    withFacebook token: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try creating(
        "createUserWithFacebook", SocialCredentials(facebookToken: token), username: nil,
        options: options)
    }
  }

  /// Links the logged-in user with a Facebook token.
  ///
  /// Without a Facebook token, the call fails immediately with `SMError` -100.
  public func linkLoggedInUser(
    withFacebookToken token: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try asking(
        "linkUserWithFacebook", SocialCredentials(facebookToken: token).fields, isSecure: true,
        options: options)
    }
  }

  /// Links the logged-in user with a Facebook token.
  ///
  /// - Throws: `SMError` -100 without a Facebook token, otherwise the error of the request.
  nonisolated(nonsending) public func linkLoggedInUser(
    withFacebookToken token: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "linkUserWithFacebook", SocialCredentials(facebookToken: token).fields, isSecure: true,
      options: options
    ).value().dictionary
  }

  /// Removes the logged-in user's link with Facebook.
  public func unlinkLoggedInUserFromFacebook(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try unlinking("unlinkUserFromFacebook", isSecure: true, options: options)
    }
  }

  /// Removes the logged-in user's link with Facebook.
  ///
  /// - Throws: The error of the request.
  nonisolated(nonsending) public func unlinkLoggedInUserFromFacebook(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws {
    _ = try await unlinking("unlinkUserFromFacebook", isSecure: true, options: options).value()
  }
}
