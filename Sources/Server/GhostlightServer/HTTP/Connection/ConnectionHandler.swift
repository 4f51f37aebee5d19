import GhostlightCore
import NIOCore
import NIOHTTP1

/// The channel handler of one HTTP connection.
///
/// ``ConnectionStateMachine`` makes all decisions. This class reports events to the state machine,
/// and performs the actions that it returns on the connection's event loop.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = ByteBuffer

  private var responder: Responder
  private let resources: ServerResources
  private let limits: ServerLimits
  private var machine: ConnectionStateMachine
  private var out: OutputBuffer
  private var context: ChannelHandlerContext?
  private var isRunning = false
  private var isCompletingRead = false
  /// The work in progress, keyed by the ticket of the response.
  private var workers: [Int: DeferredResponse] = [:]
  private let shares: BodyShares
  /// The responses that fault plans delay; `nil` before the first one.
  private var delayed: DelayedResponses?
  /// The scheduled next time check.
  private var tick: Scheduled<Void>?
  /// Ends the WebSocket that the connection has become, because the server is draining.
  private var leave: (() -> Void)?
  /// Called when the server is draining, if the connection has become a tunnel.
  private var onDrain: (() -> Void)?

  /// Creates the handler; requests without a host get `authority`.
  init(
    responder: Responder, resources: ServerResources, scheme: String, authority: String,
    limits: ServerLimits, date: DateField = DateField()
  ) {
    self.responder = responder
    self.resources = resources
    self.limits = limits
    machine = ConnectionStateMachine(
      scheme: scheme, authority: authority, limits: limits, bodyTooLarge: resources.bodyTooLarge,
      streams: resources.streams ?? { [streams = responder.streamsBodies] _ in streams },
      isControl: resources.isControl, denial: resources.denial)
    out = OutputBuffer(ResponseWriter(date: date))
    shares = BodyShares(of: resources.bodies)
  }

  /// Rejects the first request of the client with a 503, because the server is full.
  func refuseRequests() { machine.refuseRequests() }

  /// Delays a rejection until the first byte shows whether the client uses TLS or plain HTTP.
  func awaitScheme() { machine.awaitScheme() }

  /// Ends a TLS handshake that the client began on a connection without TLS.
  func refuseTLS() {
    machine.refuseTLS()
    run()
    resources.onHandshake?(machine.reader.authority)
  }

  /// Announces in all further responses that the connection will close.
  func announceDrain() { machine.announceDrain() }

  /// Closes the connection if it is idle, otherwise after its pending responses.
  func drain() {
    machine.drain()
    delayed?.endAll()
    leave?()
    onDrain?()
    run()
  }
}

