import GhostlightCore
import HTTPTypes

/// Changing a password, and requesting a temporary one.
///
/// - Source: protocol reference A19.7 and A19.8.
extension SMClient {
  /// Requests an email with a temporary password for a user.
  ///
  /// The spelling `Pasword` is the vendor's. Fails with `SMError` -100 without a user name, and
  /// with HTTP 401 if the user does not exist or has no email address.
  public func sendForgotPaswordEmail(
    forUser username: String?, onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    do {
      try forgotPasswordCall(username).deliver(
        on: nil, nil, onSuccess: { onSuccess?($0.json.dictionary) }, onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Requests an email with a temporary password for a user.
  ///
  /// - Throws: `SMError` -100 without a user name, HTTP 401 if the user does not exist or has no
  ///   email address.
  @discardableResult
  nonisolated(nonsending) public func sendForgotPaswordEmail(
    forUser username: String?
  ) async throws -> [AnyHashable: Any] {
    try await forgotPasswordCall(username).value().json.dictionary
  }

  /// Changes the password of the logged-in user, over https.
  ///
  /// Fails with `SMError` -100 if an argument is missing, and with HTTP 401 if the old password is
  /// wrong.
  public func changeLoggedInUserPassword(
    from oldPassword: String?, to newPassword: String?, onSuccess: SMResultSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    do {
      try changePasswordCall(oldPassword, newPassword).deliver(
        on: nil, nil, onSuccess: { onSuccess?($0.json.dictionary) }, onFailure: onFailure)
    } catch {
      onFailure?(error)
    }
  }

  /// Changes the password of the logged-in user, over https.
  ///
  /// - Throws: `SMError` -100 if an argument is missing, HTTP 401 if the old password is wrong.
  @discardableResult
  nonisolated(nonsending) public func changeLoggedInUserPassword(
    from oldPassword: String?, to newPassword: String?
  ) async throws -> [AnyHashable: Any] {
    try await changePasswordCall(oldPassword, newPassword).value().json.dictionary
  }

  private func forgotPasswordCall(_ username: String?) throws -> PendingCall<Exchange> {
    guard let username else {
      throw SMFailure.invalidArguments("A forgotten password needs a user name.")
    }
    let draft = RequestDraft.json(
      .post, userPath("forgotPassword"), ["username": .string(username)])
    return try session.call(draft, options: SMRequestOptions())
  }

  private func changePasswordCall(
    _ oldPassword: String?, _ newPassword: String?
  ) throws -> PendingCall<Exchange> {
    guard let oldPassword, let newPassword else {
      throw SMFailure.invalidArguments("A change of password needs the old one and a new one.")
    }
    let body: JSON = [
      "old": ["password": .string(oldPassword)], "new": ["password": .string(newPassword)],
    ]
    let draft = RequestDraft.json(.post, userPath("resetPassword"), body, isSecure: true)
    return try session.call(draft, options: SMRequestOptions())
  }
}
