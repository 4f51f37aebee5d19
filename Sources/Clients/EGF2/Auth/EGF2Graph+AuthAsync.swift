public import Foundation

/// Who is logged in, for asynchronous functions.
extension EGF2Graph {
  /// Registers a new user, who is logged in then.
  public nonisolated(nonsending) func register(
    withFirstName firstName: String, lastName: String, email: String, dateOfBirth: Date,
    password: String
  ) async throws {
    _ = try await registerCall(firstName, lastName, email, dateOfBirth, password).value()
  }

  /// Logs in an existing user; the cache stays as it is.
  public nonisolated(nonsending) func login(
    withEmail email: String, password: String
  ) async throws {
    _ = try await loginCall(email, password).value()
  }

  /// Logs out and forgets everything, even if the server could not do it and this throws.
  public nonisolated(nonsending) func logout() async throws { try await logoutCall.value() }

  /// Changes the password of the logged-in user.
  public nonisolated(nonsending) func change(
    oldPassword: String, withNewPassword newPassword: String
  ) async throws {
    try await changeCall(oldPassword, newPassword).value()
  }

  /// Lets the server send a mail with a token for ``resetPassword(withToken:newPassword:)``.
  public nonisolated(nonsending) func restorePassword(withEmail email: String) async throws {
    try await restoreCall(email).value()
  }

  /// Sets a new password with the token of a mail; nobody needs to be logged in.
  public nonisolated(nonsending) func resetPassword(
    withToken token: String, newPassword: String
  ) async throws {
    try await resetCall(token, newPassword).value()
  }

  /// Tells the server that a mail has reached its user, by the token in it.
  public nonisolated(nonsending) func verifyEmail(withToken token: String) async throws {
    try await verifyCall(token).value()
  }

  /// Lets the server send the mail with the token for verifying once more.
  public nonisolated(nonsending) func resendEmailVerification() async throws {
    try await resendCall.value()
  }
}
