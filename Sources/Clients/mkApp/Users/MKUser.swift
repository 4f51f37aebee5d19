import GhostlightCore
import HTTPTypes
import Synchronization

/// A user: registration by saving a new one, login, and what the server tells about it.
///
/// - Source: protocol reference C4, B6.
public final class MKUser: MKCollection {
  /// A new user, to be registered; never `nil`.
  nonisolated public convenience init?() { self.init(in: .current) }

  /// A new user; the name is that of the collection, `users`.
  nonisolated public required init?(name: String) { super.init(name: name) }

  nonisolated init(in instance: MKAppInstance) { super.init(of: "users", in: instance) }

  /// The user name.
  nonisolated public var userName: String? { object(forKey: "username") as? String }
  /// The email address.
  nonisolated public var email: String? { object(forKey: "email") as? String }
  /// Whether the user has confirmed the email address.
  nonisolated public var validated: Bool { object(forKey: "validated") as? Bool ?? false }
  /// The address of the user's picture.
  nonisolated public var gravatarUrlString: String? { object(forKey: "gravatar") as? String }

  nonisolated override var savingDraft: RequestDraft { RequestDraft(.post, path) }

  nonisolated override func sendSave() async throws(MKError) {
    if isTransient { try checkRegistration() }
    try await super.sendSave()
    // The server never tells it; nobody else should.
    state.withLock { state in
      if state.changes["password"] == nil { state.values["password"] = nil }
    }
  }

  nonisolated private func checkRegistration() throws(MKError) {
    guard let email, !email.isEmpty else {
      throw MKError(.invalidParams, message: "The user has no email; set \"email\".")
    }
    guard email.contains("@") else {
      throw MKError(.malformedEmail, message: "\"\(email)\" is no email address.")
    }
    guard let password = object(forKey: "password") as? String, !password.isEmpty else {
      throw MKError(.invalidParams, message: "The user has no password; set \"password\".")
    }
  }
}

nonisolated extension MKUser {
  /// Ends the session and forgets the kept credentials, even where the server cannot be told.
  ///
  /// Blocks the calling thread until that is done.
  ///
  /// - Throws: ``MKError`` where the server could not be told.
  /// - Source: protocol reference C4.
  public func logout() throws {
    try instance.wait { () throws(MKError) in try await self.instance.logOut() }
  }

  /// Ends the session and forgets the kept credentials, even where the server cannot be told.
  ///
  /// - Throws: ``MKError`` where the server could not be told.
  /// - Source: protocol reference C4.
  public func logout() async throws { try await instance.logOut() }

  /// Asks in the background for a mail that lets a user choose a new password.
  ///
  /// The block is called with `nil` on success.
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

  /// Asks for a mail that lets a user choose a new password.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C4.
  public static func restoreLostPassword(forUserEmail email: String) async throws {
    try await MKAppInstance.current.mail("forgot", to: email)
  }

  /// Asks in the background for another mail to confirm an email address.
  ///
  /// The block is called with `nil` on success.
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

  /// Asks for another mail to confirm an email address.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C4.
  public static func resendVerificationEmail(_ email: String) async throws {
    try await MKAppInstance.current.mail("resend", to: email)
  }
}

nonisolated extension MKUser {
  /// Logs a user in in the background, then calls the block with the user, or the error.
  ///
  /// With `storeUserLocaly` the credentials are kept for later logins, instead of any others;
  /// without, what was kept before is forgotten.
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

  /// Logs a user in in the background without keeping anything, then calls the block.
  public static func logInWithEmail(
    inBackground email: String, password: String,
    block: @escaping (MKUser?, (any Error)?) -> Void
  ) {
    logInWithEmail(inBackground: email, password: password, storeUserLocaly: false, block: block)
  }

  /// Logs a user in.
  ///
  /// - Throws: ``MKError``.
  /// - Source: protocol reference C4.
  public static func logInWithEmail(
    _ email: String, password: String, storeUserLocaly: Bool = false
  ) async throws -> MKUser {
    try await MKAppInstance.current.logIn(email, password, isKept: storeUserLocaly)
  }

  /// Restores the kept user's session in the background, then calls the block.
  ///
  /// Its values are the user, or `nil` where none is kept or the server refuses; the error, or
  /// `nil`; and whether the server could not be asked, so that the user is the one that was kept.
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

  /// Restores the kept user's session.
  ///
  /// - Returns: the user, or `nil` where none is kept, and whether the server could not be asked.
  /// - Throws: ``MKError`` where the server refuses.
  /// - Source: protocol reference C4.
  public static func loginWithLocalStoredUser() async throws
    -> (user: MKUser?, localCredential: Bool)
  {
    let restored = try await MKAppInstance.current.restore()
    return (restored.user, restored.isUnchecked)
  }
}
