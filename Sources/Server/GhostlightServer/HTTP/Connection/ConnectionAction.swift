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

/// What ``ConnectionStateMachine`` wants to be done.
enum ConnectionAction: Hashable {
  /// Ask the responder; it is the connection's request of that number. What it says comes back by
  /// ``ConnectionStateMachine/answered(_:to:)`` or ``ConnectionStateMachine/reserve(_:isDeferred:)``.
  case ask(AssembledRequest, number: Int)
  /// Ask the responder about a request whose body still arrives, with what has come of it.
  case askStreaming(AssembledRequest, BodyPipe)
  /// Tell those who work on answers that nobody waits; where it is all of them, forget them.
  case cancelWork(isDeferredOnly: Bool)
  /// Append a whole response to the output.
  case write(Response, ReplyOptions)
  /// Append the head of a response.
  case writeHead(Response, ReplyOptions, BodyFraming)
  /// Append bytes of a body.
  case writeBytes(ArraySlice<UInt8>)
  /// Ask for the next piece of a body, and say what came of it:
  /// ``ConnectionStateMachine/didPull(_:of:)``.
  case pull(BodyStream)
  /// Append the interim word that the body may come.
  case writeContinue
  /// Send the output.
  case flush
  /// Send the output, and say when it has gone: ``ConnectionStateMachine/didFinish(_:)``.
  case finish(Ending)
  /// Read on.
  case read
  /// Take so many bytes for the body of a request that arrives, and say how that went:
  /// ``ConnectionStateMachine/didGetRoom()``, now or later, or
  /// ``ConnectionStateMachine/didFindNoRoom()``.
  case takeRoom(bytes: Int, number: Int)
  /// Take more for a body whose length is not known; where there is none, refuse it.
  case growRoom(bytes: Int, number: Int)
  /// Give back what is held for the body of a request, and wait for no more.
  case giveRoomUp(number: Int)
  /// Call ``ConnectionStateMachine/didPause(_:)`` in a while.
  case pause(milliseconds: Int, Pause)
  /// Call ``ConnectionStateMachine/look(now:unsentBytes:)`` then, and not as said before.
  case look(at: NIODeadline)
  /// Send nothing more, and close in a while.
  case closeOutput
  /// Close.
  case close
  /// Close with a reset.
  case reset
  /// Hand the connection over to a WebSocket, after this head.
  case handOver(SessionUpgrade, Response)

  /// What a pause is for.
  enum Pause: Hashable {
    /// The next piece of a dribbling body.
    case dribble
    /// An answer that is held back.
    case answer(ticket: Int, Response)
  }
}

/// What a connection and the handlers before HTTP tell each other.
enum ConnectionEvent {
  /// To the connection: it is known by which scheme requests come.
  case scheme(String)
  /// To the connection: who answers its requests is another than the listener's.
  case destination(ConnectionDestination)
  /// To the connection: what comes is no HTTP any more; call this when the server goes.
  case detached(onDrain: () -> Void)
  /// From the connection: the socket is to be closed, without a goodbye.
  case reset
}

/// Who answers a connection's requests.
struct ConnectionDestination: Sendable {
  /// Who answers.
  var responder: Responder
  /// Who we are to clients that name nobody.
  var authority: String
  /// What a body that is too large is answered; `nil` for a line of text.
  var bodyTooLarge: Response?
}

extension Channel {
  /// Sees to it that closing the channel resets its connection, where it has one.
  func resetOnClose() -> EventLoopFuture<Void> {
    guard let socket = self as? any SocketOptionProvider else {
      return eventLoop.makeSucceededVoidFuture()
    }
    return socket.setSoLinger(linger(l_onoff: 1, l_linger: 0))
  }

  /// Resets its connection; TLS, where it is spoken, says no goodbye.
  func closeWithReset() {
    resetOnClose().assumeIsolated().whenComplete { _ in
      self.pipeline.syncOperations.triggerUserOutboundEvent(ConnectionEvent.reset, promise: nil)
      self.close(promise: nil)
    }
  }
}

extension ConnectionStateMachine {
  /// The parser gave up.
  mutating func didFail(_ error: HTTPParserError) {
    switch error {
    case .headerOverflow: didOverflow()
    case .invalidVersion: refuse(.versionUnsupported)
    default: refuse(.malformed)
    }
  }
}

/// How a connection ends once everything is written.
enum Ending {
  /// We stop sending, and close when the client does, or soon.
  case orderly
  /// At once.
  case sudden
  /// With a reset.
  case reset
}

/// Who works on an answer.
enum AnswerWorker {
  case task(Task<Void, Never>)
  case deferred(DeferredResponse)

  /// Says that nobody waits.
  func cancel() {
    switch self {
    case .task(let task): task.cancel()
    case .deferred(let response): response.cancel()
    }
  }
}

/// What a connection waits for, and for how long it may.
struct ConnectionWatch {
  /// What a connection waits for.
  enum Phase {
    /// The next request.
    case idle
    /// The rest of a head.
    case head
    /// The next piece of a body.
    case body
  }

  /// What is to be done.
  enum Verdict: Hashable {
    case wait(until: NIODeadline)
    case refuse
    case close
  }

  private(set) var phase = Phase.idle
  private var since: NIODeadline
  private let idle: TimeAmount
  private let head: TimeAmount

  /// Starts idle.
  init(limits: ServerLimits, now: NIODeadline) {
    since = now
    idle = .bounded(seconds: limits.idleSeconds)
    head = .bounded(seconds: limits.requestHeadSeconds)
  }

  /// Notes that bytes came; a head counts from its first byte, the rest from its last.
  mutating func enter(_ phase: Phase, now: NIODeadline) {
    if self.phase == .head, phase == .head { return }
    self.phase = phase
    since = now
  }

  /// Notes that an answer went out, from when the next request may take its time.
  mutating func noteAnswer(now: NIODeadline) {
    if phase == .idle { since = now }
  }

  /// When to look again.
  var deadline: NIODeadline { since + (phase == .head ? head : idle) }

  /// What is to be done at `now`; a connection that `isAnswering` is not idle.
  func verdict(now: NIODeadline, isAnswering: Bool) -> Verdict {
    guard now >= deadline else { return .wait(until: deadline) }
    if isAnswering { return .wait(until: now + idle) }
    return phase == .idle ? .close : .refuse
  }
}

extension TimeAmount {
  /// Milliseconds from none to a day.
  static func bounded(milliseconds: Int) -> TimeAmount {
    .milliseconds(Int64(min(max(0, milliseconds), 86_400_000)))
  }

  /// Seconds from none to a day.
  static func bounded(seconds: Int) -> TimeAmount {
    .seconds(Int64(min(max(0, seconds), 86_400)))
  }
}
