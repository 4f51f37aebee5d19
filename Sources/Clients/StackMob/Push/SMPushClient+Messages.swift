/// Sending push messages.
///
/// On iOS, the keys `badge`, `sound` and `alert` have a special meaning; all other keys are passed
/// to the app. If a message is `nil` or cannot be converted to JSON, or if another argument is
/// missing, the call fails immediately with `SMError` -100.
extension SMPushClient {
  /// Sends a message to every device of the app.
  public func broadcastMessage(
    _ message: [AnyHashable: Any]?, onSuccess: SMSuccessBlock?, onFailure: SMFailureBlock?
  ) {
    start(
      { try .broadcast(message) }, onSuccess: { _ in onSuccess?() }, onFailure: onFailure)
  }

  /// Sends a message to every device of the app.
  ///
  /// - Throws: `SMError` -100 for an invalid message, otherwise the error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func broadcastMessage(_ message: [AnyHashable: Any]?) async throws
  {
    _ = try await send(.broadcast(message))
  }

  /// Sends a message to all devices of some users.
  ///
  /// Users without a device are skipped.
  public func sendMessage(
    _ message: [AnyHashable: Any]?, toUsers users: [String]?, onSuccess: SMSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    start(
      { try .send(message, users: users) }, onSuccess: { _ in onSuccess?() }, onFailure: onFailure)
  }

  /// Sends a message to all devices of some users.
  ///
  /// Users without a device are skipped.
  ///
  /// - Throws: `SMError` -100 for an invalid message or without users, otherwise the error of the
  ///   request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func sendMessage(
    _ message: [AnyHashable: Any]?, toUsers users: [String]?
  ) async throws {
    _ = try await send(.send(message, users: users))
  }

  /// Sends a message to some devices.
  ///
  /// A token is an ``SMPushToken``, or an iOS token as a `String`.
  public func sendMessage(
    _ message: [AnyHashable: Any]?, toTokens tokens: [Any]?, onSuccess: SMSuccessBlock?,
    onFailure: SMFailureBlock?
  ) {
    start(
      { try .send(message, tokens: tokens) }, onSuccess: { _ in onSuccess?() },
      onFailure: onFailure)
  }

  /// Sends a message to some devices.
  ///
  /// A token is an ``SMPushToken``, or an iOS token as a `String`.
  ///
  /// - Throws: `SMError` -100 for an invalid message or token, otherwise the error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func sendMessage(
    _ message: [AnyHashable: Any]?, toTokens tokens: [Any]?
  ) async throws {
    _ = try await send(.send(message, tokens: tokens))
  }
}
