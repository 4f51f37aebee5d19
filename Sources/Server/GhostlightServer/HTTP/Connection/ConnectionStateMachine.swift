import GhostlightCore
import NIOCore
import NIOHTTP1

/// One connection's state between two events: decides what is asked, written, read, waited for and
/// when it ends, and leaves the doing to ``ConnectionHandler``.
///
/// An event changes the state; ``next()`` then gives out what is to be done, one thing at a time,
/// until there is nothing more. It knows neither channel nor clock.
struct ConnectionStateMachine {
  private let limits: ServerLimits
  /// What a body that is too large is answered; `nil` for a line of text.
  private var bodyTooLarge: Response?
  private var intake: RequestIntake
  private var responses = ResponseSequence()
  /// What is to be done before anything else.
  private var pending = CircularBuffer<ConnectionAction>(initialCapacity: 0)
  private var watch: ConnectionWatch?
  private var nextLook = NIODeadline.distantFuture

  /// How far the connection is from its end.
  private(set) var stage = ClosingStage.open
  private var isDrainAnnounced = false
  private var isDraining = false
  private var isInputClosed = false
  private var isWritable = true
  private var isReading = false
  private(set) var isReadHeld = false
  private var hasOutput = false

  private var isTurnedAway = false
  private var awaitsScheme = false
  private var unsentAtLastLook = 0

  /// Makes a connection's state; `authority` is who we are to clients that name nobody, and
  /// `streamsBodies` whether requests are begun before their bodies are complete.
  init(
    scheme: String, authority: String, limits: ServerLimits, bodyTooLarge: Response? = nil,
    streamsBodies: Bool = false, isControl: Bool = false
  ) {
    self.limits = limits
    self.bodyTooLarge = bodyTooLarge
    intake = RequestIntake(
      scheme: scheme, authority: authority, limits: limits, streamsBodies: streamsBodies,
      isControl: isControl)
  }
}

// MARK: - What is to be done

extension ConnectionStateMachine {
  /// What is to be done next; `nil` where nothing is until something happens.
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
    // A body that nobody waits for any more, or that broke off, has no request behind it.
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

  /// Sends what is written, and reads on or ends where that is due.
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
  /// Bytes from the client still matter.
  var takesInput: Bool { stage == .open && intake.takesInput }

  /// A request's body is arriving.
  var isAmidRequest: Bool { intake.isAmidRequest }

  /// Whether there is something to be done with what comes now.
  private var mayRead: Bool {
    if let upload = intake.upload {
      return intake.isEmpty && !upload.isFull && !intake.awaitsRoom
    }
    return intake.isEmpty && hasRoom && !intake.awaitsSuccessor && !intake.awaitsRoom
  }

  /// Whether one more request may be worked on.
  private var hasRoom: Bool { responses.count < limits.pipelinedRequests && isWritable }

  /// Nothing has begun that is not answered.
  private var isIdle: Bool {
    responses.isEmpty && intake.isEmpty && !intake.isAmidRequest && watch?.phase != .head
  }

  /// Somebody wants to read.
  ///
  /// - Returns: Whether it may be now; else ``ConnectionAction/read`` comes in time.
  mutating func mayReadNow() -> Bool {
    guard stage == .open, !mayRead else { return true }
    isReadHeld = true
    return false
  }

  /// Bytes have come, which the parser gets now.
  mutating func willParse() { isReading = true }

  /// Takes the parser's next piece.
  ///
  /// - Returns: Whether something may have to be done.
  mutating func take(_ part: HTTPServerRequestPart) -> Bool {
    guard stage == .open else { return false }
    if let action = intake.take(part) { pending.append(action) }
    return !intake.isEmpty || !pending.isEmpty
  }

  /// The parser stopped at a limit during this read.
  mutating func didOverflow() { intake.didOverflow() }

