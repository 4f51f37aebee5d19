import GhostlightCore

/// A connection over which client and server send each other texts: a WebSocket, or its equal in process.
///
/// ``Transport/connect`` opens one. Both functions return at once.
package struct MessageConnection: Sendable {
  /// Sends a text after those that were sent before; after the end it does nothing.
  package let send: @Sendable (String) -> Void
  /// Ends the connection, unless it has ended already.
  package let close: @Sendable () -> Void
}

/// The functions that a connection calls, on any thread, one call after another.
///
/// They may be called with locks of the server held: they ask nothing of it.
package struct MessageReceiver: Sendable {
  /// Called with each text of the server.
  package let receive: @Sendable (String) -> Void
  /// Called once, after the last text, when either side has ended the connection.
  package let end: @Sendable () -> Void

  /// Creates a receiver of its functions.
  package init(
    receive: @escaping @Sendable (String) -> Void, end: @escaping @Sendable () -> Void
  ) {
    self.receive = receive
    self.end = end
  }
}
