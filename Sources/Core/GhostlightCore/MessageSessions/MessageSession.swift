/// The emulator's side of a connection that stays open after its request, such as a WebSocket.
///
/// A session is a value that does not know sockets or frames. The connection's owner passes the
/// client's messages and the backend's events to the session, and performs the actions that the
/// session returns. The owner calls the session on one thread at a time.
public protocol MessageSession: Sendable {
  /// The seconds without a message after which the client is considered disconnected; `nil` for no
  /// limit.
  var silenceSeconds: Int? { get }

  /// Processes a message from the client and returns the actions to perform.
  mutating func receive(_ message: InboundMessage) -> [SessionAction]

  /// Processes an event of the backend and returns the actions to perform.
  mutating func notify(_ events: BackendEvent) -> [SessionAction]
}

extension MessageSession {
  /// No limit by default: the client may be silent for any time.
  public var silenceSeconds: Int? { nil }

  /// Ignores the event and returns no actions, by default.
  public mutating func notify(_ events: BackendEvent) -> [SessionAction] { [] }
}

/// A complete message from a client.
///
/// Before a session receives the message, the server has joined the fragments of a WebSocket
/// message and removed framing and masking.
public enum InboundMessage: Sendable, Hashable {
  /// A text message.
  case text(String)
  /// A binary message.
  case bytes([UInt8])
}

/// An action that a session requests for its connection.
///
/// A session returns actions from `receive(_:)` and `notify(_:)`, and the connection's owner
/// performs them in order. Nothing is sent after ``end(code:)``.
public enum SessionAction: Sendable, Hashable {
  /// Sends a text message to the client.
  case send(String)
  /// Closes the connection, with a WebSocket status code or without one.
  ///
  /// - Source: RFC 6455, section 7.4.
  case end(code: UInt16?)
}

/// The part of a response that turns its connection into a session, for example a WebSocket.
///
/// A backend creates it with the session's initial state. The stage adds the event source before
/// the response reaches the server. An upgrade is immutable.
public final class SessionUpgrade: Sendable {
  /// The session's initial state, which each connection copies.
  public let session: any MessageSession
  /// The source of the backend's events; `nil` if the session receives no events.
  public let events: EventSource?

  /// Creates an upgrade to a session, without events by default.
  public init(_ session: any MessageSession, events: EventSource? = nil) {
    self.session = session
    self.events = events
  }

  /// Returns a copy of the upgrade that has an event source.
  public func subscribing(_ events: EventSource) -> SessionUpgrade {
    SessionUpgrade(session, events: events)
  }
}

extension SessionUpgrade: Hashable {
  /// Returns whether both upgrades have sessions of the same type; the sessions' state is not
  /// compared.
  public static func == (one: SessionUpgrade, other: SessionUpgrade) -> Bool {
    type(of: one.session) == type(of: other.session)
  }

  /// Hashes the type of the session.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: session)))
  }
}
