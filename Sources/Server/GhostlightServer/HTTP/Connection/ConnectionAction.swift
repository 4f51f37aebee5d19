import GhostlightCore
import NIOCore
import NIOHTTP1

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// An action that ``ConnectionStateMachine`` asks ``ConnectionHandler`` to perform.
enum ConnectionAction: Hashable {
  /// Call the responder; `number` is the request's position on the connection, from 0.
  ///
  /// The handler returns the response by calling ``ConnectionStateMachine/answered(_:to:)`` or
  /// ``ConnectionStateMachine/reserve(_:isDeferred:)``.
  case ask(AssembledRequest, number: Int)
  /// Call the responder although the body is still being received; the pipe receives the body's
  /// bytes.
  case askStreaming(AssembledRequest, BodyPipe)
  /// Cancel the work on responses for which the client no longer waits.
  ///
  /// With `isDeferredOnly`, only deferred work is cancelled; otherwise all work is cancelled and
  /// its results are ignored.
  case cancelWork(isDeferredOnly: Bool)
  /// Append a whole response to the output.
  case write(Response, ReplyOptions)
  /// Append the head of a response to the output.
  case writeHead(Response, ReplyOptions, BodyFraming)
  /// Append bytes of a response's body to the output.
  case writeBytes(ArraySlice<UInt8>)
  /// Request the next piece of a body; ``ConnectionStateMachine/didPull(_:of:)`` receives it.
  case pull(BodyStream)
  /// Append the interim response `100 Continue` to the output.
  case writeContinue
  /// Send all appended output.
  case flush
  /// Send all output, and call ``ConnectionStateMachine/didFinish(_:)`` after it was sent.
  case finish(Ending)
  /// Continue to read from the socket.
  case read
  /// Reserve more bytes of the body budget for a request that is being received.
  ///
  /// ``ConnectionStateMachine/didAskForRoom(isThere:now:)`` receives the outcome. If there is no
  /// space, it is called again when space becomes available.
  case reserveBytes(bytes: Int, number: Int)
  /// Release the bytes reserved for a request's body, and stop waiting for more.
  case discardReservation(number: Int)
  /// Stop waiting for more bytes, because the body is complete, and keep the reserved bytes.
  case endRoomWait(number: Int)
  /// Call ``ConnectionStateMachine/didPause(_:)`` after a delay.
  case pause(milliseconds: Int, Pause)
  /// Call ``ConnectionStateMachine/checkTime(now:unsentBytes:isContended:)`` at this time.
  ///
  /// It replaces the previously scheduled time.
  case look(at: NIODeadline)
  /// Close the sending side now, and the whole connection a little later.
  case closeOutput
  case close
  case reset
  /// Send this response's head, and then turn the connection into a WebSocket.
  case handOver(SessionUpgrade, Response)
  /// Send this response's head, and then forward the WebSocket whose bytes the stream has.
  case relay(BodyStream, Response)

  /// The reason for a pause.
  enum Pause: Hashable {
    /// A fault plan sends a body slowly, and the next piece is due after the pause.
    case dribble
    /// A response is delayed until the end of the pause.
    case answer(ticket: Int, Response)
  }
}

/// An event between a connection's handler and the channel handlers in front of HTTP.
enum ConnectionEvent {
  /// Sets the scheme of the connection's requests, once it is known.
  case scheme(String)
  /// Sets the connection's responder, which replaces that of the listener.
  case destination(ConnectionDestination)
  /// The connection learns that its bytes are no longer HTTP.
  ///
  /// The connection calls `onDrain` when the server is draining.
  case detached(onDrain: () -> Void)
  /// Closes the socket without ending TLS; processed by the handlers in front of HTTP.
  case reset
}

/// The responder for a connection's requests, and the values used with it.
struct ConnectionDestination: Sendable {
  /// Handles the connection's requests.
  var responder: Responder
  /// The authority of requests without a host.
  var authority: String
  /// The response to a body that is too large; `nil` for a plain-text response.
  var bodyTooLarge: Response?
}

extension Channel {
  /// Sets a socket option, so that closing the channel resets the TCP connection.
  func resetOnClose() -> EventLoopFuture<Void> {
    guard let socket = self as? any SocketOptionProvider else {
      return eventLoop.makeSucceededVoidFuture()
    }
    return socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
  }

  /// Resets the TCP connection without ending TLS first.
  func closeWithReset() {
    resetOnClose().assumeIsolated().whenComplete { _ in
      self.pipeline.syncOperations.triggerUserOutboundEvent(ConnectionEvent.reset, promise: nil)
      self.close(promise: nil)
    }
  }
}

