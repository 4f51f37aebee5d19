/// The emulator's side of a connection that stays open after its request, such as a WebSocket.
///
/// A session is a value that knows neither sockets nor frames. The owner of the connection passes
/// it the client's messages and the backend's events, and performs the actions that it returns. The
/// owner calls it on one thread at a time.
public protocol MessageSession: Sendable {
  /// The number of seconds without a message after which the client counts as gone; `nil` for no
  /// limit.
  var silenceSeconds: Int? { get }

  /// Processes a message of the client and returns the actions to perform.
  mutating func receive(_ message: InboundMessage) -> [SessionAction]

  /// Processes an event of the backend and returns the actions to perform.
  mutating func notify(_ events: BackendEvent) -> [SessionAction]
}

extension MessageSession {
  /// `nil` by default: the client may be silent for any time.
  public var silenceSeconds: Int? { nil }

  /// Returns no actions by default.
  public mutating func notify(_ events: BackendEvent) -> [SessionAction] { [] }
}

/// A complete message of a client.
///
/// The server has removed the framing and the masking of a WebSocket, and has joined fragments,
/// before a session gets the message.
public enum InboundMessage: Sendable, Hashable {
  /// A text.
  case text(String)
  /// A binary message.
  case bytes([UInt8])
}

/// An action of a session on its connection.
///
/// A session returns actions from `receive(_:)` and `notify(_:)`, and the owner of the connection
/// performs them in order. Nothing is sent after ``end(code:)``.
public enum SessionAction: Sendable, Hashable {
  /// Sends a text message.
  case send(String)
  /// Closes the connection, with an optional status code.
  ///
  /// - Source: RFC 6455, section 7.4.
  case end(code: UInt16?)
}

/// The part of a response that turns its connection into a session, for example a WebSocket.
///
/// A backend creates it with the session's initial value. The stage adds the source of events
/// before the response reaches the server. It never changes.
public final class SessionUpgrade: Sendable {
  /// The initial value of the session.
  public let session: any MessageSession
  /// The source of the backend's events, or `nil` if there are no events.
  public let events: EventSource?

  /// Creates an upgrade.
  public init(_ session: any MessageSession, events: EventSource? = nil) {
    self.session = session
    self.events = events
  }

  /// Returns the upgrade with a source of events.
  public func subscribing(_ events: EventSource) -> SessionUpgrade {
    SessionUpgrade(session, events: events)
  }
}

extension SessionUpgrade: Hashable {
  /// Returns whether both start a session of the same type; its content is not compared.
  public static func == (one: SessionUpgrade, other: SessionUpgrade) -> Bool {
    type(of: one.session) == type(of: other.session)
  }

  /// Hashes the type of the session.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: session)))
  }
}
