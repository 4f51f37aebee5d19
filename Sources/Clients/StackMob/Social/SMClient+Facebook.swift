public import Dispatch

/// Users of Facebook.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Makes a user linked with a Facebook token; without a name, Facebook's id becomes the key.
  ///
  /// Without a Facebook token fails with `SMError` -100, at once.
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

  /// Makes a user linked with a Facebook token; without a name, Facebook's id becomes the key.
  ///
  /// - Throws: `SMError` -100 without a Facebook token, else the error of the request.
  nonisolated(nonsending) public func createUser(
    withFacebookToken token: String?, username: String? = nil,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await creating(
      "createUserWithFacebook", SocialCredentials(facebookToken: token), username: username,
      options: options
    ).value().dictionary
  }

  /// Makes a user linked with a Facebook token, by the selector that the guide writes.
  ///
  /// Without a Facebook token fails with `SMError` -100, at once.
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

  /// Links the user who is logged in with a Facebook token.
  ///
  /// Without a Facebook token fails with `SMError` -100, at once.
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

  /// Links the user who is logged in with a Facebook token.
  ///
  /// - Throws: `SMError` -100 without a Facebook token, else the error of the request.
  nonisolated(nonsending) public func linkLoggedInUser(
    withFacebookToken token: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "linkUserWithFacebook", SocialCredentials(facebookToken: token).fields, isSecure: true,
      options: options
    ).value().dictionary
  }

  /// Takes the link with Facebook from the user who is logged in.
  public func unlinkLoggedInUserFromFacebook(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try unlinking("unlinkUserFromFacebook", isSecure: true, options: options)
    }
  }

  /// Takes the link with Facebook from the user who is logged in.
  ///
  /// - Throws: the error of the request.
  nonisolated(nonsending) public func unlinkLoggedInUserFromFacebook(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws {
    _ = try await unlinking("unlinkUserFromFacebook", isSecure: true, options: options).value()
  }
}
