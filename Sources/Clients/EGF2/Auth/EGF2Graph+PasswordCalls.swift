import GhostlightCore
import HTTPTypes

extension EGF2Graph {
  /// Changing the password.
  func changeCall(_ oldPassword: String, _ newPassword: String) -> PendingCall<Done> {
    plainCall(
      CallDraft(.post, "change_password").sending([
        "old_password": .string(oldPassword), "new_password": .string(newPassword),
      ]))
  }

  /// Asking for the mail of those who have forgotten their password.
  func restoreCall(_ email: String) -> PendingCall<Done> {
    plainCall(CallDraft(.get, "forgot_password").asking("email", email))
  }

  /// Setting a new password with the token of that mail.
  func resetCall(_ token: String, _ newPassword: String) -> PendingCall<Done> {
    plainCall(
      CallDraft(.post, "reset_password").sending([
        "reset_token": .string(token), "new_password": .string(newPassword),
      ]))
  }

  /// Verifying an address with the token of the first mail.
  func verifyCall(_ token: String) -> PendingCall<Done> {
    plainCall(CallDraft(.get, "verify_email").asking("token", token))
  }

  /// Asking for the first mail once more.
  var resendCall: PendingCall<Done> { plainCall(CallDraft(.post, "resend_email_verification")) }
}
