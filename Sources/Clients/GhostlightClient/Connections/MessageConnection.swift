import GhostlightCore

/// A connection over which client and server send texts to each other: a WebSocket, or its
/// equivalent in the same process.
///
/// ``Transport/connect`` opens one. Both functions return at once.
package struct MessageConnection: Sendable {
  /// Sends a text after those that were sent before.
  ///
  /// It does nothing after the end.
  package let send: @Sendable (String) -> Void
  /// Ends the connection, unless it has ended already.
  package let close: @Sendable () -> Void
}

/// The functions that a connection calls, on any thread, one call after another.
///
/// They may be called while locks of the server are held, so they must not call the server.
package struct MessageReceiver: Sendable {
  /// Called with each text from the server.
  package let receive: @Sendable (String) -> Void
  /// Called once, after the last text, when either side has ended the connection.
  package let end: @Sendable () -> Void

  /// Creates a receiver from its functions.
  package init(
    receive: @escaping @Sendable (String) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.end = end
  }
}
