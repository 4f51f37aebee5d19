import GhostlightCore
import NIOCore
import NIOPosix

/// The handler in front of HTTP on a connection to a proxy, which processes `CONNECT` requests.
///
/// It forwards the bytes after the request to an emulator or to another host. If a connection
/// begins with anything else, it is plain HTTP, and the handler forwards it unchanged.
final class ProxyHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private enum Phase {
    /// The first bytes are awaited, which show whether the request is a `CONNECT`.
    case head
    /// The proxy is connecting to another host.
    case dialing
    /// Bytes are forwarded in both directions.
    case open
    /// The request was rejected, and the connection is closing.
    case refused
  }

  private let gateway: ProxyGateway
  private let limits: ServerLimits
  private var phase = Phase.head
  private var received = ByteBuffer()
  private var timeout: Scheduled<Void>?
  /// Whether a read was requested but delayed until the connection to the host is open.
  private var isReadHeld = false
  private var isInputClosed = false

  init(_ gateway: ProxyGateway, limits: ServerLimits) {
    self.gateway = gateway
    self.limits = limits
  }

  func handlerRemoved(context: ChannelHandlerContext) { timeout?.cancel() }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard phase == .head || phase == .dialing else { return }
    var bytes = unwrapInboundIn(data)
    received.writeBuffer(&bytes)
    if phase == .head { decide(context) }
  }

  func read(context: ChannelHandlerContext) {
    // Few bytes are stored before the `CONNECT` response, because clients send nothing until then.
    if phase == .dialing, received.readableBytes > 0 { isReadHeld = true } else { context.read() }
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    if let event = event as? ChannelEvent, event == .inputClosed {
      isInputClosed = true
      if phase == .refused { context.close(promise: nil) }
    }
    context.fireUserInboundEventTriggered(event)
  }

  func channelInactive(context: ChannelHandlerContext) {
    timeout?.cancel()
    phase = .refused
    context.fireChannelInactive()
  }

  private func decide(_ context: ChannelHandlerContext) {
    let bytes = received.readableBytesView
    guard bytes.starts(with: ProxyHead.method) else {
      let isUndecided = ProxyHead.method.starts(with: bytes)
      if isUndecided { watch(context) } else { leaveToHTTP(context) }
      return
    }
    guard let length = ProxyHead.length(of: bytes), length <= limits.headBytes else {
      guard bytes.count <= limits.headBytes else { return refuse(.headTooLarge, context) }
      return watch(context)
    }
    timeout?.cancel()
    do throws(ProxyRefusal) {
      let head = try ProxyHead(bytes.prefix(length))
      received.moveReaderIndex(forwardBy: length)
      lead(head, context)
    } catch {
      refuse(error, context)
    }
  }

  /// Limits the time for receiving the head, from its first byte.
  private func watch(_ context: ChannelHandlerContext) {
    guard timeout == nil else { return }
    let delay = TimeAmount.bounded(seconds: limits.requestHeadSeconds)
    timeout = context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
      context.close(promise: nil)
    }
  }

  private func leaveToHTTP(_ context: ChannelHandlerContext) {
    phase = .open
    context.fireUserInboundEventTriggered(ConnectionEvent.scheme("http"))
    handOn(context)
  }

  private func lead(_ head: ProxyHead, _ context: ChannelHandlerContext) {
    switch gateway.verdict(on: head) {
    case .refuse(let refusal): refuse(refusal, context)
    case .serve(let destination, let tls): serve(destination, tls, context)
    case .dial: dial(head.destination, context)
    }
  }

  /// Passes a tunnel's requests to the next handlers, which serve them with TLS or without it.
  private func serve(
    _ destination: ConnectionDestination, _ tls: TLSContext, _ context: ChannelHandlerContext
  ) {
    phase = .open
    do {
      let sniffer = ConnectionSniffer(tls, handshakeSeconds: limits.requestHeadSeconds)
      try context.pipeline.syncOperations.addHandler(sniffer, position: .after(self))
    } catch {
      return context.close(promise: nil)
    }
    write(Self.established, context)
    context.fireUserInboundEventTriggered(ConnectionEvent.destination(destination))
    handOn(context)
  }

  /// Passes the received bytes to the next handler, and removes this handler.
  private func handOn(_ context: ChannelHandlerContext) {
    if received.readableBytes > 0 {
      context.fireChannelRead(wrapInboundOut(received))
      received.clear()
    }
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  private static let established = "HTTP/1.1 200 Connection established\r\n\r\n"

  private func write(_ text: String, _ context: ChannelHandlerContext) {
    context.writeAndFlush(wrapOutboundOut(ByteBuffer(string: text)), promise: nil)
  }
}

