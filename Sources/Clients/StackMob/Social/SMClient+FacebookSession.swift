public import Dispatch
import GhostlightCore

/// Logging in with Facebook, and the calls of a user who is linked with it.
///
/// - Source: protocol reference B2 and A20.
extension SMClient {
  /// Logs in the user that is linked with a Facebook token, and optionally creates the user.
  ///
  /// Without a name, Facebook's ID becomes the primary key of a new user. Without a Facebook token,
  /// the call fails immediately with `SMError` -100.
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

  /// Logs in the user that is linked with a Facebook token, and optionally creates the user.
  ///
  /// - Throws: `SMError` -100 without a Facebook token, otherwise the error of the request.
  nonisolated(nonsending) public func login(
    withFacebookToken token: String?, createUserIfNeeded: Bool = false,
    usernameForCreate: String? = nil, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await loggingIn(
      "facebookAccessToken", SocialCredentials(facebookToken: token),
      createUserIfNeeded: createUserIfNeeded, username: usernameForCreate, options: options
    ).value().dictionary
  }

  /// Logs in the user that is linked with a Facebook token.
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
  /// Without a message, the call fails immediately with `SMError` -100.
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
  /// - Throws: `SMError` -100 without a message, otherwise the error of the request.
  nonisolated(nonsending) public func updateFacebookStatus(
    withMessage message: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking(
      "postFacebookMessage", [FormField("message", try SocialCredentials.given(message))],
      options: options
    ).value().dictionary
  }

  /// Gets Facebook's information about the logged-in user.
  public func getLoggedInUserFacebookInfo(
    with options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(on: successCallbackQueue, failureCallbackQueue, onSuccess, onFailure) {
      try asking("getFacebookUserInfo", options: options)
    }
  }

  /// Gets Facebook's information about the logged-in user; callbacks run on the main queue.
  public func getLoggedInUserFacebookInfoWith(
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    getLoggedInUserFacebookInfo(onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Returns Facebook's information about the logged-in user.
  ///
  /// - Throws: The error of the request.
  nonisolated(nonsending) public func getLoggedInUserFacebookInfo(
    with options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await asking("getFacebookUserInfo", options: options).value().dictionary
  }
}
