/// The tokens of devices.
///
/// A token is an ``SMPushToken``, or the text of an iOS token. Anything else fails with `SMError`
/// -100 at once, and so does a missing argument.
extension SMPushClient {
  /// Registers a device for a user, whose name is free; a token of another user moves over.
  ///
  /// Without `overwrite`, a token that is registered already is refused.
  public func registerDeviceToken(
    _ token: Any?, withUser user: String?, overwrite: Bool = true, onSuccess: SMSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    start(
      { try .register(token, user: user, overwrite: overwrite) },
      onSuccess: { _ in onSuccess?() }, onFailure: onFailure)
  }

  /// Registers a device for a user, whose name is free; a token of another user moves over.
  ///
  /// Without `overwrite`, a token that is registered already is refused.
  ///
  /// - Throws: the error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func registerDeviceToken(
    _ token: Any?, withUser user: String?, overwrite: Bool = true
  ) async throws {
    _ = try await send(.register(token, user: user, overwrite: overwrite))
  }

  /// Gets the tokens of some users, an array of ``SMPushToken`` under each user's name.
  ///
  /// A user without any has none, or is missing.
  public func getTokensForUsers(
    _ users: [String]?, onSuccess: SMResultSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(
      { try .tokens(of: users) }, onSuccess: { onSuccess?(PushCall.tokens(in: $0)) },
      onFailure: onFailure)
  }

  /// The tokens of some users; a user without any has none, or is missing.
  ///
  /// - Throws: the error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func getTokensForUsers(
    _ users: [String]?
  ) async throws -> [String: [SMPushToken]] {
    PushCall.tokens(in: try await send(.tokens(of: users)))
  }

  /// Removes a device's token; one that is not registered is removed, too.
  public func deleteToken(
    _ token: Any?, onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start({ try .remove(token) }, onSuccess: { _ in onSuccess?() }, onFailure: onFailure)
  }

  /// Removes a device's token; one that is not registered is removed, too.
  ///
  /// - Throws: the error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func deleteToken(_ token: Any?) async throws {
    _ = try await send(.remove(token))
  }
}
