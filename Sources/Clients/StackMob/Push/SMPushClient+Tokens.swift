/// Registering, reading and removing the push tokens of devices.
///
/// A token is an ``SMPushToken``, or an iOS token as a `String`. For any other value, or if an
/// argument is missing, the call fails immediately with `SMError` -100.
extension SMPushClient {
  /// Registers a device's token for a user; the user does not need to exist.
  ///
  /// A token that is registered for a different user is reassigned. If `overwrite` is `false`, the
  /// server rejects a token that is already registered.
  public func registerDeviceToken(
    _ token: Any?, withUser user: String?, overwrite: Bool = true, onSuccess: SMSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    start(
      { try .register(token, user: user, overwrite: overwrite) },
      onSuccess: { _ in onSuccess?() }, onFailure: onFailure)
  }

  /// Registers a device's token for a user; the user does not need to exist.
  ///
  /// A token that is registered for a different user is reassigned. If `overwrite` is `false`, the
  /// server rejects a token that is already registered.
  ///
  /// - Throws: `SMError` -100 for an invalid argument, otherwise the error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func registerDeviceToken(
    _ token: Any?, withUser user: String?, overwrite: Bool = true
  ) async throws {
    _ = try await send(.register(token, user: user, overwrite: overwrite))
  }

  /// Reads the tokens of some users, and passes a dictionary to `onSuccess`.
  ///
  /// The dictionary has an array of ``SMPushToken`` for each user's name. A user without a token
  /// has an empty array, or is missing.
  public func getTokensForUsers(
    _ users: [String]?, onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(
      { try .tokens(of: users) }, onSuccess: { onSuccess?(PushCall.tokens(in: $0)) },
      onFailure: onFailure)
  }

  /// Returns the tokens of some users, by user name.
  ///
  /// A user without a token has an empty array, or is missing.
  ///
  /// - Throws: `SMError` -100 without users, otherwise the error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func getTokensForUsers(
    _ users: [String]?
  ) async throws -> [String: [SMPushToken]] {
    PushCall.tokens(in: try await send(.tokens(of: users)))
  }

  /// Removes a device's token.
  ///
  /// The call also succeeds if the token is not registered.
  public func deleteToken(
    _ token: Any?, onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start({ try .remove(token) }, onSuccess: { _ in onSuccess?() }, onFailure: onFailure)
  }

  /// Removes a device's token.
  ///
  /// The call also succeeds if the token is not registered.
  ///
  /// - Throws: `SMError` -100 for an invalid token, otherwise the error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func deleteToken(_ token: Any?) async throws {
    _ = try await send(.remove(token))
  }
}
