import GhostlightCore
import NIOCore

extension ConnectionHandler {
  /// Bytes from the client still matter.
  var takesInput: Bool { stage == .open && (!assembler.isOver || awaitsSuccessor) }

  /// The last request wants a WebSocket: what comes behind it is for that.
  private var awaitsSuccessor: Bool {
    guard assembler.isOver, case .accepted = handshake else { return false }
    return true
  }

  /// Whether there is something to be done with what comes now.
  func mayRead(_ context: ChannelHandlerContext) -> Bool {
    backlog.isEmpty && hasRoom(context) && !awaitsSuccessor
  }

  /// Called after the parser has had `bytes`.
  func didParse(_ bytes: ByteBuffer) {
    guard let context, stage == .open else { return }
    if partsThisRead > 0 {
      fruitlessBytes = 0
      isPastFirstLine = true
    } else {
      fruitlessBytes += bytes.readableBytes
      isPastFirstLine =
        (watch?.phase != .idle && isPastFirstLine)
        || bytes.readableBytesView.contains(UInt8(ascii: "\n"))
    }
    // The parser counts names and values only; line ends and colons are in the margin.
    if isHeadOverflown || fruitlessBytes > limits.headBytes + 8 * limits.headFields + 256 {
      refuse(isPastFirstLine ? .headTooLarge : .targetTooLong, context)
    }
    noteInput(context.eventLoop.now)
    partsThisRead = 0
  }

  /// Does what a piece of a request leads to, unless others are to come before.
  func act(on step: AssemblyStep, _ context: ChannelHandlerContext) {
    if step == .more { return }
    if case .complete(let exchange) = step, !exchange.terms.keepsAlive {
      handshake = WebSocketHandshake(exchange.request)
    }
    if backlog.isEmpty, hasRoom(context) {
      perform(step, context)
    } else {
      backlog.append(step)
    }
  }

  /// Does what a piece of a request leads to.
  func perform(_ step: AssemblyStep, _ context: ChannelHandlerContext) {
    switch step {
    case .more:
      break
    case .complete(let exchange):
      dispatch(exchange, context)
    case .continueWanted:
      reply(Answer(response: nil, terms: ReplyTerms()), context)
    case .refused(let refusal, let isHead):
      let terms = ReplyTerms(isHead: isHead, keepsAlive: false)
      reply(Answer(response: refusal.response, terms: terms), context)
    }
  }

  /// Refuses what the parser, or the clock, does not like.
  func refuse(_ refusal: Refusal, _ context: ChannelHandlerContext) {
    guard stage == .open else { return }
    act(on: assembler.refuse(refusal), context)
  }

  /// Whether one more request may be worked on.
  func hasRoom(_ context: ChannelHandlerContext) -> Bool {
    queue.count < limits.pipelinedRequests && context.channel.isWritable
  }

  /// Asks the responder, at once where it can.
  func dispatch(_ exchange: AssembledRequest, _ context: ChannelHandlerContext) {
    guard let respondNow = responder.respondNow else {
      dispatchTask(exchange, context)
      return
    }
    let response = respondNow(exchange.request)
    if queue.isEmpty, !isBusyWriting, response.delayMilliseconds <= 0,
      case .whole = response.delivery, response.conversation == nil
    {
      write(response, exchange.terms, context)
      return
    }
    settle(queue.reserve(exchange.terms), response)
  }

  private func dispatchTask(_ exchange: AssembledRequest, _ context: ChannelHandlerContext) {
    let ticket = queue.reserve(exchange.terms)
    let respond = responder.respond
    let request = exchange.request
    let channel = context.channel
    let bound = NIOLoopBound(self, eventLoop: channel.eventLoop)
    let task = Task {
      let response = await respond(request)
      // Once the server is drained its loops are gone.
      guard channel.isActive else { return }
      channel.eventLoop.execute { bound.value.settle(ticket, response) }
    }
    queue.attach(task, to: ticket)
  }

  /// Takes a responder's answer, and holds it back as long as it asks.
  func settle(_ ticket: Int, _ response: Response) {
    guard let context, stage != .closed else { return }
    guard response.delayMilliseconds > 0 else {
      queue.fill(ticket, with: response)
      pump()
      return
    }
    after(.bounded(milliseconds: response.delayMilliseconds), context) { handler in
      handler.queue.fill(ticket, with: response)
      handler.pump()
    }
  }

  /// Runs `action` on the loop in a while, unless the connection is over by then.
  func after(
    _ delay: TimeAmount, _ context: ChannelHandlerContext,
    _ action: @escaping (ConnectionHandler) -> Void
  ) {
    context.eventLoop.assumeIsolated().scheduleTask(in: delay) { [weak self] in
      guard let self, self.stage != .closed else { return }
      action(self)
    }
  }
}
