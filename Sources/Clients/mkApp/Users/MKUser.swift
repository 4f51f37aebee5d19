import GhostlightCore
import HTTPTypes
import Synchronization

/// A user of the backend.
///
/// To register a new user, save it. Use the static methods to log in, to restore the session of an
/// earlier run, and to request emails. After a login, ``MKAppInstance/getLoggedUser()`` returns the
/// user and every request contains the session.
///
/// ```swift
/// import mkApp
///
/// let user = try await MKUser.logInWithEmail(
///   "mario@example.com", password: "secret", storeUserLocaly: true)
/// print(user.userName ?? "-")
/// try await user.logout()
/// ```
///
/// - Source: protocol reference C4, B6.
public final class MKUser: MKCollection {
  /// Creates a new user, which is registered when it is saved.
  ///
  /// The result is never `nil`.
  nonisolated public convenience init?() { self.init(in: .current) }

  /// Creates a new user; `name` must be the collection of users, `users`.
  nonisolated public required init?(name: String) { super.init(name: name) }

  nonisolated init(in instance: MKAppInstance) { super.init(of: "users", in: instance) }

  /// The name that the user has chosen; `nil` if it is not set.
  nonisolated public var userName: String? { object(forKey: "username") as? String }
  /// The user's email address; `nil` if it is not set.
  nonisolated public var email: String? { object(forKey: "email") as? String }
  /// Whether the user has confirmed the email address, according to the server.
  nonisolated public var validated: Bool { object(forKey: "validated") as? Bool ?? false }
  /// The URL of the user's Gravatar picture; `nil` if the server has not sent one.
  nonisolated public var gravatarUrlString: String? { object(forKey: "gravatar") as? String }

  nonisolated override var savingDraft: RequestDraft { RequestDraft(.post, path) }

  nonisolated override func sendSave() async throws(MKError) {
    if isTransient { try checkRegistration() }
    try await super.sendSave()
    // The server never sends the password back, so it is removed from memory once it was sent.
    state.withLock { state in
      if state.changes["password"] == nil { state.values["password"] = nil }
    }
  }

  nonisolated private func checkRegistration() throws(MKError) {
    guard let email, !email.isEmpty else {
      throw MKError(.invalidParams, message: "The user has no email; set \"email\".")
    }
    guard email.contains("@") else {
      throw MKError(.malformedEmail, message: "\"\(email)\" is not an email address.")
    }
    guard let password = object(forKey: "password") as? String, !password.isEmpty else {
      throw MKError(.invalidParams, message: "The user has no password; set \"password\".")
    }
  }
}

nonisolated extension MKUser {
  /// Logs the user out and removes the stored credentials, even if the request fails.
  ///
  /// Blocks the calling thread until the server has responded.
  ///
  /// - Throws: An ``MKError`` if the request fails.
  /// - Source: protocol reference C4.
  public func logout() throws {
    try instance.wait { () throws(MKError) in try await self.instance.logOut() }
  }

  /// Logs the user out and removes the stored credentials, even if the request fails.
  ///
  /// - Throws: An ``MKError`` if the request fails.
  /// - Source: protocol reference C4.
  public func logout() async throws { try await instance.logOut() }

  /// Requests, in the background, an email to the user for choosing a new password.
  ///
  /// The block gets `nil` after success, otherwise the error.
  public static func restoreLostPassword(
    forUserEmail email: String,
    inBackgroundWithBlock block: @escaping ((any Error)?) -> Void
  ) {
    let instance = MKAppInstance.current
    instance.deliver { () throws(MKError) in
      try await instance.mail("forgot", to: email)
    } to: {
      block($0.error)
    }
  }

  /// Requests an email to the user for choosing a new password.
  ///
  /// - Throws: An ``MKError`` if the server rejects the request or the network fails.
  /// - Source: protocol reference C4.
  public static func restoreLostPassword(forUserEmail email: String) async throws {
    try await MKAppInstance.current.mail("forgot", to: email)
  }

  /// Requests, in the background, another email to the user for confirming the email address.
  ///
  /// The block gets `nil` after success, otherwise the error.
  public static func resendVerificationEmail(
    _ email: String, inBackgroundWithBlock block: @escaping ((any Error)?) -> Void
  ) {
    let instance = MKAppInstance.current
    instance.deliver { () throws(MKError) in
      try await instance.mail("resend", to: email)
    } to: {
      block($0.error)
    }
  }

  /// Requests another email to the user for confirming the email address.
  ///
  /// - Throws: An ``MKError`` if the server rejects the request or the network fails.
  /// - Source: protocol reference C4.
  public static func resendVerificationEmail(_ email: String) async throws {
    try await MKAppInstance.current.mail("resend", to: email)
  }
}

nonisolated extension MKUser {
  /// Logs in a user in the background, then calls the block with the user or the error.
  ///
  /// If `storeUserLocaly` is `true`, the credentials are stored for later logins. Credentials of an
  /// earlier login are removed in both cases.
  public static func logInWithEmail(
    inBackground email: String, password: String, storeUserLocaly: Bool,
    block: @escaping (MKUser?, (any Error)?) -> Void
  ) {
    let instance = MKAppInstance.current
    instance.deliver { () throws(MKError) in
      try await instance.logIn(email, password, isKept: storeUserLocaly)
    } to: {
      block($0.value, $0.error)
    }
  }

  /// Logs in a user in the background without storing credentials, then calls the block with the
  /// user or the error.
  public static func logInWithEmail(
    inBackground email: String, password: String,
    block: @escaping (MKUser?, (any Error)?) -> Void
  ) {
    logInWithEmail(inBackground: email, password: password, storeUserLocaly: false, block: block)
  }

  /// Logs in a user, and returns the user.
  ///
  /// If `storeUserLocaly` is `true`, the credentials are stored for later logins.
  ///
  /// - Throws: An ``MKError`` if the server rejects the login or the network fails.
  /// - Source: protocol reference C4.
  public static func logInWithEmail(
    _ email: String, password: String, storeUserLocaly: Bool = false
  ) async throws -> MKUser {
    try await MKAppInstance.current.logIn(email, password, isKept: storeUserLocaly)
  }

  /// Restores the session of the user whose credentials are stored, in the background.
  ///
  /// The block gets three arguments: the user, or `nil` if no credentials are stored or the server
  /// rejects them; the error, or `nil`; and whether the server could not be reached. If it could
  /// not, the user has the fields that were stored.
  public static func login(
    withLocalStoredUser block: @escaping (MKUser?, (any Error)?, Bool) -> Void
  ) {
    let instance = MKAppInstance.current
    instance.deliver { () throws(MKError) in
      try await instance.restore()
    } to: {
      block($0.value?.user, $0.error, $0.value?.isUnchecked ?? false)
    }
  }

  /// Restores the session of the user whose credentials are stored.
  ///
  /// - Returns: The user, or `nil` if no credentials are stored; and whether the server could not
  ///   be reached. If it could not, the user has the fields that were stored.
  /// - Throws: An ``MKError`` if the server rejects the credentials.
  /// - Source: protocol reference C4.
  public static func loginWithLocalStoredUser() async throws
    -> (user: MKUser?, localCredential: Bool)
  {
    let restored = try await MKAppInstance.current.restore()
    return (restored.user, restored.isUnchecked)
  }
}
