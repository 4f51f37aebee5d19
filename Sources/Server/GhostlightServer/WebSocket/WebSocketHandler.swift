import GhostlightCore
import NIOCore
import NIOHTTP1
import NIOWebSocket
import Synchronization

/// The channel handler of one WebSocket.
///
/// ``WebSocketSession`` makes all decisions; this class sends frames, detects silent clients and
/// closes the connection.
final class WebSocketHandler: ChannelDuplexHandler {
  typealias InboundIn = WebSocketFrame
  typealias OutboundIn = Never
  typealias OutboundOut = WebSocketFrame

  var session: WebSocketSession
  private let events: EventSource?
  let limits: ServerLimits
  private let unsent: UnsentBytes
  /// The number of unsent bytes that was last reported to ``UnsentBytes``.
  private var notedBytes = 0
  private var noting: Scheduled<Void>?
  var context: ChannelHandlerContext?
  private var unsubscribe: (@Sendable () -> Void)?
  private var isReadHeld = false
  var isGoodbyeSent = false
  /// The way in which the connection is closed after the close frame was sent.
  var ending: WebSocketSession.Action?
  /// The time of the client's last frame other than a pong.
  var lastSign = NIODeadline.uptimeNanoseconds(0)
  var tick: Scheduled<Void>?

  init(_ opening: SessionUpgrade, limits: ServerLimits, unsent: UnsentBytes) {
    session = WebSocketSession(opening.session, limits: limits)
    events = opening.events
    self.limits = limits
    self.unsent = unsent
  }

  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    lastSign = context.eventLoop.now
    watchSilence(context)
    let bound = NIOLoopBound(self, eventLoop: context.eventLoop)
    let loop = context.eventLoop
    unsubscribe = events?.subscribe(
      EventSubscriber(
        receive: { events in loop.execute { bound.value.notify(events) } },
        end: { loop.execute { bound.value.leave() } }))
  }

  func handlerRemoved(context: ChannelHandlerContext) { stop() }

  func channelInactive(context: ChannelHandlerContext) {
    stop()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    perform(session.handle(unwrapInboundIn(data)), context)
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    context.flush()
    reportUnsent(context)
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
    // If the client does not receive, nothing more is read from it.
    if context.channel.isWritable { context.read() } else { isReadHeld = true }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed { context.close(promise: nil) }
    context.fireUserInboundEventTriggered(event)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    let code: WebSocketErrorCode
    switch error {
    case NIOWebSocketError.invalidFrameLength,
      NIOWebSocketFrameAggregator.Error.accumulatedFrameSizeIsTooLarge,
      NIOWebSocketFrameAggregator.Error.tooManyFragments:
      code = .messageTooLarge
    case is NIOWebSocketError, is NIOWebSocketFrameAggregator.Error: code = .protocolError
    default:
      context.close(promise: nil)
      return
    }
    perform(session.refuse(code), context)
    context.flush()
  }

  /// Records that a frame has arrived, and returns whether RFC 6455 allows it.
  fileprivate func admits(_ frame: WebSocketFrame) -> Bool {
    guard let context, session.phase != .over else { return false }
    // - Source: EGF2 A14: data and pings are signs of life.
    if frame.opcode != .pong { lastSign = context.eventLoop.now }
    // No extension was negotiated, so the reserved bits must not be set.
    if frame.maskKey != nil, !(frame.rsv1 || frame.rsv2 || frame.rsv3) { return true }
    perform(session.refuse(.protocolError), context)
    return false
  }

  /// Sends a close frame, because the server is draining.
  func leave() {
    guard let context else { return }
    perform(session.leave(.goingAway), context)
    context.flush()
  }

  private func notify(_ events: [BackendEvent]) {
    guard let context else { return }
    perform(session.notify(events), context)
    context.flush()
    reportUnsent(context)
  }

  /// Reports the number of unsent bytes to ``UnsentBytes``, repeatedly until it is 0.
  private func reportUnsent(_ context: ChannelHandlerContext) {
    let bytes = context.unsentBytes
    if bytes != notedBytes {
      notedBytes = bytes
      let channel = context.channel
      unsent.report(bytes, of: ObjectIdentifier(self)) { channel.close(promise: nil) }
    }
    guard bytes > 0, noting == nil else { return }
    noting = context.eventLoop.assumeIsolated().scheduleTask(in: .seconds(1)) { [weak self] in
      self?.noting = nil
      if let self, let context = self.context { self.reportUnsent(context) }
    }
  }

  private func stop() {
    tick?.cancel()
    tick = nil
    noting?.cancel()
    if notedBytes > 0 {
      notedBytes = 0
      unsent.report(0, of: ObjectIdentifier(self)) {}
    }
    context = nil
    unsubscribe?()
    unsubscribe = nil
  }
}

/// Carries out the actions that the session requests.
extension WebSocketHandler {
  /// Performs the session's actions; the caller must flush the channel.
  func perform(_ actions: [WebSocketSession.Action], _ context: ChannelHandlerContext) {
    for action in actions {
      switch action {
      case .send(let opcode, let bytes): send(opcode, bytes, context)
      case .close, .hangUp:
        ending = action
        endConnection()
      }
    }
  }

  private func send(
    _ opcode: WebSocketOpcode, _ bytes: ByteBuffer, _ context: ChannelHandlerContext
  ) {
    let frame = wrapOutboundOut(WebSocketFrame(fin: true, opcode: opcode, data: bytes))
    if opcode == .connectionClose {
      sendGoodbye(frame, context)
    } else {
      context.write(frame, promise: nil)
    }
    if context.unsentBytes > limits.unsentBytes { context.close(promise: nil) }
  }

