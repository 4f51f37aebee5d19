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
  init(_ opening: ConversationOpening, limits: ServerLimits) {
    session = WebSocketSession(opening.conversation, limits: limits)
    news = opening.news
    self.limits = limits
  }

  /// Puts the frames' coding and `handler` at the end of a pipeline.
  static func install(
    _ handler: WebSocketHandler, in pipeline: ChannelPipeline.SynchronousOperations
  ) throws {
    // A goodbye must fit whatever the limit; the assembler holds messages to it.
    let largest = min(max(handler.limits.messageBytes, 125), Int(UInt32.max))
    try pipeline.addHandler(WebSocketFrameEncoder())
    try pipeline.addHandler(
      ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: largest)))
    try pipeline.addHandler(handler)
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
  }

  private func stop() {
    tick?.cancel()
    tick = nil
    context = nil
    leaveNews?()
    leaveNews = nil
  }
}
