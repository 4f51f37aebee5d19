import GhostlightCore
import NIOCore
import NIOHTTP1

/// The state machine of one connection, which makes all decisions for ``ConnectionHandler``.
///
/// It decides what is read, processed, written and awaited, and when the connection ends. An event
/// changes the state; ``next()`` then returns the resulting actions one by one. The state machine
/// uses neither a channel nor a clock.
struct ConnectionStateMachine {
  private let limits: ServerLimits
  /// The response to a body that is too large; `nil` for a plain-text response.
  private var bodyTooLarge: Response?
  private var intake: RequestIntake
  private var responses = ResponseSequence()
  /// Actions that are returned before all others.
  private var pending = CircularBuffer<ConnectionAction>(initialCapacity: 0)
  private var watch: ConnectionWatch?
  private var nextLook = NIODeadline.distantFuture

  /// The current phase of closing the connection.
  private(set) var stage = ClosingStage.open
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
  private var unsentAtLastLook = 0

  /// Creates the state of a new connection.
  ///
  /// Requests without a host get `authority`. A request for which `streams` returns `true` begins
  /// before its body is complete. `denial` can reject a request before its body is read.
  init(
    scheme: String, authority: String, limits: ServerLimits, bodyTooLarge: Response? = nil,
    streams: @escaping RequestAssembler.Streams = { _ in false }, isControl: Bool = false,
    denial: RequestAssembler.Denial? = nil
  ) {
    self.limits = limits
    self.bodyTooLarge = bodyTooLarge
    intake = RequestIntake(
      scheme: scheme, authority: authority, limits: limits, streams: streams, isControl: isControl,
      denial: denial)
  }
}

// MARK: - What is to be done

extension ConnectionStateMachine {
  /// Returns the next action; `nil` if there is nothing to do until the next event.
  mutating func next() -> ConnectionAction? {
    if let action = pending.popFirst() { return action }
    while stage == .open {
      if !responses.isEmpty, let step = responses.next(in: circumstances) {
        for action in step.following { pending.append(action) }
        if let ending = step.ending { finish(ending) }
        hasOutput = true
        if let action = step.action ?? pending.popFirst() { return action }
      } else if hasRoom, let step = nextStep() {
        if let action = begin(step) { return action }
      } else {
        return flushOrRead()
      }
    }
    return pending.popFirst()
  }

  private var circumstances: ResponseSequence.Circumstances {
    // After a body that was cancelled or cut off, no further request can follow.
    let isCut = intake.upload != nil || intake.isCutShort
    let isEnding = isDrainAnnounced || isDraining || isInputClosed || isCut
    return ResponseSequence.Circumstances(
      isWritable: isWritable, isEnding: isEnding,
      mayFollow: !intake.isEmpty || intake.isAmidRequest && intake.upload == nil,
      handshake: intake.handshake)
  }

  private mutating func nextStep() -> AssemblyStep? {
    intake.next(
      admitsSafe: responses.admits(isSafe: true), admitsAll: responses.admits(isSafe: false))
  }

