import GhostlightCore
import NIOCore
import NIOHTTP1

/// The state machine of one connection, which makes all decisions for ``ConnectionHandler``.
///
/// It decides what is read, processed, written and awaited, and when the connection ends. An event
/// changes the state; ``next()`` then returns the resulting actions one by one. The state machine
/// uses neither a channel nor a clock.
///
///     ┌──────┐  head of a request   ┌──────┐
///     │ head │ ───────────────────▶ │ body │
///     │      │ ◀─────────────────── │      │
///     └──────┘  end of the request  └──────┘
///         │                            │
///         │ refusal                    │ refusal, or end of the last request
///         └─────────────┬──────────────┘
///                       ▼
///                   ┌──────┐  the last response opens a WebSocket
///                   │ last │ ────────────────────────────────────┐
///                   └──────┘                                     │
///                       │ the last response                      │
///                       ▼                                        ▼
///                 ┌──────────┐  sudden end, or reset         ┌────────┐
///                 │ flushing │ ────────────────────────────▶ │ closed │
///                 └──────────┘                               └────────┘
///                       │ orderly end                            ▲
///                       ▼                                        │
///                 ┌───────────┐  the client closes, or time      │
///                 │ lingering │ ─────────────────────────────────┘
///                 └───────────┘
///
/// From `head` and `body`, a connection that is idle or draining goes to `flushing` directly. So
/// does one whose client has closed its side, or with a delivery that ends the connection.
///
/// A request begins when its body is complete. If the responder streams bodies, it begins at the
/// end of the first read, and a pipe receives the rest while the state is still `body`. In the
/// states up to `last`, requests wait for their turn in `received`, and for their responses in
/// `responses`.
struct ConnectionStateMachine {
  /// Returns an error response to reject a request by its head; `nil` to read the request's body.
  typealias Denial = @Sendable (Request) -> Response?
  /// Returns whether a request begins before its body is complete.
  typealias Streams = @Sendable (Request) -> Bool

  /// The current phase of receiving requests, and of closing the connection after the last one.
  enum State {
    /// The head of the next request has not arrived, or only a part of it.
    case head
    /// The head of a request has arrived, but not yet the end of its body.
    case body(IncomingRequest)
    /// The last request has arrived, or a request was rejected or ended early.
    ///
    /// All further bytes are ignored, unless the last request opens a WebSocket.
    case last(WebSocketHandshake)
    /// The last response is being sent.
    case flushing
    /// The sending side is closed; the client may still send.
    case lingering
    /// The connection is closed, or another handler uses it.
    case closed
  }

  let limits: ServerLimits
  /// The response to a body that is too large; `nil` for a plain-text response.
  private(set) var bodyTooLarge: Response?
  let denial: Denial?
  private(set) var streams: Streams
  var reader: RequestHeadReader

  var state = State.head
  /// The received requests that have not begun, in order.
  var received = CircularBuffer<ReceivedItem>(initialCapacity: 0)
  private var responses = ResponseSequence()
  /// Actions that are returned before all others.
  var pending = CircularBuffer<ConnectionAction>(initialCapacity: 0)
  var watch: ConnectionWatch?
  private var nextLook = NIODeadline.distantFuture
  private var unsentAtLastLook = 0

  /// The number of requests that are complete.
  var completeCount = 0
  /// The number of reads on this connection so far.
  var readCount = 0
  /// Whether the parser has returned a part of a request during this read.
  var hasPart = false
  /// The number of bytes received since the parser last returned a part of a request.
  var fruitlessBytes = 0
  /// Whether the parser is past the request line, so that an overflow is due to the header fields.
  var isPastFirstLine = false
  var isHeadOverflown = false

  private var isDrainAnnounced = false
  private var isDraining = false
  private var isInputClosed = false
  private var isWritable = true
  private var isReading = false
  private(set) var isReadHeld = false
  /// Whether the server itself delayed a read since the last time check.
  private var isReadLate = false
  private var hasOutput = false
  private var isTurnedAway = false
  private var awaitsScheme = false

