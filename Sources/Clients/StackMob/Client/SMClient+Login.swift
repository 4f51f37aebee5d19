public import Dispatch
import GhostlightCore

/// Logging in with a password, and refreshing the login.
///
/// - Source: protocol reference A19.2, A19.3 and A19.9.
extension SMClient {
  /// Logs a user in and passes the user to `onSuccess`.
  ///
  /// Fails with `SMError` -100 if an argument is missing, with -101 if the password is a temporary
  /// one, and with HTTP 401 if the password is wrong.
  public func login(
    withUsername username: String?, password: String?,
    options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    do {
      try loginCall(username, password, options: options).deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.dictionary) }, onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Logs a user in and returns the user.
  ///
  /// - Throws: `SMError` -100 if an argument is missing, `SMError` -101 if the password is a
  ///   temporary one, HTTP 401 if the password is wrong.
  nonisolated(nonsending) public func login(
    withUsername username: String?, password: String?,
    options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await loginCall(username, password, options: options).value().dictionary
  }

  /// Logs a user in with the temporary password that was sent by email, and sets a new password.
  public func login(
    withUsername username: String?, temporaryPassword: String?,
    settingNewPassword newPassword: String?, options: SMRequestOptions = SMRequestOptions(),
    successCallbackQueue: DispatchQueue? = nil, failureCallbackQueue: DispatchQueue? = nil,
    onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    do {
      let call = try loginCall(username, temporaryPassword, newPassword, options: options)
      call.deliver(
        on: successCallbackQueue, failureCallbackQueue,
        onSuccess: { onSuccess?($0.dictionary) }, onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Logs a user in with an emailed temporary password, sets a new password, and returns the user.
  ///
  /// - Throws: `SMError` -100 if an argument is missing, HTTP 401 if the temporary password is
  ///   wrong, otherwise the error of the request.
  nonisolated(nonsending) public func login(
    withUsername username: String?, temporaryPassword: String?,
    settingNewPassword newPassword: String?, options: SMRequestOptions = SMRequestOptions()
  ) async throws -> [AnyHashable: Any] {
    try await loginCall(username, temporaryPassword, newPassword, options: options)
      .value().dictionary
  }

  /// Refreshes the session now and passes the user to `onSuccess`.
  ///
  /// Fails with `SMError` -100 if there is no refresh token, with -103 while another refresh is
  /// running, and with the HTTP status if the server rejects the refresh.
  public func refreshLoginWith(onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?) {
    session.refreshToken(onSuccess: onSuccess, onFailure: onFailure)
  }

  /// Refreshes the session now and returns the user.
  ///
  /// - Throws: `SMError` -100 if there is no refresh token, `SMError` -103 while another refresh is
  ///   running, or an error with the HTTP status if the server rejects the refresh.
  nonisolated(nonsending) public func refreshLogin() async throws -> [AnyHashable: Any] {
    try await session.refreshToken()
  }

  private func loginCall(
    _ username: String?, _ password: String?, options: SMRequestOptions
  ) throws -> PendingCall<JSON> {
    guard let username, let password else {
      throw SMFailure.invalidArguments("A login needs a user name and a password.")
    }
    return try session.tokenCall(
      endpoint: "accessToken", fields: credentials(username, password), options: options)
  }

  private func loginCall(
    _ username: String?, _ password: String?, _ newPassword: String?, options: SMRequestOptions
  ) throws -> PendingCall<JSON> {
    guard let username, let password, let newPassword else {
      throw SMFailure.invalidArguments(
        "This login needs a user name, the temporary password and a new one.")
    }
    let fields = credentials(username, password) + [FormField("new_password", newPassword)]
    return try session.tokenCall(endpoint: "accessToken", fields: fields, options: options)
  }

  private func credentials(_ username: String, _ password: String) -> [FormField] {
    [FormField(userPrimaryKeyField, username), FormField(userPasswordField, password)]
  }
}
