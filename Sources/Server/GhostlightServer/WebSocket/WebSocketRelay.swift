import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

/// One side of a WebSocket that is forwarded between a client and another server.
///
/// The frames are neither read nor changed. Each side stores at most the bytes of a ``BodyPipe``: it
/// stops reading while the other side cannot send. If one side closes, the other side is closed
/// after the bytes that it still has to receive. A side that neither receives nor sends anything for
/// ``idleSeconds`` is closed.
///
/// All methods must be called on the event loop of the connection.
final class WebSocketRelay: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = Never
  typealias OutboundOut = ByteBuffer

  /// The number of seconds without a byte after which a WebSocket is closed.
  static let idleSeconds = 300

  /// The bytes that this side has received.
  private let received: BodyPipe
  /// An object that is retained for as long as this side is open, such as a permit.
  private let owner: AnyObject?
  private var outgoing: BodyStream?
  private var context: ChannelHandlerContext?
  private var isReadHeld = false
  private var isPulling = false
  private var isOutputEnded = false

  init(into received: BodyPipe, owner: AnyObject?) {
    (self.received, self.owner) = (received, owner)
  }

  /// Starts to send the bytes of the other side.
  func send(_ bytes: BodyStream) {
    guard context != nil, outgoing == nil else { return bytes.cancel() }
    outgoing = bytes
    pull()
  }

  func close() { context?.close(promise: nil) }

  /// Returns whether a request opens a WebSocket, so that it is forwarded as such.
  static func concerns(_ request: Request) -> Bool {
    if case .accepted = WebSocketHandshake(request) { true } else { false }
  }
}

extension WebSocketRelay {
  func handlerAdded(context: ChannelHandlerContext) {
    self.context = context
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    received.observe(
      onRoom: { loop.execute { bound.value.readOn() } },
      onCancel: { loop.execute { bound.value.peerLeft() } })
  }

  func handlerRemoved(context: ChannelHandlerContext) { end() }

  func channelInactive(context: ChannelHandlerContext) {
    end()
    context.fireChannelInactive()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    received.append(Array(buffer: unwrapInboundIn(data)))
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    read(context: context)
    context.fireChannelReadComplete()
  }

  func read(context: ChannelHandlerContext) {
    if received.isFull { isReadHeld = true } else { context.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    pull()
    context.fireChannelWritabilityChanged()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let event as ChannelEvent where event == .inputClosed:
      received.finish()
      if isOutputEnded { context.close(promise: nil) }
    case is IdleStateHandler.IdleStateEvent: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  /// Ends this side after the bytes that it still has to send, because the other side is closed.
  private func peerLeft() {
    if outgoing == nil { close() } else { readOn() }
  }

  private func readOn() {
    guard isReadHeld, let context else { return }
    isReadHeld = false
    read(context: context)
  }

  private func end() {
    context = nil
    received.finish()
    outgoing?.cancel()
    outgoing = nil
  }

  /// Requests the next bytes of the other side as soon as the peer can receive them.
  private func pull() {
    guard let context, let outgoing, !isPulling, !isOutputEnded, context.channel.isWritable else {
      return
    }
    isPulling = true
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    outgoing.pull(by: ImmediateExecutor()) { piece in
      loop.execute { bound.value.didPull(piece) }
    }
  }

  private func didPull(_ piece: Result<[UInt8]?, BodyInterruption>) {
    isPulling = false
    guard let context else { return }
    if case .success(let bytes?) = piece {
      let buffer = context.channel.allocator.buffer(bytes: bytes)
      context.writeAndFlush(wrapOutboundOut(buffer), promise: nil)
      return pull()
    }
    isOutputEnded = true
    // The connection is closed after all bytes were sent.
    let sent = context.eventLoop.makePromise(of: Void.self)
    sent.futureResult.assumeIsolated().whenComplete { [weak self] _ in self?.close() }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: sent)
  }
}

/// Turns connections from HTTP into WebSockets that are forwarded.
extension WebSocketRelay {
  /// Replaces HTTP on a client's connection, which then receives the bytes of `stream`.
  ///
  /// `announce` sends the response that ends HTTP.
  ///
  /// - Returns: The side of the client.
  static func begin(
    forwarding stream: BodyStream, _ context: ChannelHandlerContext, isReadHeld: Bool,
    announce: () -> Void
  ) throws -> WebSocketRelay {
    let received = BodyPipe()
    let side = WebSocketRelay(into: received, owner: nil)
    try context.replaceHTTP(
      install: { pipeline in
        try pipeline.addHandler(IdleStateHandler(allTimeout: .bounded(seconds: idleSeconds)))
        try pipeline.addHandler(side)
      }, announce: announce, whenDone: {})
    stream.relay?.send(BodyStream(awaiting: received))
    side.send(stream)
    if isReadHeld, let context = side.context { side.read(context: context) }
    return side
  }