  /// Creates the state of a new connection.
  ///
  /// Requests without a host get `authority`. A request for which `streams` returns `true` begins
  /// before its body is complete. Its body may have any length, because it is never stored whole.
  /// `denial` can reject a request before its body is read.
  init(
    scheme: String, authority: String, limits: ServerLimits, bodyTooLarge: Response? = nil,
    streams: @escaping Streams = { _ in false }, isControl: Bool = false, denial: Denial? = nil
  ) {
    self.limits = limits
    self.bodyTooLarge = bodyTooLarge
    self.streams = streams
    self.denial = denial
    reader = RequestHeadReader(
      scheme: scheme, authority: authority, limits: limits, isControl: isControl)
  }
}

// MARK: - What is to be done

extension ConnectionStateMachine {
  /// Returns the next action; `nil` if there is nothing to do until the next event.
  mutating func next() -> ConnectionAction? {
    if let action = pending.popFirst() { return action }
    while isOpen {
      if !responses.isEmpty, let step = responses.next(in: context) {
        for action in step.following { pending.append(action) }
        if let ending = step.ending { finish(ending) }
        hasOutput = true
        if let action = step.action ?? pending.popFirst() { return action }
      } else if hasRoom, let item = nextItem() {
        switch item {
        case .whole(let exchange, let number): return .ask(exchange, number: number)
        case .arriving(let exchange, let pipe): return .askStreaming(exchange, pipe)
        case .answer(let answer): responses.append(answer)
        }
      } else {
        return flushOrRead()
      }
    }
    return pending.popFirst()
  }

  private var context: ResponseSequence.StepContext {
    var isEnding = isDrainAnnounced || isDraining || isInputClosed
    var handshake = WebSocketHandshake.missing
    switch state {
    // After a body that was cancelled or cut off, no further request can follow.
    case .body(let request): isEnding = request.pipe != nil
    case .last(.accepted(let accept)): handshake = .accepted(accept)
    case .last(let outcome): (isEnding, handshake) = (true, outcome)
    case .head, .flushing, .lingering, .closed: break
    }
    return ResponseSequence.StepContext(
      isWritable: isWritable, isEnding: isEnding && received.isEmpty, handshake: handshake)
  }

  /// Removes and returns the first item of the queue, if it may begin.
  private mutating func nextItem() -> ReceivedItem? {
    guard !received.isEmpty else { return nil }
    // Reading the item copies the request, so it is read only if earlier responses are deferred.
    if responses.queue.hasDeferred, case .whole(let exchange, _) = received[received.startIndex],
      !responses.queue.admits(isSafe: exchange.isSafe)
    {
      return nil
    }
    return received.removeFirst()
  }

  /// Returns the action that sends output, continues to read, or ends the connection.
  private mutating func flushOrRead() -> ConnectionAction? {
    if hasOutput, !isReading {
      hasOutput = false
      return .flush
    }
    if responses.isEmpty, received.isEmpty, isInputClosed || (isDraining && isIdle) {
      finish(.sudden)
      return pending.popFirst()
    }
    guard isReadHeld, mayRead else { return nil }
    isReadHeld = false
    return .read
  }
}

// MARK: - Requests

extension ConnectionStateMachine {
  /// Whether the client's bytes still have to be parsed.
  var takesInput: Bool {
    switch state {
    case .head, .body, .last(.accepted): true
    case .last, .flushing, .lingering, .closed: false
    }
  }

  /// Whether the next bytes belong to the head of a request.
  var isInHead: Bool {
    if case .head = state { true } else { false }
  }

  /// Whether the handler's scheduled actions still apply.
  var isClosed: Bool {
    if case .closed = state { true } else { false }
  }

  /// Whether requests are received, or responses are pending.
  var isOpen: Bool {
    switch state {
    case .head, .body, .last: true
    case .flushing, .lingering, .closed: false
    }
  }

  /// Whether bytes that arrive now could be processed at once.
  private var mayRead: Bool {
    guard received.isEmpty else { return false }
    switch state {
    case .body(let request) where request.awaitsRoom: return false
    case .body(let request): return request.pipe.map { !$0.isFull } ?? hasRoom
    // The bytes after a handshake belong to the WebSocket.
    case .last(.accepted): return false
    case .head, .last, .flushing, .lingering, .closed: return hasRoom
    }
  }

