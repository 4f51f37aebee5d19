public import Dispatch

/// Creating users with Facebook, and linking them.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Creates a user and links it with a Facebook account.
  ///
  /// Without a `username`, the Facebook ID becomes the primary key. If `token` is `nil`, the call
  /// fails immediately with `SMError` -100.
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

  /// Creates a user, links it with a Facebook account, and returns the user.
  ///
  /// Without a `username`, the Facebook ID becomes the primary key.
  ///
  /// - Throws: `SMError` -100 if `token` is `nil`, otherwise the error of the request.
  nonisolated(nonsending) public func createUser(
    withFacebookToken token: String?, username: String? = nil,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await creating(
      "createUserWithFacebook", SocialCredentials(facebookToken: token), username: username,
      options: options
    ).value().dictionary
  }

  /// Creates a user and links it with a Facebook account; the spelling in the vendor's guide.
  ///
  /// If `token` is `nil`, the call fails immediately with `SMError` -100.
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

  /// Links the logged-in user with a Facebook account.
  ///
  /// If `token` is `nil`, the call fails immediately with `SMError` -100.
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

  /// Links the logged-in user with a Facebook account, and returns the user.
  ///
  /// - Throws: `SMError` -100 if `token` is `nil`, otherwise the error of the request.
  nonisolated(nonsending) public func linkLoggedInUser(
    withFacebookToken token: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "linkUserWithFacebook", SocialCredentials(facebookToken: token).fields, isSecure: true,
      options: options
    ).value().dictionary
  }

  /// Removes the link between the logged-in user and their Facebook account.
  public func unlinkLoggedInUserFromFacebook(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try unlinking("unlinkUserFromFacebook", isSecure: true, options: options)
    }
  }

  /// Removes the link between the logged-in user and their Facebook account.
  ///
  /// - Throws: The error of the request.
  nonisolated(nonsending) public func unlinkLoggedInUserFromFacebook(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws {
    _ = try await unlinking("unlinkUserFromFacebook", isSecure: true, options: options).value()
  }
}