extension ConnectionStateMachine {
  /// Rejects the request that caused the parser's error.
  mutating func didFail(_ error: HTTPParserError) {
    switch error {
    case .headerOverflow: didOverflow()
    case .invalidVersion: refuse(.versionUnsupported)
    default: refuse(.malformed)
    }
  }
}

/// The way in which a connection is closed after all output was sent.
enum Ending {
  /// The sending side is closed first, then the connection, when the client closes or after a
  /// delay.
  case orderly
  /// The connection is closed immediately.
  case sudden
  /// The TCP connection is reset.
  case reset
}

/// The current phase of a connection, and the time when that phase began.
struct ConnectionWatch {
  /// The input or event that a connection is waiting for.
  enum Phase: Hashable {
    /// The connection waits for the next request.
    case idle
    /// The connection waits for the rest of a request's head.
    case head
    /// The connection waits for the next part of a body.
    case body(BodyStep)
    /// The connection waits for space in the body budget; its body may already occupy some.
    case budget(holdsRoom: Bool)
  }

  /// A part of a body that must arrive before a deadline.
  struct BodyStep: Hashable {
    /// The number of bytes of a part.
    ///
    /// In a body that is forwarded while it arrives, each read is a part instead.
    static let bytes = BodyBudget.uncountedBytes
    /// The number of seconds for a part while other bodies wait for the space that this body
    /// occupies.
    static let contendedSeconds = 5

    /// The sequence number of the body's request on the connection.
    var request: Int
    /// The position of the part in the body.
    var number: Int
    /// Whether the body occupies space for which other bodies may be waiting.
    var holdsRoom = false
  }

  /// The result of a time check.
  enum Verdict: Hashable {
    case wait(until: NIODeadline)
    case refuse(Refusal)
    case close
  }

  private(set) var phase = Phase.idle
  private var since: NIODeadline
  private let idle: TimeAmount
  private let head: TimeAmount

  /// Creates a watch in the idle phase.
  init(limits: ServerLimits, now: NIODeadline) {
    since = now
    idle = .bounded(seconds: limits.idleSeconds)
    head = .bounded(seconds: limits.requestHeadSeconds)
  }

  /// Sets the phase of the connection.
  ///
  /// Idle time is measured from the last byte, the time of other phases from their beginning.
  mutating func enter(_ phase: Phase, now: NIODeadline) {
    if self.phase == phase, phase != .idle { return }
    self.phase = phase
    since = now
  }

  /// Restarts the time for a part of a body, because the server itself had paused reading.
  mutating func excuse(now: NIODeadline) {
    if case .body = phase { since = now }
  }

  /// Restarts the idle time, because a response was sent.
  mutating func restartIdleTime(now: NIODeadline) {
    if phase == .idle { since = now }
  }

  /// Whether the body that is being received occupies space in the budget.
  private var holdsRoom: Bool {
    switch phase {
    case .body(let step): step.holdsRoom
    case .budget(let holdsRoom): holdsRoom
    case .idle, .head: false
    }
  }

  private var hurry: TimeAmount { min(idle, .bounded(seconds: BodyStep.contendedSeconds)) }

  /// Returns the time of the next check, which is earlier if a body occupies space in the budget.
  func nextLook(now: NIODeadline) -> NIODeadline {
    let deadline = since + (phase == .head ? head : idle)
    return holdsRoom ? min(deadline, now + hurry) : deadline
  }

  /// Returns the action that is due at `now`.
  ///
  /// A connection with `isAnswering` is not idle. `isContended` is whether other bodies wait for
  /// space.
  func verdict(now: NIODeadline, isAnswering: Bool, isContended: Bool) -> Verdict {
    let isLate = isContended && holdsRoom && now >= since + hurry
    let next = nextLook(now: now)
    guard isLate || now >= next else { return .wait(until: next) }
    if isAnswering { return .wait(until: now + idle) }
    switch phase {
    case .idle: return .close
    case .head, .body: return .refuse(.headTooSlow)
    case .budget: return .refuse(.bodiesFull)
    }
  }
}

extension TimeAmount {
  /// Returns the time amount for milliseconds, limited to the range from 0 to one day.
  static func bounded(milliseconds: Int) -> TimeAmount {
    .milliseconds(Int64(min(max(0, milliseconds), 86_400_000)))
  }

  /// Returns the time amount for seconds, limited to the range from 0 to one day.
  static func bounded(seconds: Int) -> TimeAmount {
    .seconds(Int64(min(max(0, seconds), 86_400)))
  }
}
