/// Settings and state that a client shares with its session.
extension SMClient {
  /// The API host that the client was created with.
  @available(*, deprecated, message: "use session.getHttpHost() and session.getHttpsHost()")
  public var apiHost: String { session.getHttpHost() }

  /// The monitor that shows whether StackMob can be reached.
  public var networkMonitor: SMNetworkReachability { session.networkMonitor }

  /// The name of the schema that contains the app's users, in lower case.
  ///
  /// The default is `user`.
  public var userSchema: String {
    get { session.userSchema }
    set { session.userSchema = newValue }
  }

  /// The name of the primary key field of the user schema.
  ///
  /// The default is `username`.
  public var userPrimaryKeyField: String {
    get { session.userPrimaryKeyField }
    set { session.userPrimaryKeyField = newValue }
  }

  /// The name of the user schema's field that contains the password.
  ///
  /// The default is `password`.
  public var userPasswordField: String {
    get { session.userPasswordField }
    set { session.userPasswordField = newValue }
  }

  /// Sets the name of the user schema for the client and its session.
  public func setUserSchema(_ schema: String) { userSchema = schema }

  /// Sets the name of the user schema's primary key field for the client and its session.
  public func setUserPrimaryKeyField(_ field: String) { userPrimaryKeyField = field }

  /// Sets the name of the user schema's password field for the client and its session.
  public func setUserPasswordField(_ field: String) { userPasswordField = field }

  /// Returns whether a user is logged in, as far as this device knows.
  ///
  /// Returns `true` if the session has a refresh token, or an access token that has not expired. To
  /// ask the server instead, call `getLoggedInUser()`.
  public func isLoggedIn() -> Bool {
    session.refreshToken != nil || !session.accessTokenHasExpired()
  }

  /// Returns whether no user is logged in, as far as this device knows.
  public func isLoggedOut() -> Bool { !isLoggedIn() }

  /// Sets a block that is called instead of failure blocks when the session could not be refreshed.
  ///
  /// The block gets the error -109 and the request's own failure block, and runs on the queue of
  /// that failure block. If the request was made with `await`, the error is thrown as well, and
  /// calling the failure block that was passed has no effect.
  public func setTokenRefreshFailureBlock(_ block: SMTokenRefreshFailureBlock?) {
    session.setTokenRefreshFailureBlock(block)
  }
}
