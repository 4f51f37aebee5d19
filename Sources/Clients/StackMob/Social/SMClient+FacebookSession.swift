public import Dispatch
import GhostlightCore

/// Logging in with Facebook, and what a user of it can do then.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Logs in the user linked with a Facebook token; makes and links one if told so.
  ///
  /// Without a name, Facebook's id becomes the key of a new user.
  /// Without a Facebook token fails with `SMError` -100, at once.
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

  /// Logs in the user linked with a Facebook token; makes and links one if told so.
  ///
  /// - Throws: `SMError` -100 without a Facebook token, else the error of the request.
  nonisolated(nonsending) public func login(
    withFacebookToken token: String?, createUserIfNeeded: Bool = false,
    usernameForCreate: String? = nil, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await loggingIn(
      "facebookAccessToken", SocialCredentials(facebookToken: token),
      createUserIfNeeded: createUserIfNeeded, username: usernameForCreate, options: options
    ).value().dictionary
  }

  /// Logs in the user linked with a Facebook token.
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

  /// Posts a message as the Facebook user who is logged in.
  ///
  /// Without a message fails with `SMError` -100, at once.
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

  /// Posts a message as the Facebook user who is logged in.
  ///
  /// - Throws: `SMError` -100 without a message, else the error of the request.
  nonisolated(nonsending) public func updateFacebookStatus(
    withMessage message: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "postFacebookMessage", [FormField("message", try SocialCredentials.given(message))],
      options: options
    ).value().dictionary
  }

  /// Reads what Facebook tells of the user who is logged in.
  public func getLoggedInUserFacebookInfo(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try asking("getFacebookUserInfo", options: options)
    }
  }

  /// Reads what Facebook tells of the user who is logged in, callbacks on the main queue.
  public func getLoggedInUserFacebookInfoWith(
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getLoggedInUserFacebookInfo(onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Reads what Facebook tells of the user who is logged in.
  ///
  /// - Throws: the error of the request.
  nonisolated(nonsending) public func getLoggedInUserFacebookInfo(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking("getFacebookUserInfo", options: options).value().dictionary
  }
}
