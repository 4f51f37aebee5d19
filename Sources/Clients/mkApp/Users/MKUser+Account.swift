nonisolated extension MKUser {
  /// Ends the session and forgets the kept credentials, even where the server cannot be told.
  ///
  /// Blocks the calling thread until that is done.
  ///
  /// - Throws: ``MKError`` where the server could not be told.
  public func logout() throws {
    try instance.wait { () throws(MKError) in try await self.instance.logOut() }
  }

  /// Ends the session and forgets the kept credentials, even where the server cannot be told.
  ///
  /// - Throws: ``MKError`` where the server could not be told.
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
  public static func resendVerificationEmail(_ email: String) async throws {
    try await MKAppInstance.current.mail("resend", to: email)
  }
}
