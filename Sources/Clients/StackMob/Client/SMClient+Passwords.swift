import GhostlightCore
import HTTPTypes

/// Passwords: changed, and forgotten.
///
/// - Source: protocol reference A19.7 and A19.8.
extension SMClient {
  /// Has a temporary password sent to a user's mail address.
  ///
  /// Fails with -100 without a name, with HTTP 401 where there is no such user or address.
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

  /// Has a temporary password sent to a user's mail address.
  ///
  /// - Throws: -100 without a name, HTTP 401 where there is no such user or address.
  @discardableResult
  nonisolated(nonsending) public func sendForgotPaswordEmail(
    forUser username: String?
  ) async throws -> [AnyHashable: Any] {
    try await forgotPasswordCall(username).value().json.dictionary
  }

  /// Changes the password of the user who is logged in, over https.
  ///
  /// Fails with -100 where an argument is missing, with HTTP 401 where the old password is wrong.
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

  /// Changes the password of the user who is logged in, over https.
  ///
  /// - Throws: -100 where an argument is missing, HTTP 401 where the old password is wrong.
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
