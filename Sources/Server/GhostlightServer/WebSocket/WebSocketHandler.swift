import GhostlightCore
import NIOCore
import NIOWebSocket

/// One WebSocket: frames in and out, silence and a goodbye in time.
///
/// What to do is decided in ``WebSocketSession``; this class does it.
final class WebSocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = Never
  typealias OutboundOut = WebSocketFrame

  var session: WebSocketSession
  private let news: NewsFeed?
  let limits: ServerLimits
  private let unsent: UnsentBytes
  /// What the server knows of our unsent bytes.
  private var notedBytes = 0
  private var noting: Scheduled<Void>?
  var context: ChannelHandlerContext?
  private var leaveNews: (@Sendable () -> Void)?
  private var isReadHeld = false
  var isGoodbyeSent = false
  /// How the connection ends once our goodbye has gone out.
  var ending: WebSocketSession.Action?
  /// When the client last gave a sign of life, and the next look at the clock.
  var lastSign = NIODeadline.uptimeNanoseconds(0)
  var tick: Scheduled<Void>?

  /// Makes the handler of a conversation that begins.
  init(_ opening: ConversationOpening, limits: ServerLimits, unsent: UnsentBytes) {
    session = WebSocketSession(opening.conversation, limits: limits)
    news = opening.news
    self.limits = limits
    self.unsent = unsent
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    lastSign = context.eventLoop.now
    watchSilence(context)
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    leaveNews = news?.join(
      NewsListener(
        hear: { news in loop.execute { bound.value.learn(news) } },
        end: { loop.execute { bound.value.leave() } }))
  }

  func handlerRemoved(context: ChannelHandlerContext) { stop() }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let frame = unwrapInboundIn(data)
    // - Source: protocol reference A14: data and pings are signs of life.
    if frame.opcode != .pong { lastSign = context.eventLoop.now }
    perform(session.take(frame), context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.flush()
    noteUnsent(context)
    context.fireChannelReadComplete()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable, isReadHeld {
      isReadHeld = false
      context.read()
    }
    context.fireChannelWritabilityChanged()
  }

  func read(context: ChannelHandlerContext) {
    // Whoever does not listen is not listened to.
    if context.channel.isWritable { context.read() } else { isReadHeld = true }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? NIOWebSocketError else {
      context.close(promise: nil)
      return
    }
    let code: WebSocketErrorCode =
      switch error {
      case .invalidFrameLength: .messageTooLarge
      case .fragmentedControlFrame, .multiByteControlFrameLength: .protocolError
      }
    perform(session.refuse(code), context)
    context.flush()
  }

  /// Says goodbye because the server goes.
  func leave() {
    guard let context else { return }
    perform(session.leave(.goingAway), context)
    context.flush()
  }

  private func learn(_ news: [News]) {
    guard let context else { return }
    perform(session.learn(news), context)
    context.flush()
    noteUnsent(context)
  }

  /// Tells the server what the client has not taken, and looks again until it has.
  private func noteUnsent(_ context: ChannelHandlerContext) {
    let bytes = context.unsentBytes
    if bytes != notedBytes {
      notedBytes = bytes
      let channel = context.channel
      unsent.note(bytes, of: ObjectIdentifier(self)) { channel.close(promise: nil) }
    }
    guard bytes > 0, noting == nil else { return }
    noting = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in
      self?.noting = nil
      if let self, let context = self.context { self.noteUnsent(context) }
    }
  }

  private func stop() {
    tick?.cancel()
    tick = nil
    noting?.cancel()
    if notedBytes > 0 {
      notedBytes = 0
      unsent.note(0, of: ObjectIdentifier(self)) {}
    }
    context = nil
    leaveNews?()
    leaveNews = nil
  }
}
