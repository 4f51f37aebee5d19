/// Registering, reading and removing the tokens of devices.
///
/// A token is an ``SMPushToken``, or the text of an iOS token. Any other value fails immediately
/// with `SMError` -100, as does a missing argument.
extension SMPushClient {
  /// Registers a device for a user; any name is allowed.
  ///
  /// A token of a different user is reassigned.
  ///
  /// Without `overwrite`, a token that is already registered is refused.
  public func registerDeviceToken(
    _ token: Any?, withUser user: String?, overwrite: Bool = true, onSuccess: SMSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    start(
      { try .register(token, user: user, overwrite: overwrite) },
      onSuccess: { _ in onSuccess?() }, onFailure: onFailure)
  }

  /// Registers a device for a user; any name is allowed.
  ///
  /// A token of a different user is reassigned.
  ///
  /// Without `overwrite`, a token that is already registered is refused.
  ///
  /// - Throws: The error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func registerDeviceToken(
    _ token: Any?, withUser user: String?, overwrite: Bool = true
  ) async throws {
    _ = try await send(.register(token, user: user, overwrite: overwrite))
  }

  /// Gets the tokens of some users: an array of ``SMPushToken`` under each user's name.
  ///
  /// A user without a token has an empty array, or is missing.
  public func getTokensForUsers(
    _ users: [String]?, onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(
      { try .tokens(of: users) }, onSuccess: { onSuccess?(PushCall.tokens(in: $0)) },
      onFailure: onFailure)
  }

  /// Returns the tokens of some users.
  ///
  /// A user without a token has an empty array, or is missing.
  ///
  /// - Throws: The error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func getTokensForUsers(
    _ users: [String]?
  ) async throws -> [String: [SMPushToken]] {
    PushCall.tokens(in: try await send(.tokens(of: users)))
  }

  /// Removes a device's token.
  ///
  /// A token that is not registered is not an error.
  public func deleteToken(
    _ token: Any?, onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start({ try .remove(token) }, onSuccess: { _ in onSuccess?() }, onFailure: onFailure)
  }

  /// Removes a device's token.
  ///
  /// A token that is not registered is not an error.
  ///
  /// - Throws: The error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func deleteToken(_ token: Any?) async throws {
    _ = try await send(.remove(token))
  }
}