  /// The parser has had `count` bytes.
  ///
  /// - Returns: Whether something may have to be done.
  @discardableResult
  mutating func didParse(
    _ count: Int, hasLineEnd: @autoclosure () -> Bool, now: NIODeadline
  ) -> Bool {
    guard stage == .open else { return false }
    let (phase, action) = intake.didParse(
      count, hasLineEnd: hasLineEnd(), isIdle: watch?.phase == .idle)
    if let action { pending.append(action) }
    watch?.enter(phase, now: now)
    if phase == .head { startWatching() }
    return !intake.isEmpty || !pending.isEmpty
  }

  /// The read is over.
  mutating func didRead() { isReading = false }

  /// Refuses what the parser, or somebody else, does not like.
  mutating func refuse(_ refusal: Refusal) {
    guard stage == .open, let action = intake.refuse(refusal) else { return }
    pending.append(action)
  }

  /// There is no room for the body that arrives: nothing is read until there is.
  mutating func didFindNoRoom() { intake.didFindNoRoom() }

  /// There is room for the body that arrives.
  mutating func didGetRoom() { intake.didGetRoom() }

  /// Begins with what a client has sent.
  private mutating func begin(_ step: AssemblyStep) -> ConnectionAction? {
    switch step {
    case .more: break
    case .complete(let exchange): return .ask(exchange, number: intake.begunNumber)
    case .arriving(let exchange, let pipe): return .askStreaming(exchange, pipe)
    case .arrived: break
    case .continueWanted: responses.append(Answer(response: nil, options: ReplyOptions()))
    case .refused(let refusal, let isHead):
      let options = ReplyOptions(isHead: isHead, keepsAlive: false)
      let own = refusal == .bodyTooLarge ? bodyTooLarge : nil
      responses.append(Answer(response: own ?? refusal.response, options: options))
    }
    return nil
  }

  /// Takes a response that was there at once.
  mutating func answered(_ response: Response, to exchange: AssembledRequest) {
    guard stage == .open else { return }
    if response.delayMilliseconds <= 0 {
      responses.append(Answer(response: response, options: exchange.options))
    } else {
      complete(responses.reserve(exchange.options), response)
    }
  }

  /// Keeps a place for an answer that comes later, by ``complete(_:_:)``.
  ///
  /// - Returns: Its ticket, and whether nobody waits for it any more.
  mutating func reserve(
    _ exchange: AssembledRequest, isDeferred: Bool
  ) -> (ticket: Int, isCancelled: Bool) {
    let ticket = responses.reserve(exchange.options)
    if isDeferred { responses.markDeferred(ticket, isSafe: exchange.isSafe) }
    // Whoever has said its last before is taken to be gone.
    return (ticket, isDeferred && isInputClosed)
  }

  /// Takes a response, and holds it back as long as it asks.
  mutating func complete(_ ticket: Int, _ response: Response) {
    guard stage == .open else { return }
    if response.delayMilliseconds > 0 {
      pending.append(
        .pause(milliseconds: response.delayMilliseconds, .answer(ticket: ticket, response)))
    } else {
      responses.fill(ticket, with: response)
    }
  }

  /// The next piece of a body is there, or its end.
  mutating func didPull(_ piece: Result<[UInt8]?, BodyInterruption>, of stream: BodyStream) {
    responses.didPull(piece, of: stream)
  }

  /// A pause is over.
  mutating func didPause(_ pause: ConnectionAction.Pause) {
    switch pause {
    case .dribble: responses.didPause()
    case .answer(let ticket, let response): responses.fill(ticket, with: response)
    }
  }
}

// MARK: - Beginning, time and end

extension ConnectionStateMachine {
  /// The connection stands.
  mutating func begin(now: NIODeadline) {
    guard watch == nil else { return }
    watch = ConnectionWatch(limits: limits, now: now)
    startWatching()
    if isTurnedAway, !awaitsScheme { refuse(.serverFull) }
  }

  /// The server is full: refuse without asking.
  mutating func turnAway() { isTurnedAway = true }

  /// Nothing can be said before the first byte, which tells TLS from HTTP.
  mutating func awaitScheme() { awaitsScheme = true }

  /// Sets by which scheme requests come, once the first byte has shown it.
  mutating func setScheme(_ scheme: String) {
    intake.setScheme(scheme)
    guard awaitsScheme else { return }
    awaitsScheme = false
    if isTurnedAway { refuse(.serverFull) }
  }

