import NIOCore

/// What a server takes before it refuses.
public struct ServerLimits: Sendable, Hashable {
  /// Bytes of a request's target, names and values together; more is answered 431.
  public var headBytes = 64 * 1024
  /// Header fields of a request, trailers included; more is answered 431.
  public var headFields = 256
  /// Bytes of a request's target; more is answered 414.
  public var targetBytes = 16 * 1024
  /// Bytes of a request's body, transfer coding removed; more is answered 413.
  public var bodyBytes = 16 * 1024 * 1024
  /// Bytes of all requests' bodies together that are received or worked on; whoever comes then
  /// waits for room, or is answered 503 where the length of its body is not known.
  public var allBodiesBytes = 256 * 1024 * 1024
  /// Seconds between two requests, or between two pieces of a body.
  public var idleSeconds = 75
  /// Seconds from the first byte of a request to the end of its head; later is answered 408.
  public var requestHeadSeconds = 15
  /// Connections at a time; one more is answered 503.
  public var connections = 10_000
  /// Connections beyond those, for the control API alone.
  public var reservedConnections = 64
  /// Requests of one connection in work at a time; more wait unread.
  public var pipelinedRequests = 64
  /// Threads for requests that take long, beside one for those of the control API.
  public var workThreads = max(1, System.coreCount - 1)
  /// Requests that may wait for those threads, a quarter of them in one namespace; one more is
  /// answered 503.
  public var waitingWork = 1024
  /// Seconds that a closed connection may take to notice.
  public var lingerSeconds = 2

  /// Bytes of a WebSocket message; more ends the connection with 1009.
  public var messageBytes = 1024 * 1024
  /// Bytes that a WebSocket's client may leave unread before it is cut off.
  public var unsentBytes = 16 * 1024 * 1024

  /// Bytes that all WebSockets' clients together may leave unread; then those that left most are
  /// cut off.
  public var allUnsentBytes = 64 * 1024 * 1024

  /// Makes the standard limits, to be changed.
  public init() {}

  /// The limits of a server that nobody configured.
  public static let standard = ServerLimits()
}
