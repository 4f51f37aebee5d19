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
  /// Call the responder; `number` counts the requests of the connection.
  ///
  /// The response is returned by ``ConnectionStateMachine/answered(_:to:)`` or
  /// ``ConnectionStateMachine/reserve(_:isDeferred:)``.
  case ask(AssembledRequest, number: Int)
  /// Call the responder with a request whose body is still being received; the pipe has its bytes.
  case askStreaming(AssembledRequest, BodyPipe)
  /// Cancel the work on responses for which the client no longer waits.
  ///
  /// With `isDeferredOnly`, only deferred work is cancelled; otherwise all work is cancelled and
  /// forgotten.
  case cancelWork(isDeferredOnly: Bool)
  /// Append a whole response to the output.
  case write(Response, ReplyOptions)
  /// Append the head of a response.
  case writeHead(Response, ReplyOptions, BodyFraming)
  /// Append bytes of a body.
  case writeBytes(ArraySlice<UInt8>)
  /// Request the next piece of a body, and report it to ``ConnectionStateMachine/didPull(_:of:)``.
  case pull(BodyStream)
  /// Append the interim response `100 Continue`.
  case writeContinue
  /// Send the output.
  case flush
  /// Send the output, and report with ``ConnectionStateMachine/didFinish(_:)`` when it was sent.
  case finish(Ending)
  /// Continue to read from the socket.
  case read
  /// Reserve more bytes of the body budget for a request that is being received.
  ///
  /// ``ConnectionStateMachine/didAskForRoom(isThere:now:)`` receives the outcome, and is called again
  /// when space becomes available.
  case takeRoom(bytes: Int, number: Int)
  /// Release the reserved bytes of a request's body, and stop waiting for more.
  case giveRoomUp(number: Int)
  /// Keep the reserved bytes of a request's body, and stop waiting for more: it is complete.
  case endRoomWait(number: Int)
  /// Call ``ConnectionStateMachine/didPause(_:)`` after a delay.
  case pause(milliseconds: Int, Pause)
  /// Call ``ConnectionStateMachine/look(now:unsentBytes:isContended:)`` at this time, which replaces
  /// the last one.
  case look(at: NIODeadline)
  /// Close the sending side, and the connection a little later.
  case closeOutput
  case close
  case reset
  /// Send this head, and then turn the connection into a WebSocket.
  case handOver(SessionUpgrade, Response)

  /// The purpose of a pause.
  enum Pause: Hashable {
    /// The next piece of a body that a fault plan sends slowly.
    case dribble
    /// A response that is delayed.
    case answer(ticket: Int, Response)
  }
}

/// A message between a connection and the channel handlers before HTTP.
enum ConnectionEvent {
  /// To the connection: the scheme of its requests is now known.
  case scheme(String)
  /// To the connection: another responder than the listener's serves its requests.
  case destination(ConnectionDestination)
  /// To the connection: the bytes are no longer HTTP; call `onDrain` when the server is draining.
  case detached(onDrain: () -> Void)
  /// From the connection: close the socket without ending TLS.
  case reset
}

/// The responder of a connection's requests, with the values that belong to it.
struct ConnectionDestination: Sendable {
  /// Returns the responses.
  var responder: Responder
  /// The authority for requests without a host.
  var authority: String
  /// The response to a body that is too large; `nil` for a line of text.
  var bodyTooLarge: Response?
}

extension Channel {
  /// Sets an option of the socket, so that closing the channel resets its connection.
  func resetOnClose() -> EventLoopFuture<Void> {
    guard let socket = self as? any SocketOptionProvider else {
      return eventLoop.makeSucceededVoidFuture()
    }
    return socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
  }

  /// Resets its connection; TLS is not ended first.
  func closeWithReset() {
    resetOnClose().assumeIsolated().whenComplete { _ in
      self.pipeline.syncOperations.triggerUserOutboundEvent(ConnectionEvent.reset, promise: nil)
      self.close(promise: nil)
    }
  }
}

