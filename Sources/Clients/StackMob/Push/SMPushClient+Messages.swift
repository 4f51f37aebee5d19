/// Sending messages.
///
/// On iOS `badge`, `sound` and `alert` have a special meaning; other members are passed to the app.
/// A message that is `nil` or not valid JSON fails immediately with `SMError` -100, as does any
/// other missing argument.
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
  /// - Throws: The error of the request.
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
  /// - Throws: The error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func sendMessage(
    _ message: [AnyHashable: Any]?, toUsers users: [String]?
  ) async throws {
    _ = try await send(.send(message, users: users))
  }

  /// Sends a message to some devices.
  ///
  /// A token is an ``SMPushToken``, or the text of an iOS token.
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
  /// A token is an ``SMPushToken``, or the text of an iOS token.
  ///
  /// - Throws: The error of the request.
  /// - Source: protocol reference B12.
  nonisolated(nonsending) public func sendMessage(
    _ message: [AnyHashable: Any]?, toTokens tokens: [Any]?
  ) async throws {
    _ = try await send(.send(message, tokens: tokens))
  }
}
