import NIOCore
import NIOTLS

/// Stands between TLS and HTTP until the handshake is through, which it gives so much time.
final class HandshakeWatch: ChannelDuplexHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let seconds: Int
  private var timeout: Scheduled<Void>?
  private var isThrough = false

  /// Closes the connection after so long.
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
    // TLS would keep it until the handshake is through, and so a last word for ever.
    promise?.fail(ChannelError.operationUnsupported)
  }
}
