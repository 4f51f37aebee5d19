import GhostlightCore
import NIOCore
import NIOHTTP1

/// One connection: requests in, answers out in their order.
///
/// What to do is decided in ``RequestAssembler``, ``AnswerQueue`` and ``ConnectionWatch``; this
/// class does it.
final class ConnectionHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPServerRequestPart
  typealias OutboundIn = Never
  typealias OutboundOut = ByteBuffer

  let responder: Responder
  let limits: ServerLimits
  /// The server is full: refuse without asking.
  var isTurnedAway = false
  /// Nothing can be said before the first byte, which tells TLS from HTTP.
  var awaitsScheme = false

  var assembler: RequestAssembler
  var queue = AnswerQueue()
  /// What came with other requests and must wait for room in the queue.
  var backlog = CircularBuffer<AssemblyStep>(initialCapacity: 0)
  var writer: ResponseWriter
  var watch: ConnectionWatch?
  /// Written, but not handed to the channel yet.
  var out = ByteBuffer()
  var context: ChannelHandlerContext?

  var stage = ClosingStage.open
  var isDraining = false
  var isInputClosed = false
  /// A dribbling answer is under way.
  var isBusyWriting = false
  var isPumping = false
  var isReading = false
  var isReadHeld = false
  /// The parser stopped at a limit during this read.
  var isHeadOverflown = false
  var partsThisRead = 0
  /// Bytes since the parser last made something of them.
  var fruitlessBytes = 0
  /// What is too long now is not the target.
  var isPastFirstLine = false
  var unwrittenAtLastTick = 0
  /// What the last request says that might want a WebSocket.
  var handshake = WebSocketHandshake.missing
  /// Whose connection it is once requests are over.
  var successor: WebSocketHandler?
  /// The next look at the clock, and when it is due.
  var tick: Scheduled<Void>?
  var tickDeadline = NIODeadline.distantFuture

  /// Makes the connection's handler; `authority` is who we are to clients that name nobody.
  init(
    responder: Responder, scheme: String, authority: String, limits: ServerLimits,
    date: DateField = DateField()
  ) {
    self.responder = responder
    self.limits = limits
    assembler = RequestAssembler(scheme: scheme, authority: authority, limits: limits)
    writer = ResponseWriter(date: date)
  }

  /// Puts gate, parser and `handler` at the end of a pipeline.
  static func install(
    _ handler: ConnectionHandler, in pipeline: ChannelPipeline.SynchronousOperations,
    limits: ServerLimits
  ) throws {
    var bounds = NIOHTTPDecoderLimitConfiguration()
    bounds.maxHeaderFieldSize = limits.headBytes
    bounds.maxHeaderListSize = limits.headBytes
    bounds.maxHeaderFieldCount = limits.headFields
    // Whatever comes behind a request for a WebSocket is for that.
    let parser = HTTPRequestDecoder(
      leftOverBytesStrategy: .forwardBytes, limitConfiguration: bounds)
    try pipeline.addHandler(RequestGate(handler))
    try pipeline.addHandler(ByteToMessageHandler(parser))
    try pipeline.addHandler(handler)
  }

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

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard stage == .open else { return }
    partsThisRead += 1
    act(on: assembler.take(unwrapInboundIn(data)), context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    isReading = false
    flush(context)
    context.fireChannelReadComplete()
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { pump() }
    context.fireChannelWritabilityChanged()
  }

  func read(context: ChannelHandlerContext) {
    if stage == .open, !mayRead(context) {
      isReadHeld = true
    } else {
      context.read()
    }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { didCloseInput(context) }
    if case .scheme(let scheme)? = event as? ConnectionEvent { didLearn(scheme, context) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    guard let error = error as? HTTPParserError else {
      context.close(promise: nil)
      return
    }
    switch error {
    case .headerOverflow: isHeadOverflown = true
    case .invalidVersion: refuse(.versionUnsupported, context)
    default: refuse(.malformed, context)
    }
  }

  private func begin(_ context: ChannelHandlerContext) {
    guard watch == nil else { return }
    watch = ConnectionWatch(limits: limits, now: context.eventLoop.now)
    startWatching()
    if isTurnedAway, !awaitsScheme { refuse(.serverFull, context) }
  }

  private func didLearn(_ scheme: String, _ context: ChannelHandlerContext) {
    assembler.scheme = scheme
    guard awaitsScheme else { return }
    awaitsScheme = false
    if isTurnedAway { refuse(.serverFull, context) }
  }

  private func end() {
    stage = .closed
    queue.abandon()
    backlog.removeAll()
    stopWatching()
  }
}
