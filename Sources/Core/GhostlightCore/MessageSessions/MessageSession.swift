/// Our side of a connection that stays open after its request, such as a WebSocket: a value.
///
/// It knows neither sockets nor frames. Whoever holds the connection hands it what the client says
/// and what happened in the backend, and does what it answers.
public protocol MessageSession: Sendable {
  /// Seconds that the client may be silent before it is taken for gone; `nil` for any time.
  var silenceSeconds: Int? { get }

  /// Takes what the client says.
  mutating func receive(_ message: InboundMessage) -> [SessionAction]

  /// Takes what happened in the backend.
  mutating func notify(_ events: BackendEvent) -> [SessionAction]
}

extension MessageSession {
  /// Any time.
  public var silenceSeconds: Int? { nil }

  /// Nothing that happens matters.
  public mutating func notify(_ events: BackendEvent) -> [SessionAction] { [] }
}

/// One complete message of a client.
public enum InboundMessage: Sendable, Hashable {
  /// A text.
  case text(String)
  /// Bytes that the client does not call a text.
  case bytes([UInt8])
}

/// What a session does next.
public enum SessionAction: Sendable, Hashable {
  /// Says a text.
  case send(String)
  /// Says goodbye, with a status code where there is a reason.
  ///
  /// - Source: RFC 6455, section 7.4.
  case end(code: UInt16?)
}

/// What a response carries whose request becomes a session.
///
/// A backend makes it of a value; the stage adds where events comes from.
public final class SessionUpgrade: Sendable {
  /// The session as it begins.
  public let session: any MessageSession
  /// Where what happens in the backend comes from; `nil` where there are no events.
  public let events: EventSource?

  /// Makes an opening.
  public init(_ session: any MessageSession, events: EventSource? = nil) {
    self.session = session
    self.events = events
  }

  /// The same opening with a source of events.
  public func subscribing(_ events: EventSource) -> SessionUpgrade {
    SessionUpgrade(session, events: events)
  }
}

extension SessionUpgrade: Hashable {
  /// Whether both begin a session of the same kind; what is said in it is not compared.
  public static func == (one: SessionUpgrade, other: SessionUpgrade) -> Bool {
    type(of: one.session) == type(of: other.session)
  }

  /// Hashes the kind.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(type(of: session)))
  }
}
