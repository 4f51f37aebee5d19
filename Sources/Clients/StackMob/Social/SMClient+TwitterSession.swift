public import Dispatch
import GhostlightCore

/// Logging in with Twitter, and what a user of it can do then.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Logs in the user linked with a Twitter token; makes and links one if told so.
  ///
  /// Without a name, Twitter's id becomes the key of a new user.
  /// Without a Twitter token fails with `SMError` -100, at once.
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

  /// Logs in the user linked with a Twitter token; makes and links one if told so.
  ///
  /// - Throws: `SMError` -100 without a Twitter token, else the error of the request.
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

  /// Logs in the user linked with a Twitter token.
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

  /// Posts a message as the Twitter user who is logged in.
  ///
  /// Without a message fails with `SMError` -100, at once.
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

  /// Posts a message as the Twitter user who is logged in.
  ///
  /// - Throws: `SMError` -100 without a message, else the error of the request.
  nonisolated(nonsending) public func updateTwitterStatus(
    withMessage message: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "twitterStatusUpdate", [FormField("tw_st", try SocialCredentials.given(message))],
      options: options
    ).value().dictionary
  }

  /// Reads what Twitter tells of the user who is logged in.
  public func getLoggedInUserTwitterInfo(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try asking("getTwitterUserInfo", options: options)
    }
  }

  /// Reads what Twitter tells of the user who is logged in, callbacks on the main queue.
  public func getLoggedInUserTwitterInfoWith(
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getLoggedInUserTwitterInfo(onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Reads what Twitter tells of the user who is logged in.
  ///
  /// - Throws: the error of the request.
  nonisolated(nonsending) public func getLoggedInUserTwitterInfo(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking("getTwitterUserInfo", options: options).value().dictionary
  }
}
