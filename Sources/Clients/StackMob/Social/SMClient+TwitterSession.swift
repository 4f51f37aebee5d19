public import Dispatch
import GhostlightCore

/// Logging in with Twitter, and the calls of a user who is linked with it.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Logs in the user that is linked with a Twitter token, and optionally creates the user.
  ///
  /// Without a name, Twitter's ID becomes the primary key of a new user. Without a Twitter token,
  /// the call fails immediately with `SMError` -100.
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

  /// Logs in the user that is linked with a Twitter token, and optionally creates the user.
  ///
  /// - Throws: `SMError` -100 without a Twitter token, otherwise the error of the request.
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

  /// Logs in the user that is linked with a Twitter token.
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
  /// Without a message, the call fails immediately with `SMError` -100.
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
  /// - Throws: `SMError` -100 without a message, otherwise the error of the request.
  nonisolated(nonsending) public func updateTwitterStatus(
    withMessage message: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "twitterStatusUpdate", [FormField("tw_st", try SocialCredentials.given(message))],
      options: options
    ).value().dictionary
  }

  /// Gets Twitter's information about the logged-in user.
  public func getLoggedInUserTwitterInfo(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try asking("getTwitterUserInfo", options: options)
    }
  }

  /// Gets Twitter's information about the logged-in user; callbacks run on the main queue.
  public func getLoggedInUserTwitterInfoWith(
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getLoggedInUserTwitterInfo(onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Returns Twitter's information about the logged-in user.
  ///
  /// - Throws: The error of the request.
  nonisolated(nonsending) public func getLoggedInUserTwitterInfo(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking("getTwitterUserInfo", options: options).value().dictionary
  }
}