  /// Sets who we are to clients that name nobody, and what a body that is too large is answered.
  mutating func setDestination(authority: String, bodyTooLarge: Response?) {
    intake.setAuthority(authority)
    self.bodyTooLarge = bodyTooLarge
  }

  /// The client takes bytes again, or takes none for now.
  mutating func setWritable(_ isWritable: Bool) { self.isWritable = isWritable }

  /// The output has been sent.
  mutating func didFlush(now: NIODeadline) { watch?.noteAnswer(now: now) }

  /// Looks at the clock, and at what the client has not taken yet.
  mutating func look(now: NIODeadline, unsentBytes: Int) {
    guard stage != .closed, let watch else { return }
    nextLook = .distantFuture
    let isMoving = unsentBytes > 0 && unsentBytes != unsentAtLastLook
    let isStuck = unsentBytes > 0 && !isMoving
    // Whoever sends a body that somebody waits for is not waiting itself.
    let isSending = intake.upload.map { !$0.isFull && !$0.isCancelled } ?? false
    let owes =
      (!responses.isEmpty || !intake.isEmpty || intake.awaitsRoom)
      && (!isSending || intake.awaitsRoom)
    unsentAtLastLook = unsentBytes
    switch watch.verdict(now: now, isAnswering: isMoving || (owes && !isStuck)) {
    case .wait(let deadline):
      look(at: deadline)
    case .refuse where stage == .open && !isStuck:
      refuse(.headTooSlow)
      look(at: now + .bounded(seconds: limits.idleSeconds))
    case .close where stage == .open && !isStuck:
      finish(.sudden)
    case .refuse, .close:
      pending.append(.close)
    }
  }

  /// Lets answers say from now on that the connection ends.
  mutating func announceDrain() { isDrainAnnounced = true }

  /// Asks an idle connection to go, and another to go after its answers.
  mutating func drain() {
    isDraining = true
    if stage == .lingering {
      pending.append(.close)
    } else if stage == .open, isIdle {
      finish(.sudden)
    }
  }

  /// The client has said its last, but may still listen.
  mutating func didCloseInput() {
    isInputClosed = true
    if stage == .lingering { pending.append(.close) }
    guard stage == .open, responses.hasDeferred else { return }
    // Whoever left in the middle of a request is not waiting for those behind it either.
    pending.append(.cancelWork(isDeferredOnly: true))
    intake.clear()
  }

  /// All that was written has gone out.
  mutating func didFinish(_ ending: Ending) {
    guard stage == .flushing else { return }
    switch ending {
    case .orderly where !isInputClosed:
      // Closing over unread input would reset our last words away.
      stage = .lingering
      pending.append(.closeOutput)
    case .orderly, .sudden: pending.append(.close)
    case .reset: pending.append(.reset)
    }
  }

  /// The connection is gone, or somebody else's.
  mutating func end() {
    stage = .closed
    clear()
    pending.removeAll()
  }

  /// Ends the connection once all that is written has gone out; nothing is answered any more.
  private mutating func finish(_ ending: Ending) {
    guard stage == .open else { return }
    stage = .flushing
    clear()
    pending.append(.cancelWork(isDeferredOnly: false))
    pending.append(.finish(ending))
    // What is left is read, to notice the client's end.
    if isReadHeld { pending.append(.read) }
    isReadHeld = false
  }

  private mutating func clear() {
    responses.abandon()
    intake.clear()
  }

  /// Sees to it that somebody looks at the clock in time.
  private mutating func startWatching() {
    guard let deadline = watch?.deadline, deadline < nextLook else { return }
    look(at: deadline)
  }

  private mutating func look(at deadline: NIODeadline) {
    nextLook = deadline
    pending.append(.look(at: deadline))
  }
}

/// How far a connection is from its end.
enum ClosingStage {
  /// Requests are taken.
  case open
  /// The last answer is written.
  case flushing
  /// We have said our last; the client may still talk.
  case lingering
  /// All over.
  case closed
}
