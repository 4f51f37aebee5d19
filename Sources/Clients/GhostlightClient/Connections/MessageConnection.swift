import GhostlightCore

/// A connection over which client and server exchange text messages.
///
/// It is a WebSocket, or its equivalent in the same process. ``Transport/connect`` opens a
/// connection. Both functions return without waiting.
package struct MessageConnection: Sendable {
  /// Sends a text message after all earlier messages.
  ///
  /// It does nothing after the connection has ended.
  package let send: @Sendable (String) -> Void
  /// Ends the connection, unless it has already ended.
  package let close: @Sendable () -> Void
}

/// The functions that a connection calls for incoming messages and its end.
///
/// They are called on any thread, but never at the same time. Locks of the server may be held
/// during a call, so the functions must not call the server.
package struct MessageReceiver: Sendable {
  /// Called with each text message from the server.
  package let receive: @Sendable (String) -> Void
  /// Called once, after the last message, when either side has ended the connection.
  package let end: @Sendable () -> Void

  package init(
    receive: @escaping @Sendable (String) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.end = end
  }
}
