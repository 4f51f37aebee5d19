public import Dispatch
import GhostlightCore

/// Logging in with Twitter, and the calls of users who are linked with a Twitter account.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Logs in the user that is linked with a Twitter account, and optionally creates the user.
  ///
  /// Without `usernameForCreate`, the Twitter ID becomes the primary key of a new user. If `token`
  /// or `secret` is `nil`, the call fails immediately with `SMError` -100.
  public func login(
    withTwitterToken token: String?, twitterSecret secret: String?,
    createUserIfNeeded: Bool = false, usernameForCreate: String? = nil,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try loggingIn(
        "twitterAccessToken", SocialCredentials(twitterToken: token, secret: secret),
        createUserIfNeeded: createUserIfNeeded, username: usernameForCreate, options: options)
    }
  }

  /// Logs in the user that is linked with a Twitter account, and returns the user.
  ///
  /// With `createUserIfNeeded`, the user is created if it does not exist.
  ///
  /// - Throws: `SMError` -100 if `token` or `secret` is `nil`, otherwise the error of the request.
  nonisolated(nonsending) public func login(
    withTwitterToken token: String?, twitterSecret secret: String?,
    createUserIfNeeded: Bool = false, usernameForCreate: String? = nil,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await loggingIn(
      "twitterAccessToken", SocialCredentials(twitterToken: token, secret: secret),
      createUserIfNeeded: createUserIfNeeded, username: usernameForCreate, options: options
    ).value().dictionary
  }

  /// Logs in the user that is linked with a Twitter account.
  @available(
    *, deprecated,
    message: "Use the form with createUserIfNeeded, usernameForCreate and callback queues."
  )
  public func login(
    withTwitterToken token: String?, twitterSecret secret: String?, options: SMRequestOptions,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    login(
      withTwitterToken: token, twitterSecret: secret, createUserIfNeeded: false,
      usernameForCreate: nil, options: options,
      onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Posts a message on Twitter as the logged-in user.
  ///
  /// If `message` is `nil`, the call fails immediately with `SMError` -100.
  public func updateTwitterStatus(
    withMessage message: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try asking(
        "twitterStatusUpdate", [FormField("tw_st", try SocialCredentials.given(message))],
        options: options
      )
    }
  }

  /// Posts a message on Twitter as the logged-in user.
  ///
  /// - Throws: `SMError` -100 if `message` is `nil`, otherwise the error of the request.
  nonisolated(nonsending) public func updateTwitterStatus(
    withMessage message: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "twitterStatusUpdate", [FormField("tw_st", try SocialCredentials.given(message))],
      options: options
    ).value().dictionary
  }

  /// Reads the logged-in user's Twitter profile, and passes it to `onSuccess`.
  public func getLoggedInUserTwitterInfo(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try asking("getTwitterUserInfo", options: options)
    }
  }

  /// Reads the logged-in user's Twitter profile; callbacks run on the main queue.
  public func getLoggedInUserTwitterInfoWith(
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getLoggedInUserTwitterInfo(onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Returns the logged-in user's Twitter profile.
  ///
  /// - Throws: The error of the request.
  nonisolated(nonsending) public func getLoggedInUserTwitterInfo(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking("getTwitterUserInfo", options: options).value().dictionary
  }
}