extension ConnectionStateMachine {
  /// Refuses the request, because the parser has failed.
  mutating func didFail(_ error: HTTPParserError) {
    switch error {
    case .headerOverflow: didOverflow()
    case .invalidVersion: refuse(.versionUnsupported)
    default: refuse(.malformed)
    }
  }
}

/// The progress of a connection towards its end.
enum ClosingStage {
  /// Requests are accepted.
  case open
  /// The last response is being sent.
  case flushing
  /// The sending side is closed; the client may still send.
  case lingering
  /// The connection is closed.
  case closed
}

/// The way in which a connection ends after everything is written.
enum Ending {
  /// The sending side is closed; the connection is closed when the client closes its side, or soon.
  case orderly
  /// The connection is closed at once.
  case sudden
  /// The connection is reset.
  case reset
}

/// The work on a response that is not complete yet.
enum AnswerWorker {
  case task(Task<Void, Never>)
  case deferred(DeferredResponse)

  /// Cancels the work, because the client no longer waits.
  func cancel() {
    switch self {
    case .task(let task): task.cancel()
    case .deferred(let response): response.cancel()
    }
  }
}

/// The current phase of a connection, and the time that it may last.
struct ConnectionWatch {
  /// The event that a connection waits for.
  enum Phase: Hashable {
    /// The next request.
    case idle
    /// The rest of a head.
    case head
    /// The next piece of a body.
    case body(BodyStep)
    /// Space for the rest of a body in the body budget.
    case budget
  }

  /// A piece of a body that has to arrive in time.
  struct BodyStep: Hashable {
    /// The number of bytes of a step.
    ///
    /// A body that is passed on while it arrives has a step for each read instead.
    static let bytes = BodyBudget.uncountedBytes
    /// The number of seconds for a step of a body that holds space for which others wait.
    static let contendedSeconds = 5

    /// The sequence number of its request on the connection.
    var request: Int
    /// The position of the step in its body.
    var number: Int
    /// Whether the body holds space for which others may have to wait.
    var holdsRoom = false
  }

  /// The action that is due at a time.
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

  /// Sets the event that the connection waits for now.
  ///
  /// Idle time counts from the last byte, the time of other phases from their beginning.
  mutating func enter(_ phase: Phase, now: NIODeadline) {
    if self.phase == phase, phase != .idle { return }
    self.phase = phase
    since = now
  }

  /// Restarts the time of a body, because the server did not read in the meantime.
  mutating func excuse(now: NIODeadline) {
    if case .body = phase { since = now }
  }

  /// Restarts the idle time, because a response was sent.
  mutating func noteAnswer(now: NIODeadline) {
    if phase == .idle { since = now }
  }

  /// Whether the body that is being received holds space.
  private var holdsRoom: Bool {
    if case .body(let step) = phase { step.holdsRoom } else { false }
  }

  private var hurry: TimeAmount { min(idle, .bounded(seconds: BodyStep.contendedSeconds)) }

  /// Returns the time of the next check, which is soon if a body holds space.
  func nextLook(now: NIODeadline) -> NIODeadline {
    let deadline = since + (phase == .head ? head : idle)
    return holdsRoom ? min(deadline, now + hurry) : deadline
  }

  /// Returns the action that is due at `now`.
  ///
  /// A connection that `isAnswering` is not idle. With `isContended`, other bodies wait for space.
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
  /// Returns a number of milliseconds, limited to the range from 0 to one day.
  static func bounded(milliseconds: Int) -> TimeAmount {
    .milliseconds(Int64(min(max(0, milliseconds), 86_400_000)))
  }

  /// Returns a number of seconds, limited to the range from 0 to one day.
  static func bounded(seconds: Int) -> TimeAmount {
    .seconds(Int64(min(max(0, seconds), 86_400)))
  }
}