  /// Whether another request may begin now.
  private var hasRoom: Bool { responses.queue.count < limits.pipelinedRequests && isWritable }

  /// Whether every received request has its response.
  private var isIdle: Bool {
    if case .body = state { return false }
    return responses.isEmpty && received.isEmpty && watch?.phase != .head
  }

  /// Returns whether the channel may read now; otherwise ``ConnectionAction/read`` follows later.
  mutating func mayReadNow() -> Bool {
    guard isOpen, !mayRead else { return true }
    (isReadHeld, isReadLate) = (true, isReadLate || isWritable)
    return false
  }

  /// Records that the parser is about to receive bytes.
  mutating func willParse() { isReading = true }

  /// Records that all bytes of the read were parsed.
  mutating func didRead() { isReading = false }

  /// Adds a response that the responder returned directly.
  mutating func answered(_ response: Response, to exchange: AssembledRequest) {
    guard isOpen else { return }
    if response.delayMilliseconds <= 0 {
      responses.append(PendingResponse(response: response, options: exchange.options))
    } else {
      complete(responses.queue.reserve(exchange.options), response)
    }
  }

  /// Reserves the position of a response that ``complete(_:_:)`` adds later.
  ///
  /// - Returns: The response's ticket, and whether the client no longer waits for it.
  mutating func reserve(
    _ exchange: AssembledRequest, isDeferred: Bool
  ) -> (ticket: Int, isCancelled: Bool) {
    let isSafe = isDeferred ? exchange.isSafe : nil
    let ticket = responses.queue.reserve(exchange.options, isSafe: isSafe)
    // A client that has already closed its sending side is assumed not to wait for deferred
    // responses.
    return (ticket, isDeferred && isInputClosed)
  }

  /// Adds the response with this ticket, after its delay if it has one.
  mutating func complete(_ ticket: Int, _ response: Response) {
    guard isOpen else { return }
    if response.delayMilliseconds > 0 {
      pending.append(
        .pause(milliseconds: response.delayMilliseconds, .answer(ticket: ticket, response)))
    } else {
      responses.queue.fill(ticket, with: response)
    }
  }

  /// Stores the next piece of a streamed response body; `nil` is the end of the body.
  mutating func didPull(_ piece: Result<[UInt8]?, BodyInterruption>, of stream: BodyStream) {
    responses.didPull(piece, of: stream)
  }

  /// Continues after a pause that an action requested.
  mutating func didPause(_ pause: ConnectionAction.Pause) {
    switch pause {
    case .dribble: responses.didPause()
    case .answer(let ticket, let response): responses.queue.fill(ticket, with: response)
    }
  }
}

// MARK: - Beginning, time and end

extension ConnectionStateMachine {
  /// Records that the connection is open, and starts its timer.
  mutating func begin(now: NIODeadline) {
    guard watch == nil else { return }
    watch = ConnectionWatch(limits: limits, now: now)
    startWatching(now: now)
    if isTurnedAway, !awaitsScheme { refuse(.serverFull) }
  }

  /// Rejects the first request of the client with a 503, because the server is full.
  mutating func refuseRequests() { isTurnedAway = true }

  /// Delays a rejection until the first byte shows whether the client uses TLS or plain HTTP.
  mutating func awaitScheme() { awaitsScheme = true }

  /// Sets the scheme of requests, when the first byte has shown it.
  mutating func setScheme(_ scheme: String) {
    reader.scheme = scheme
    guard awaitsScheme else { return }
    awaitsScheme = false
    if isTurnedAway { refuse(.serverFull) }
  }

  /// Sets the destination of all further requests.
  mutating func setDestination(_ destination: ConnectionDestination) {
    reader.authority = destination.authority
    streams = { [streamsBodies = destination.responder.streamsBodies] _ in streamsBodies }
    bodyTooLarge = destination.bodyTooLarge
  }

  /// Records whether the channel can accept more bytes.
  mutating func setWritable(_ isWritable: Bool) { self.isWritable = isWritable }

  /// Records that the output was sent, at the time `now`.
  mutating func didFlush(now: NIODeadline) { watch?.restartIdleTime(now: now) }

