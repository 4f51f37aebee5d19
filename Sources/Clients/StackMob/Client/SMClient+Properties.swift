/// Settings and state that a client shares with its session.
extension SMClient {
  /// The API host that the client was created with.
  @available(*, deprecated, message: "use session.getHttpHost() and session.getHttpsHost()")
  public var apiHost: String { session.getHttpHost() }

  /// The monitor that shows whether StackMob can be reached.
  public var networkMonitor: SMNetworkReachability { session.networkMonitor }

  /// The schema of users, in lower case.
  ///
  /// The default is `user`.
  public var userSchema: String {
    get { session.userSchema }
    set { session.userSchema = newValue }
  }

  /// The primary key field of users.
  ///
  /// The default is `username`.
  public var userPrimaryKeyField: String {
    get { session.userPrimaryKeyField }
    set { session.userPrimaryKeyField = newValue }
  }

  /// The field of users' passwords.
  ///
  /// The default is `password`.
  public var userPasswordField: String {
    get { session.userPasswordField }
    set { session.userPasswordField = newValue }
  }

  /// Sets the schema of users for the client and its session.
  public func setUserSchema(_ schema: String) { userSchema = schema }

  /// Sets the primary key field of users for the client and its session.
  public func setUserPrimaryKeyField(_ field: String) { userPrimaryKeyField = field }

  /// Sets the field of users' passwords for the client and its session.
  public func setUserPasswordField(_ field: String) { userPasswordField = field }

  /// Returns whether a user is logged in, as far as this device knows.
  ///
  /// It is `true` if the session has a refresh token, or an access token that has not expired. To
  /// learn the server's view, call `getLoggedInUser()`.
  public func isLoggedIn() -> Bool {
    session.refreshToken != nil || !session.accessTokenHasExpired()
  }

  /// Returns whether no user is logged in, as far as this device knows.
  public func isLoggedOut() -> Bool { !isLoggedIn() }

  /// Sets a block that is called instead of failure blocks when the session could not be refreshed.
  ///
  /// The block gets the error -109 and the failure block of the request, on that block's queue. A
  /// call made with `await` throws the error too, and the failure block that is passed for it does
  /// nothing.
  public func setTokenRefreshFailureBlock(_ block: SMTokenRefreshFailureBlock?) {
    session.setTokenRefreshFailureBlock(block)
  }
}