/// Forwards the channel's events to the state machine.
extension ConnectionHandler {
  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    if context.channel.isActive { begin(context) }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    end()
    self.context = nil
  }

  func channelActive(context: ChannelHandlerContext) {
    begin(context)
    context.fireChannelActive()
  }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  /// Whether the client's bytes still have to be parsed.
  var takesInput: Bool { machine.takesInput }

  /// Whether the next bytes belong to the head of a request.
  var isInHead: Bool { machine.isInHead }

  /// Called before the parser receives a head with escaped bytes.
  func willParseEscapes() { machine.reader.hasEscapes = true }

  /// Called before the parser receives the bytes of a read.
  func willParse() { machine.willParse() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    if machine.handle(unwrapInboundIn(data)) { run() }
  }

  /// Called after the parser has received `bytes`.
  func didParse(_ bytes: ByteBuffer) {
    guard let context else { return }
    let isToBeDone = machine.didParse(
      bytes.readableBytes, hasLineEnd: bytes.readableBytesView.contains(UInt8(ascii: "\n")),
      now: context.eventLoop.now)
    if isToBeDone { run() }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    machine.didRead()
    isCompletingRead = true
    run()
    isCompletingRead = false
    context.fireChannelReadComplete()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    machine.setWritable(context.channel.isWritable)
    run()
    context.fireChannelWritabilityChanged()
  }

  func read(context: ChannelHandlerContext) {
    if machine.mayReadNow() { context.read() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed {
      machine.didCloseInput()
      delayed?.endAll()
      run()
    }
    if let event = event as? ConnectionEvent { handle(event) }
    context.fireUserInboundEventTriggered(event)
  }

  private func handle(_ event: ConnectionEvent) {
    switch event {
    case .scheme(let scheme):
      machine.setScheme(scheme)
      run()
    case .destination(let destination):
      responder = destination.responder
      machine.setDestination(destination)
    case .detached(let onDrain):
      end()
      self.onDrain = onDrain
    case .reset: break
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else { return context.close(promise: nil) }
    machine.didFail(error)
    run()
  }

  private func begin(_ context: ChannelHandlerContext) {
    machine.begin(now: context.eventLoop.now)
    run()
  }

  private func end() {
    machine.end()
    tick?.cancel()
    tick = nil
    onDrain = nil
    forgetWork()
  }

  /// Passes a deferred response to the state machine, unless its work was cancelled.
  private func complete(_ ticket: Int, _ response: Response) {
    guard workers.removeValue(forKey: ticket) != nil else { return }
    machine.complete(ticket, response)
    run()
  }

  /// Continues to receive a body that waited for space, unless the wait was cancelled.
  private func didGetRoom(_ number: Int) {
    guard shares.didGetRoom(for: number), let context else { return }
    machine.didAskForRoom(isThere: true, now: context.eventLoop.now)
    run()
  }
}

/// Carries out the actions that the connection's state machine requests.
extension ConnectionHandler {
  /// Performs actions until the state machine returns none.
  private func run() {
    // Flushing may report immediately that the channel is writable again, which calls this method
    // recursively.
    guard let context, !isRunning else { return }
    isRunning = true
    while let action = machine.next() { perform(action, context) }
    isRunning = false
  }

  private func perform(_ action: ConnectionAction, _ context: ChannelHandlerContext) {
    switch action {
    case .ask(let exchange, let number): ask(exchange, number, context)
    case .askStreaming(let exchange, let pipe): askStreaming(exchange, pipe, context)
    case .cancelWork(isDeferredOnly: true):
      for response in workers.values where !response.waits { response.cancel() }
    case .cancelWork(isDeferredOnly: false): forgetWork()
    case .write(let response, let options):
      out.append(response, options)
      if out.isFull { passOn(context, flushes: false) }
    case .writeHead(let response, let options, let framing):
      out.appendHead(response, options, framing)
    case .writeBytes(let bytes): out.append(bytes)
    case .pull(let stream): pull(stream, context)
    case .writeContinue: out.appendContinue()
    case .flush:
      passOn(context, flushes: true)
      if !isCompletingRead { machine.didFlush(now: context.eventLoop.now) }
    case .finish(let ending): finish(ending, context)
    case .read: context.read()
    case .reserveBytes(let bytes, let number): reserveBytes(bytes, number, context)
    case .discardReservation(let number): shares.discard(number)
    case .endRoomWait(let number): shares.endWait(for: number)
    case .pause(let milliseconds, .answer(let ticket, let response)):
      if delayed == nil { delayed = DelayedResponses(of: resources.delays) }
      delayed?.add(ticket, response, milliseconds, context.eventLoop) { [weak self] response in
        self?.machine.didPause(.answer(ticket: ticket, response))
        self?.run()
      }
    case .pause(let milliseconds, .dribble):
      after(.bounded(milliseconds: milliseconds), context) { $0.machine.didPause(.dribble) }
    case .look(let deadline): scheduleCheck(at: deadline, context)
    case .closeOutput:
      after(.bounded(seconds: limits.lingerSeconds), context) { $0.context?.close(promise: nil) }
      context.close(mode: .output, promise: nil)
    case .close: context.close(promise: nil)
    case .reset: context.channel.closeWithReset()
    case .handOver(let opening, let head):
      let successor = WebSocketHandler(opening, limits: limits, unsent: resources.unsent)
      replaceHTTP(head, context) { announce in
        try successor.succeed(context, isReadHeld: machine.isReadHeld, announce: announce)
        return { successor.leave() }
      }
    case .relay(let stream, let head):
      replaceHTTP(head, context) { announce in
        let side = try WebSocketRelay.begin(
          forwarding: stream, context, isReadHeld: machine.isReadHeld, announce: announce)
        return { side.close() }
      }
    }
  }

  /// Calls the responder with a request; the responder may return a response directly.
  ///
  /// The bytes reserved for the request are released when the work on it ends.
  private func ask(_ exchange: AssembledRequest, _ number: Int, _ context: ChannelHandlerContext) {
    let share = shares.remove(number)
    switch responder.ask(exchange.request, nil) {
    case .answered(let response): machine.answered(response, to: exchange)
    case .deferred(let response): begin(response, exchange, share, context)
    }
  }

  /// Calls the responder with a request whose body is still being received.
  ///
  /// The bytes reserved for the request are released when the body has ended.
  private func askStreaming(
    _ exchange: AssembledRequest, _ pipe: BodyPipe, _ context: ChannelHandlerContext
  ) {
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    pipe.observe(onRoom: { loop.execute { bound.value.run() } })
    switch responder.ask(exchange.request, BodyStream(awaiting: pipe)) {
    case .answered(let response): machine.answered(response, to: exchange)
    case .deferred(let response): begin(response, exchange, nil, context)
    }
  }

  /// Starts the work that produces a response, on the server's worker threads or elsewhere.
  private func begin(
    _ response: DeferredResponse, _ exchange: AssembledRequest, _ share: BodyBudget.Share?,
    _ context: ChannelHandlerContext
  ) {
    let (ticket, isCancelled) = machine.reserve(exchange, isDeferred: !response.waits)
    workers[ticket] = response
    if isCancelled { response.cancel() }
    let complete = completion(of: ticket, context.channel, share)
    let executor = resources.executor
    // The work starts after the whole read was parsed, so that the changes of several requests are
    // written together.
    context.eventLoop.execute { response.begin(executor, complete) }
  }

  /// Returns a closure that accepts the response on any thread.
  ///
  /// It does nothing if the event loop has stopped, as in a drained server.
  private func completion(
    of ticket: Int, _ channel: any Channel, _ share: BodyBudget.Share?
  ) -> DeferredResponse.Completion {
    let loop = channel.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    return { response in
      withExtendedLifetime(share) {}
      guard channel.isActive else { return }
      CompletionBatch.post(to: ObjectIdentifier(loop), by: { loop.execute($0) }) {
        bound.value.complete(ticket, response)
      }
    }
  }

  /// Requests the next piece of a body, which a worker thread or another server produces.
  ///
  /// The completion does not retain the stream, which is cancelled when the connection ends.
  private func pull(_ stream: BodyStream, _ context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    stream.pull(by: resources.executor) { [weak stream] piece in
      guard let stream else { return }
      if loop.inEventLoop {
        bound.value.didPull(piece, of: stream)
      } else {
        loop.execute { bound.value.didPull(piece, of: stream) }
      }
    }
  }

  private func didPull(_ piece: Result<[UInt8]?, BodyInterruption>, of stream: BodyStream) {
    machine.didPull(piece, of: stream)
    run()
  }

  /// Cancels all work for this connection, and releases its bytes of the budgets.
  private func forgetWork() {
    delayed?.forgetAll()
    for worker in workers.values { worker.cancel() }
    workers = [:]
    shares.giveAllUp()
  }

  private func reserveBytes(_ bytes: Int, _ number: Int, _ context: ChannelHandlerContext) {
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    let proceed: @Sendable () -> Void = { loop.execute { bound.value.didGetRoom(number) } }
    machine.didAskForRoom(isThere: shares.reserve(bytes, for: number, proceed), now: loop.now)
  }

  /// Writes the pending output to the channel, and flushes the channel if `flushes` is `true`.
  private func passOn(_ context: ChannelHandlerContext, flushes: Bool) {
    guard !out.isEmpty else { return flushes ? context.flush() : () }
    var passed = out.drain()
    if flushes {
      context.writeAndFlush(wrapOutboundOut(passed), promise: nil)
    } else {
      context.write(wrapOutboundOut(passed), promise: nil)
    }
    out.reuse(&passed)
  }

  private func finish(_ ending: Ending, _ context: ChannelHandlerContext) {
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { [weak self] _ in
      self?.machine.didFinish(ending)
      self?.run()
    }
    context.writeAndFlush(wrapOutboundOut(out.drain()), promise: written)
  }

  /// Runs `action` on the event loop after a delay, unless the connection has ended by that time.
  private func after(
    _ delay: TimeAmount, _ context: ChannelHandlerContext,
    _ action: @escaping (ConnectionHandler) -> Void
  ) {
    context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
      guard let self, !self.machine.isClosed else { return }
      action(self)
      self.run()
    }
  }

  private func scheduleCheck(at deadline: NIODeadline, _ context: ChannelHandlerContext) {
    tick?.cancel()
    tick = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] in
      guard let self, let context = self.context else { return }
      self.machine.checkTime(
        now: context.eventLoop.now, unsentBytes: context.unsentBytes,
        isContended: shares.isContended)
      self.run()
    }
  }

  /// Sends the response that ends HTTP, and lets `begin` replace this handler.
  ///
  /// `begin` returns what ends the WebSocket when the server drains.
  private func replaceHTTP(
    _ head: Response, _ context: ChannelHandlerContext,
    _ begin: (_ announce: () -> Void) throws -> () -> Void
  ) {
    out.appendSwitch(head)
    do {
      leave = try begin { passOn(context, flushes: true) }
    } catch {
      context.close(promise: nil)
    }
  }
}
