import NIOCore
import NIOTLS

/// Reads the first byte of a connection and decides between TLS and plain HTTP.
///
/// On a plain connection the handler removes itself. Before TLS it stays in the pipeline, so that a
/// reset can close the socket without ending TLS.
final class ConnectionSniffer: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// The first byte of a TLS handshake; no HTTP method begins with it.
  private static let handshake: UInt8 = 0x16

  private let tls: TLSContext
  private let handshakeSeconds: Int
  private var hasSniffed = false

  /// Creates a handler that offers `tls`; a handshake must finish within `handshakeSeconds`.
  init(_ tls: TLSContext, handshakeSeconds: Int) {
    self.tls = tls
    self.handshakeSeconds = handshakeSeconds
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !hasSniffed, let first = unwrapInboundIn(data).readableBytesView.first else {
      context.fireChannelRead(data)
      return
    }
    hasSniffed = true
    guard first == Self.handshake else {
      context.fireUserInboundEventTriggered(ConnectionEvent.scheme("http"))
      context.fireChannelRead(data)
      context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
      return
    }
    do {
      try secure(context)
      context.fireChannelRead(data)
    } catch {
      context.close(promise: nil)
    }
  }

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard case .reset? = event as? ConnectionEvent else {
      context.triggerUserOutboundEvent(event, promise: promise)
      return
    }
    context.close(promise: promise)
  }

  private func secure(_ context: ChannelHandlerContext) throws {
    let pipeline = context.pipeline.syncOperations
    try pipeline.addHandler(
      HandshakeTimeoutHandler(seconds: handshakeSeconds), position: .after(self))
    try tls.secure(pipeline, after: self)
  }
}

/// Limits the duration of the TLS handshake; its place in the pipeline is between TLS and HTTP.
final class HandshakeTimeoutHandler: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let seconds: Int
  private var timeout: Scheduled<Void>?
  private var isThrough = false

  init(seconds: Int) {
    self.seconds = seconds
  }

  func handlerAdded(context: ChannelHandlerContext) {
    let delay = TimeAmount.bounded(seconds: seconds)
    timeout = context.eventLoop.assumeIsolated().scheduleTask(in: delay) {
      context.close(promise: nil)
    }
  }

  func handlerRemoved(context: ChannelHandlerContext) {
    timeout?.cancel()
    timeout = nil
  }

  func channelInactive(context: ChannelHandlerContext) {
    timeout?.cancel()
    context.fireChannelInactive()
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    guard case .handshakeCompleted? = event as? TLSUserEvent else {
      context.fireUserInboundEventTriggered(event)
      return
    }
    timeout?.cancel()
    isThrough = true
    context.fireUserInboundEventTriggered(event)
    context.fireUserInboundEventTriggered(ConnectionEvent.scheme("https"))
    context.pipeline.syncOperations.removeHandler(context: context, promise: nil)
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    if isThrough {
      context.write(data, promise: promise)
      return
    }
    // The write fails, because TLS would buffer the bytes until a handshake that may never end.
    promise?.fail(ChannelError.operationUnsupported)
  }
}