  private func sendGoodbye(_ frame: NIOAny, _ context: ChannelHandlerContext) {
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { [weak self] _ in
      self?.isGoodbyeSent = true
      self?.endConnection()
    }
    context.write(frame, promise: sent)
    context.eventLoop.assumeIsolated().scheduleTask(in: .bounded(seconds: limits.lingerSeconds)) {
      [weak self] in self?.context?.close(promise: nil)
    }
  }

  private func endConnection() {
    guard isGoodbyeSent, let context, let ending else { return }
    switch ending {
    // Closing with unread input would reset the connection, and the client would lose the last
    // frame.
    case .hangUp: context.close(mode: .output, promise: nil)
    case .close, .send: context.close(promise: nil)
    }
  }

  func watchSilence(_ context: ChannelHandlerContext) {
    guard let seconds = session.silenceSeconds else { return }
    let deadline = lastSign + .bounded(seconds: seconds)
    tick = context.eventLoop.assumeIsolated().scheduleTask(deadline: deadline) { [weak self] in
      self?.checkSilence(.bounded(seconds: seconds))
    }
  }

  private func checkSilence(_ silence: TimeAmount) {
    guard let context else { return }
    guard context.eventLoop.now >= lastSign + silence else {
      watchSilence(context)
      return
    }
    perform(session.leave(nil), context)
    context.flush()
  }
}

/// Replaces HTTP with a WebSocket.
extension WebSocketHandler {
  /// The maximum number of frames of a message.
  ///
  /// A client that writes a message of the maximum size in parts of 4 KiB uses 257.
  static let messageFrames = 1024

  /// Adds the WebSocket frame coders, the aggregator and `handler` to the end of a pipeline.
  private static func install(
    _ handler: WebSocketHandler, in pipeline: ChannelPipeline.SynchronousOperations
  ) throws {
    // A close frame must fit, whatever the message limit is; the session limits messages.
    let largest = min(max(handler.limits.messageBytes, 125), Int(UInt32.max))
    try pipeline.addHandler(WebSocketFrameEncoder())
    try pipeline.addHandler(
      ByteToMessageHandler(WebSocketFrameDecoder(maxFrameSize: largest)))
    try pipeline.addHandler(FrameGate(handler))
    try pipeline.addHandler(
      NIOWebSocketFrameAggregator(
        minNonFinalFragmentSize: 0, maxAccumulatedFrameCount: messageFrames,
        maxAccumulatedFrameSize: handler.limits.messageBytes))
    try pipeline.addHandler(handler)
  }

  /// Replaces the HTTP handler, its gate and the parser in the pipeline of `context`.
  ///
  /// The session subscribes to events before `announce` sends the response, so that a client that
  /// has read the response misses no event.
  func succeed(
    _ context: ChannelHandlerContext, isReadHeld: Bool, announce: () -> Void
  ) throws {
    try context.replaceHTTP(
      install: { try Self.install(self, in: $0) }, announce: announce,
      whenDone: { self.context?.flush() })
    if isReadHeld { self.context?.read() }
  }
}

/// Reports each frame to the WebSocket before the aggregator receives it.
///
/// The aggregator drops the masks and reserved bits of fragments, and no fragment is visible after
/// it.
private final class FrameGate: ChannelInboundHandler {
  typealias InboundIn = WebSocketFrame
  typealias InboundOut = WebSocketFrame

  private let socket: WebSocketHandler

  init(_ socket: WebSocketHandler) {
    self.socket = socket
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    var frame = unwrapInboundIn(data)
    guard socket.admits(frame) else { return }
    // The copy of a fragment does not keep the buffer of its whole read until the message is
    // complete.
    if !frame.fin { frame.data = context.channel.allocator.buffer(buffer: frame.data) }
    context.fireChannelRead(wrapInboundOut(frame))
  }
}

/// The number of bytes that the clients of all event sockets have not received yet.
///
/// Beyond the limit, the sockets with the most bytes are disconnected until a quarter of the limit
/// is free.
final class UnsentBytes: Sendable {
  private struct Entry {
    var bytes: Int
    let cutOff: @Sendable () -> Void
  }

  private struct State {
    var sum = 0
    var entries: [ObjectIdentifier: Entry] = [:]
  }

  private let limit: Int
  private let state = Mutex(State())

  init(limit: Int) {
    self.limit = max(0, limit)
  }

  /// The sum of the numbers last reported for all sockets.
  var sum: Int { state.withLock { $0.sum } }

  /// Stores the number of unsent bytes of a socket; report 0 when the socket closes.
  func report(
    _ bytes: Int, of socket: ObjectIdentifier, cutOff: @escaping @Sendable () -> Void
  ) {
    let late = state.withLock { state -> [Entry] in
      state.sum += bytes - (state.entries[socket]?.bytes ?? 0)
      state.entries[socket] = bytes > 0 ? Entry(bytes: bytes, cutOff: cutOff) : nil
      guard state.sum > limit else { return [] }
      var late: [Entry] = []
      for (key, entry) in state.entries.sorted(by: { $0.value.bytes > $1.value.bytes }) {
        guard state.sum > limit / 4 * 3 else { break }
        state.sum -= entry.bytes
        state.entries[key] = nil
        late.append(entry)
      }
      return late
    }
    for entry in late { entry.cutOff() }
  }
}
