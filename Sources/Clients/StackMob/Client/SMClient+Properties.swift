/// What a client shares with its session.
extension SMClient {
  /// The API host as it was given.
  @available(*, deprecated, message: "use session.getHttpHost() and session.getHttpsHost()")
  public var apiHost: String { session.getHttpHost() }

  /// Whether StackMob can be reached.
  public var networkMonitor: SMNetworkReachability { session.networkMonitor }

  /// The schema of users, in lower case; `user` unless set.
  public var userSchema: String {
    get { session.userSchema }
    set { session.userSchema = newValue }
  }

  /// The primary key of users; `username` unless set.
  public var userPrimaryKeyField: String {
    get { session.userPrimaryKeyField }
    set { session.userPrimaryKeyField = newValue }
  }

  /// The field of users' passwords; `password` unless set.
  public var userPasswordField: String {
    get { session.userPasswordField }
    set { session.userPasswordField = newValue }
  }

  /// Sets the schema of users, here and in the session.
  public func setUserSchema(_ schema: String) { userSchema = schema }

  /// Sets the primary key of users, here and in the session.
  public func setUserPrimaryKeyField(_ field: String) { userPrimaryKeyField = field }

  /// Sets the field of users' passwords, here and in the session.
  public func setUserPasswordField(_ field: String) { userPasswordField = field }

  /// Whether somebody is logged in as far as this device knows: the session can be refreshed, or
  /// its access token has not expired.
  ///
  /// For the server's view ask for the logged-in user.
  public func isLoggedIn() -> Bool {
    session.refreshToken != nil || !session.accessTokenHasExpired()
  }

  /// Whether nobody is logged in as far as this device knows.
  public func isLoggedOut() -> Bool { !isLoggedIn() }

  /// Sets what is called in place of failure blocks when the session could not be refreshed.
  ///
  /// It gets the error -109 and the failure block of the request, on that block's queue. A call made
  /// with `await` throws the error as well, and the block that comes with it does nothing.
  public func setTokenRefreshFailureBlock(_ block: SMTokenRefreshFailureBlock?) {
    session.setTokenRefreshFailureBlock(block)
  }
}