  /// Returns the action that sends output, continues to read, or ends the connection.
  private mutating func flushOrRead() -> ConnectionAction? {
    if hasOutput, !isReading {
      hasOutput = false
      return .flush
    }
    let owesNothing = responses.isEmpty && intake.isEmpty
    if owesNothing, isInputClosed || (isDraining && isIdle) {
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
  var takesInput: Bool { stage == .open && intake.takesInput }

  /// Whether bytes that arrive now could be processed at once.
  private var mayRead: Bool {
    if let upload = intake.upload {
      return intake.isEmpty && !upload.isFull && !intake.awaitsRoom
    }
    return intake.isEmpty && hasRoom && !intake.awaitsSuccessor && !intake.awaitsRoom
  }

  /// Whether another request may begin now.
  private var hasRoom: Bool { responses.count < limits.pipelinedRequests && isWritable }

  /// Whether every received request has its response.
  private var isIdle: Bool {
    responses.isEmpty && intake.isEmpty && !intake.isAmidRequest && watch?.phase != .head
  }

  /// Returns whether the channel may read now; otherwise ``ConnectionAction/read`` follows later.
  mutating func mayReadNow() -> Bool {
    guard stage == .open, !mayRead else { return true }
    (isReadHeld, isReadLate) = (true, isReadLate || isWritable)
    return false
  }

  /// Records that the parser is about to receive bytes.
  mutating func willParse() { isReading = true }

  /// Processes the next part of a request from the parser.
  ///
  /// - Returns: Whether ``next()`` may have an action.
  mutating func take(_ part: HTTPServerRequestPart) -> Bool {
    guard stage == .open else { return false }
    if let action = intake.take(part) { pending.append(action) }
    return !intake.isEmpty || !pending.isEmpty
  }

  /// Records that the parser reached the limit for heads during this read.
  mutating func didOverflow() { intake.didOverflow() }

  /// Records that the parser has received `count` bytes.
  ///
  /// - Returns: Whether ``next()`` may have an action.
  @discardableResult
  mutating func didParse(
    _ count: Int, hasLineEnd: @autoclosure () -> Bool, now: NIODeadline
  ) -> Bool {
    guard stage == .open else { return false }
    let (phase, action) = intake.didParse(
      count, hasLineEnd: hasLineEnd(), isIdle: watch?.phase == .idle)
    if let action { pending.append(action) }
    watch?.enter(phase, now: now)
    startWatching(now: now)
    return !intake.isEmpty || !pending.isEmpty
  }

  /// Records that all bytes of the read were parsed.
  mutating func didRead() { isReading = false }

  /// Rejects the current request.
  mutating func refuse(_ refusal: Refusal) {
    guard stage == .open, let action = intake.refuse(refusal) else { return }
    pending.append(action)
  }

  /// Continues to receive a body if space is reserved for it; otherwise pauses reading.
  mutating func didAskForRoom(isThere: Bool, now: NIODeadline) {
    guard intake.isAmidRequest else { return }
    intake.didAskForRoom(isThere: isThere)
    watch?.enter(intake.bodyPhase, now: now)
    startWatching(now: now)
  }

  /// Returns the action that begins a received request, or writes an error or `100 Continue`.
  private mutating func begin(_ step: AssemblyStep) -> ConnectionAction? {
    switch step {
    case .more: break
    case .complete(let exchange): return .ask(exchange, number: intake.begunNumber)
    case .arriving(let exchange, let pipe): return .askStreaming(exchange, pipe)
    case .arrived: break
    case .continueWanted: responses.append(Answer(response: nil, options: ReplyOptions()))
    case .refused(let refusal, let isHead):
      let own = refusal == .bodyTooLarge ? bodyTooLarge : nil
      responses.append(Answer(last: own ?? refusal.response, isHead: isHead))
    case .denied(let response, let isHead):
      responses.append(Answer(last: response, isHead: isHead))
    }
    return nil
  }

  /// Adds a response that the responder returned directly.
  mutating func answered(_ response: Response, to exchange: AssembledRequest) {
    guard stage == .open else { return }
    if response.delayMilliseconds <= 0 {
      responses.append(Answer(response: response, options: exchange.options))
    } else {
      complete(responses.reserve(exchange.options), response)
    }
  }

  /// Reserves the position of a response that ``complete(_:_:)`` adds later.
  ///
  /// - Returns: The response's ticket, and whether the client no longer waits for it.
  mutating func reserve(
    _ exchange: AssembledRequest, isDeferred: Bool
  ) -> (ticket: Int, isCancelled: Bool) {
    let ticket = responses.reserve(exchange.options)
    if isDeferred { responses.markDeferred(ticket, isSafe: exchange.isSafe) }
    // A client that has already closed its sending side is assumed not to wait for deferred
    // responses.
    return (ticket, isDeferred && isInputClosed)
  }

  /// Adds the response with this ticket, after its delay if it has one.
  mutating func complete(_ ticket: Int, _ response: Response) {
    guard stage == .open else { return }
    if response.delayMilliseconds > 0 {
      pending.append(
        .pause(milliseconds: response.delayMilliseconds, .answer(ticket: ticket, response)))
    } else {
      responses.fill(ticket, with: response)
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
    case .answer(let ticket, let response): responses.fill(ticket, with: response)
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
  mutating func turnAway() { isTurnedAway = true }

  /// Delays a rejection until the first byte shows whether the client uses TLS or plain HTTP.
  mutating func awaitScheme() { awaitsScheme = true }

  /// Sets the scheme of requests, when the first byte has shown it.
  mutating func setScheme(_ scheme: String) {
    intake.setScheme(scheme)
    guard awaitsScheme else { return }
    awaitsScheme = false
    if isTurnedAway { refuse(.serverFull) }
  }

  /// Sets the destination of all further requests.
  mutating func setDestination(_ destination: ConnectionDestination) {
    intake.setDestination(
      authority: destination.authority, streamsBodies: destination.responder.streamsBodies)
    bodyTooLarge = destination.bodyTooLarge
  }

  /// Records whether the channel can accept more bytes.
  mutating func setWritable(_ isWritable: Bool) { self.isWritable = isWritable }

  /// Records that the output was sent, at the time `now`.
  mutating func didFlush(now: NIODeadline) { watch?.noteAnswer(now: now) }

  /// Performs a time check, using the number of bytes that the client has not received yet.
  ///
  /// `isContended` is whether other bodies wait for space in the body budget.
  mutating func look(now: NIODeadline, unsentBytes: Int, isContended: Bool) {
    guard stage != .closed, watch != nil else { return }
    nextLook = .distantFuture
    let isMoving = unsentBytes > 0 && unsentBytes != unsentAtLastLook
    let isStuck = unsentBytes > 0 && !isMoving
    unsentAtLastLook = unsentBytes
    let isAnswering = isBusy(isMoving: isMoving, isStuck: isStuck)
    isReadLate = isReadHeld && isWritable
    if isAnswering { watch?.excuse(now: now) }
    switch watch?.verdict(now: now, isAnswering: isAnswering, isContended: isContended) {
    case nil: break
    case .wait(let time): look(at: time)
    case .refuse(let refusal) where stage == .open && !isStuck:
      refuse(refusal)
      look(at: now + .bounded(seconds: limits.idleSeconds))
    case .close where stage == .open && !isStuck:
      finish(.sudden)
    case .refuse, .close:
      pending.append(.close)
    }
  }

  /// Announces in all further responses that the connection will close.
  mutating func announceDrain() { isDrainAnnounced = true }

  /// Closes the connection if it is idle, otherwise after its pending responses.
  mutating func drain() {
    isDraining = true
    if stage == .lingering {
      pending.append(.close)
    } else if stage == .open, isIdle {
      finish(.sudden)
    }
  }

  /// Records that the client has closed its sending side; it may still receive responses.
  mutating func didCloseInput() {
    isInputClosed = true
    if stage == .lingering { pending.append(.close) }
    guard stage == .open, responses.hasDeferred else { return }
    // A client that left in the middle of a request does not wait for its other responses either.
    pending.append(.cancelWork(isDeferredOnly: true))
    intake.clear()
  }

  /// Records that all output was sent.
  mutating func didFinish(_ ending: Ending) {
    guard stage == .flushing else { return }
    switch ending {
    case .orderly where !isInputClosed:
      // Closing with unread input would reset the connection, and the client would lose the last
      // response.
      stage = .lingering
      pending.append(.closeOutput)
    case .orderly, .sudden: pending.append(.close)
    case .reset: pending.append(.reset)
    }
  }

  /// Records that the connection is closed, or that another handler uses it.
  mutating func end() {
    stage = .closed
    clear()
    pending.removeAll()
  }

  /// Ends the connection after the pending output; no further response is written.
  private mutating func finish(_ ending: Ending) {
    guard stage == .open else { return }
    stage = .flushing
    clear()
    pending.append(.cancelWork(isDeferredOnly: false))
    pending.append(.finish(ending))
    // The remaining input is read only to detect when the client closes its side.
    if isReadHeld { pending.append(.read) }
    isReadHeld = false
  }

  private mutating func clear() {
    responses.abandon()
    intake.clear()
  }

  /// Returns whether the time that has passed is not the client's fault.
  ///
  /// A client that can continue sending its body is not excused by a response that it waits for.
  private func isBusy(isMoving: Bool, isStuck: Bool) -> Bool {
    if intake.awaitsRoom { return false }
    if intake.isAmidRequest, intake.upload == nil { return isReadLate }
    // While the client can still send its body, a pending response does not excuse its silence.
    let isSending = intake.upload.map { !$0.isFull && !$0.isCancelled } ?? false
    let owes = (!responses.isEmpty || !intake.isEmpty) && !isSending
    return isMoving || (owes && !isStuck)
  }

  /// Schedules the next time check, unless an earlier one is scheduled.
  private mutating func startWatching(now: NIODeadline) {
    guard let time = watch?.nextLook(now: now), time < nextLook else { return }
    look(at: time)
  }

  private mutating func look(at deadline: NIODeadline) {
    nextLook = deadline
    pending.append(.look(at: deadline))
  }
}
