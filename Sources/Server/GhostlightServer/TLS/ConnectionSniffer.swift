import NIOCore
import NIOSSL

/// Looks at the first byte of a connection and decides between TLS and plain HTTP.
///
/// Of a plain connection it takes its leave at once; before TLS it stays, to close the socket
/// without a goodbye when asked.
final class ConnectionSniffer: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  /// How a TLS record with a handshake begins; no HTTP method does.
  private static let handshake: UInt8 = 0x16

  private let tls: TLSContext
  private let handshakeSeconds: Int
  private var isSettled = false

  /// Offers `tls`, whose handshakes may take so long.
  init(_ tls: TLSContext, handshakeSeconds: Int) {
    self.tls = tls
    self.handshakeSeconds = handshakeSeconds
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard !isSettled, let first = unwrapInboundIn(data).readableBytesView.first else {
      context.fireChannelRead(data)
      return
    }
    isSettled = true
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
    try pipeline.addHandler(HandshakeWatch(seconds: handshakeSeconds), position: .after(self))
    try pipeline.addHandler(NIOSSLServerHandler(context: tls.context), position: .after(self))
  }
}