/// Opens tunnels to other hosts, and sends error responses.
extension ProxyHandler {
  /// The number of seconds after which a connection attempt fails, including resolving the name.
  private static let dialSeconds = 45

  private func dial(_ destination: ProxyDestination, _ context: ChannelHandlerContext) {
    guard let tunnel = gateway.reserveTunnel() else { return refuse(.full, context) }
    phase = .dialing
    let loop = context.eventLoop
    let relay = TunnelRelay(reservation: tunnel)
    let far = NIOLoopBound(relay, eventLoop: loop)
    let idleSeconds = gateway.tunnelIdleSeconds
    timeout = loop.assumeIsolated().scheduleTask(in: .bounded(seconds: Self.dialSeconds)) {
      [self] in
      guard phase == .dialing else { return }
      refuse(.unreachable(destination, reason: "no way in \(Self.dialSeconds) seconds"), context)
    }
    gateway.dialer.connect(to: destination, on: loop) { channel in
      let pipeline = channel.pipeline.syncOperations
      try pipeline.addHandler(IdleStateHandler(allTimeout: .bounded(seconds: idleSeconds)))
      try pipeline.addHandler(far.value)
    }.assumeIsolated().whenComplete { [self] result in
      switch result {
      case .success(let channel): open(channel, relay, context)
      case .failure(let error):
        guard phase == .dialing else { return }
        refuse(
          error as? ProxyRefusal ?? .unreachable(destination, reason: "\(error)"), context)
      }
    }
  }

  /// Joins the client's connection and `channel`, the connection to the host.
  private func open(
    _ channel: any Channel, _ far: TunnelRelay, _ context: ChannelHandlerContext
  ) {
    guard phase == .dialing, context.channel.isActive else {
      return channel.close(promise: nil)
    }
    phase = .open
    timeout?.cancel()
    let near = TunnelRelay(reservation: nil)
    do {
      let pipeline = context.pipeline.syncOperations
      try pipeline.addHandler(
        IdleStateHandler(allTimeout: .bounded(seconds: gateway.tunnelIdleSeconds)),
        position: .after(self))
      if let idle = try? pipeline.handler(type: IdleStateHandler.self) {
        try pipeline.addHandler(near, position: .after(idle))
      }
    } catch {
      channel.close(promise: nil)
      return context.close(promise: nil)
    }
    near.join(far)
    let client = context.channel
    context.fireUserInboundEventTriggered(
      ConnectionEvent.detached { client.close(promise: nil) })
    write(Self.established, context)
    let (isReadHeld, isInputClosed) = (isReadHeld, isInputClosed)
    handOn(context)
    if isInputClosed { far.closeOutput() }
    channel.read()
    if isReadHeld { client.read() }
  }

  private func refuse(_ refusal: ProxyRefusal, _ context: ChannelHandlerContext) {
    phase = .refused
    timeout?.cancel()
    received.clear()
    var bytes = ByteBuffer()
    var writer = ResponseWriter()
    writer.append(refusal.response, .last, to: &bytes)
    context.writeAndFlush(wrapOutboundOut(bytes), promise: nil)
    // Closing with unread input would reset the connection, and the client would lose the response.
    context.close(mode: .output, promise: nil)
    if isInputClosed { return context.close(promise: nil) }
    if isReadHeld { context.read() }
    let delay = TimeAmount.bounded(seconds: limits.lingerSeconds)
    context.eventLoop.assumeIsolated().scheduleTask(in: delay) { context.close(promise: nil) }
  }
}