  /// Replaces HTTP on the connection to another server, after its 101 response.
  ///
  /// - Returns: The bytes of the server, whose source accepts those of the client.
  static func begin(
    after handler: ClientConnection, _ context: ChannelHandlerContext
  ) throws -> BodyStream {
    let received = BodyPipe()
    let side = WebSocketRelay(into: received, owner: handler)
    let pipeline = context.pipeline.syncOperations
    let parser = try pipeline.context(handlerType: ByteToMessageHandler<HTTPResponseDecoder>.self)
    let encoder = try pipeline.context(handlerType: HTTPRequestEncoder.self)
    let validator = try pipeline.context(handlerType: NIOHTTPRequestHeadersValidator.self)
    try pipeline.addHandler(IdleStateHandler(allTimeout: .bounded(seconds: idleSeconds)))
    try pipeline.addHandler(side)
    for handler in [context, validator, encoder, parser] {
      pipeline.removeHandler(context: handler, promise: nil)
    }
    let loop = context.eventLoop
    let bound = NIOLoopBound(side, eventLoop: loop)
    context.channel.read()
    return BodyStream(
      awaiting: RelayedServer(received) { bytes in loop.execute { bound.value.send(bytes) } })
  }
}

extension ChannelHandlerContext {
  /// Replaces the handlers of HTTP on a client's connection: this handler, its gate and the parser.
  ///
  /// - Parameters:
  ///   - install: Adds the new handlers to the end of the pipeline.
  ///   - announce: Sends the response that ends HTTP.
  ///   - whenDone: Called after the parser has forwarded the bytes after the request.
  /// - Throws: If a handler is missing, because the connection is closing.
  func replaceHTTP(
    install: (ChannelPipeline.SynchronousOperations) throws -> Void, announce: () -> Void,
    whenDone: @escaping () -> Void
  ) throws {
    let pipeline = pipeline.syncOperations
    let gate = try pipeline.context(handlerType: ReadBoundaryHandler.self)
    let parser = try pipeline.context(
      handlerType: ByteToMessageHandler<HTTPRequestDecoder>.self)
    try install(pipeline)
    announce()
    pipeline.removeHandler(context: gate, promise: nil)
    pipeline.removeHandler(context: self, promise: nil)
    // The parser is removed on the event loop's next turn, and forwards the bytes after the
    // request.
    let goes = eventLoop.makePromise(of: Void.self)
    goes.futureResult.assumeIsolated().whenComplete { _ in whenDone() }
    pipeline.removeHandler(context: parser, promise: goes)
  }
}

/// The other server of a forwarded WebSocket.
private final class RelayedServer: RelayedConnection {
  private let received: BodyPipe
  private let forward: @Sendable (BodyStream) -> Void

  init(_ received: BodyPipe, _ forward: @escaping @Sendable (BodyStream) -> Void) {
    (self.received, self.forward) = (received, forward)
  }

  func next(by executor: any WorkExecutor, _ completion: @escaping BodyStream.Completion) {
    received.next(by: executor, completion)
  }

  func cancel() { received.cancel() }

  func send(_ bytes: BodyStream) { forward(bytes) }
}
