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
  public static func loginWithLocalStoredUser() async throws
    -> (user: MKUser?, localCredential: Bool)
  {
    let restored = try await MKAppInstance.current.restore()
    return (restored.user, restored.isUnchecked)
  }
}
