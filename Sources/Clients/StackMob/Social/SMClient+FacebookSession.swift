public import Dispatch
import GhostlightCore

/// Logging in with Facebook, and the calls of users who are linked with a Facebook account.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Logs in the user that is linked with a Facebook account, and optionally creates the user.
  ///
  /// Without `usernameForCreate`, the Facebook ID becomes the primary key of a new user. If `token`
  /// is `nil`, the call fails immediately with `SMError` -100.
  public func login(
    withFacebookToken token: String?, createUserIfNeeded: Bool = false,
    usernameForCreate: String? = nil, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try loggingIn(
        "facebookAccessToken", SocialCredentials(facebookToken: token),
        createUserIfNeeded: createUserIfNeeded, username: usernameForCreate, options: options)
    }
  }

  /// Logs in the user that is linked with a Facebook account, and returns the user.
  ///
  /// With `createUserIfNeeded`, the user is created if it does not exist.
  ///
  /// - Throws: `SMError` -100 if `token` is `nil`, otherwise the error of the request.
  nonisolated(nonsending) public func login(
    withFacebookToken token: String?, createUserIfNeeded: Bool = false,
    usernameForCreate: String? = nil, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await loggingIn(
      "facebookAccessToken", SocialCredentials(facebookToken: token),
      createUserIfNeeded: createUserIfNeeded, username: usernameForCreate, options: options
    ).value().dictionary
  }

  /// Logs in the user that is linked with a Facebook account.
  @available(
    *, deprecated,
    message: "Use the form with createUserIfNeeded, usernameForCreate and callback queues."
  )
  public func login(
    withFacebookToken token: String?, options: SMRequestOptions,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    login(
      withFacebookToken: token, createUserIfNeeded: false, usernameForCreate: nil, options: options,
      onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Posts a message on Facebook as the logged-in user.
  ///
  /// If `message` is `nil`, the call fails immediately with `SMError` -100.
  public func updateFacebookStatus(
    withMessage message: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try asking(
        "postFacebookMessage", [FormField("message", try SocialCredentials.given(message))],
        options: options)
    }
  }

  /// Posts a message on Facebook as the logged-in user.
  ///
  /// - Throws: `SMError` -100 if `message` is `nil`, otherwise the error of the request.
  nonisolated(nonsending) public func updateFacebookStatus(
    withMessage message: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "postFacebookMessage", [FormField("message", try SocialCredentials.given(message))],
      options: options
    ).value().dictionary
  }

  /// Reads the logged-in user's Facebook profile, and passes it to `onSuccess`.
  public func getLoggedInUserFacebookInfo(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try asking("getFacebookUserInfo", options: options)
    }
  }

  /// Reads the logged-in user's Facebook profile; callbacks run on the main queue.
  public func getLoggedInUserFacebookInfoWith(
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getLoggedInUserFacebookInfo(onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Returns the logged-in user's Facebook profile.
  ///
  /// - Throws: The error of the request.
  nonisolated(nonsending) public func getLoggedInUserFacebookInfo(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking("getFacebookUserInfo", options: options).value().dictionary
  }
}
