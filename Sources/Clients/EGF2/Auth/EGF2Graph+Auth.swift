public import Foundation
import GhostlightCore
import HTTPTypes

/// Who is logged in.
///
/// - Source: protocol reference B5.
extension EGF2Graph {
  /// Registers a new user, who is logged in then.
  ///
  /// Tells `(true, nil)`.
  public func register(
    withFirstName firstName: String, lastName: String, email: String, dateOfBirth: Date,
    password: String, completion: @escaping Completion
  ) {
    registerCall(firstName, lastName, email, dateOfBirth, password).deliverEntry(to: completion)
  }

  /// Logs in an existing user.
  ///
  /// Tells `(true, nil)`. The cache stays as it is.
  public func login(
    withEmail email: String, password: String, completion: @escaping Completion
  ) {
    loginCall(email, password).deliverEntry(to: completion)
  }

  /// Logs out and forgets token, user, objects and edges, even if the server could not do it.
  public func logout(withCompletion completion: @escaping Completion) {
    logoutCall.deliver(to: completion)
  }

  /// Changes the password of the logged-in user.
  public func change(
    oldPassword: String, withNewPassword newPassword: String, completion: @escaping Completion
  ) {
    changeCall(oldPassword, newPassword).deliver(to: completion)
  }

  /// Lets the server send a mail with a token for ``resetPassword(withToken:newPassword:completion:)``.
  public func restorePassword(withEmail email: String, completion: @escaping Completion) {
    restoreCall(email).deliver(to: completion)
  }

  /// Sets a new password with the token of a mail; nobody needs to be logged in.
  public func resetPassword(
    withToken token: String, newPassword: String, completion: @escaping Completion
  ) {
    resetCall(token, newPassword).deliver(to: completion)
  }

  /// Tells the server that a mail has reached its user, by the token in it.
  public func verifyEmail(withToken token: String, completion: @escaping Completion) {
    verifyCall(token).deliver(to: completion)
  }

  /// Lets the server send the mail with the token for verifying once more.
  ///
  /// - Source: protocol reference B17.
  public func resendEmailVerification(withCompletion completion: @escaping Completion) {
    resendCall.deliver(to: completion)
  }
}