  /// Performs a time check, using the number of bytes that the client has not received yet.
  ///
  /// `isContended` is whether other bodies wait for space in the body budget.
  mutating func checkTime(now: NIODeadline, unsentBytes: Int, isContended: Bool) {
    guard !isClosed, watch != nil else { return }
    nextLook = .distantFuture
    let isMoving = unsentBytes > 0 && unsentBytes != unsentAtLastLook
    let isStuck = unsentBytes > 0 && !isMoving
    unsentAtLastLook = unsentBytes
    let isAnswering = isBusy(isMoving: isMoving, isStuck: isStuck)
    isReadLate = isReadHeld && isWritable
    if isAnswering { watch?.excuse(now: now) }
    switch watch?.verdict(now: now, isAnswering: isAnswering, isContended: isContended) {
    case nil: break
    case .wait(let time): scheduleCheck(at: time)
    case .refuse(let refusal) where isOpen && !isStuck:
      refuse(refusal)
      scheduleCheck(at: now + .bounded(seconds: limits.idleSeconds))
    case .close where isOpen && !isStuck: finish(.sudden)
    case .refuse, .close: pending.append(.close)
    }
  }

  /// Announces in all further responses that the connection will close.
  mutating func announceDrain() { isDrainAnnounced = true }

  /// Closes the connection if it is idle, otherwise after its pending responses.
  mutating func drain() {
    isDraining = true
    if case .lingering = state {
      pending.append(.close)
    } else if isIdle {
      finish(.sudden)
    }
  }

  /// Records that the client has closed its sending side; it may still receive responses.
  mutating func didCloseInput() {
    isInputClosed = true
    if case .lingering = state { pending.append(.close) }
    guard isOpen, responses.queue.hasDeferred else { return }
    // A client that left in the middle of a request does not wait for its other responses either.
    pending.append(.cancelWork(isDeferredOnly: true))
    received.removeAll()
    abort("the client is gone")
  }

  /// Ends a TLS handshake with an alert, so that the client fails at once, and closes the connection.
  mutating func refuseTLS() {
    guard isOpen else { return }
    pending.append(.writeBytes(TLSStart.alert[...]))
    finish(.orderly)
  }

  /// Records that all output was sent.
  mutating func didFinish(_ ending: Ending) {
    guard case .flushing = state else { return }
    switch ending {
    case .orderly where !isInputClosed:
      // Closing with unread input would reset the connection, and the client would lose the last
      // response.
      state = .lingering
      pending.append(.closeOutput)
    case .orderly, .sudden: pending.append(.close)
    case .reset: pending.append(.reset)
    }
  }

  /// Records that the connection is closed, or that another handler uses it.
  mutating func end() {
    clear()
    state = .closed
    pending.removeAll()
  }

  /// Ends the connection after the pending output; no further response is written.
  private mutating func finish(_ ending: Ending) {
    guard isOpen else { return }
    clear()
    state = .flushing
    pending.append(.cancelWork(isDeferredOnly: false))
    pending.append(.finish(ending))
    // The remaining input is read only to detect when the client closes its side.
    if isReadHeld { pending.append(.read) }
    isReadHeld = false
  }

  private mutating func clear() {
    responses.abandon()
    received.removeAll()
    abort("the client is gone")
  }

  /// Returns whether the time that has passed is not the client's fault.
  ///
  /// A client that can continue sending its body is not excused by a response that it waits for.
  private func isBusy(isMoving: Bool, isStuck: Bool) -> Bool {
    var isSending = false
    if case .body(let request) = state {
      if request.awaitsRoom { return false }
      guard let pipe = request.pipe else { return isReadLate }
      isSending = !pipe.isFull && !pipe.isCancelled
    }
    let owes = (!responses.isEmpty || !received.isEmpty) && !isSending
    return isMoving || (owes && !isStuck)
  }

  /// Schedules the next time check, unless an earlier one is scheduled.
  mutating func startWatching(now: NIODeadline) {
    guard let time = watch?.nextLook(now: now), time < nextLook else { return }
    scheduleCheck(at: time)
  }

  private mutating func scheduleCheck(at deadline: NIODeadline) {
    nextLook = deadline
    pending.append(.look(at: deadline))
  }
}
