import NIOCore
import NIOPosix

/// One side of a tunnel between two connections of one event loop: passes on what comes, and takes
/// no more than the other side has room for.
final class TunnelRelay: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let reservation: Reservation?
  private var context: ChannelHandlerContext?
  private var other: TunnelRelay?
  /// Somebody wanted to read while the other side had no room.
  private var isReadHeld = false
  /// Nothing more is written, and what was is on its way.
  private var isOutputClosed = false
  /// All that was written has gone out.
  private var isOutputDone = false
  private var isInputClosed = false
  /// The other side is gone.
  private var isParted = false
  /// What came before the other side was there.
  private var early: [ByteBuffer] = []

  /// Makes a side; a reservation is given back when it is gone.
  init(reservation: Reservation?) { self.reservation = reservation }

  /// Makes two sides one tunnel.
  func join(_ other: TunnelRelay) {
    self.other = other
    other.other = self
    for bytes in other.early { write(bytes) }
    if !other.early.isEmpty { context?.flush() }
    other.early = []
    if other.context == nil { context?.close(promise: nil) }
  }

  /// Says that nothing more comes from the other side; what came still goes out.
  func closeOutput() {
    guard !isOutputClosed, let context else { return }
    isOutputClosed = true
    // A channel whose input is closed is closed whole at once, whatever waits to be written.
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenComplete { [self] _ in
      isOutputDone = true
      self.context?.close(mode: .output, promise: nil)
      closeWhenDone()
    }
    context.writeAndFlush(wrapOutboundOut(ByteBuffer()), promise: written)
  }

  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    let bytes = unwrapInboundIn(data)
    if let other { other.write(bytes) } else if !isParted { early.append(bytes) }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    other?.context?.flush()
    // The far side reads only when asked.
    if reservation != nil, other != nil { context.channel.read() }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { other?.readOn() }
    context.fireChannelWritabilityChanged()
  }

  func read(context: ChannelHandlerContext) {
    guard let other, let far = other.context, !far.channel.isWritable else {
      return context.read()
    }
    isReadHeld = true
  }

  func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
    switch event {
    case let event as ChannelEvent where event == .inputClosed:
      isInputClosed = true
      other?.closeOutput()
      closeWhenDone()
    case is IdleStateHandler.IdleStateEvent: context.close(promise: nil)
    default: context.fireUserInboundEventTriggered(event)
    }
  }

  func channelInactive(context: ChannelHandlerContext) {
    let other = other
    part()
    other?.part()
    other?.closeOutput()
    other?.closeWhenDone()
    context.fireChannelInactive()
  }

  /// The other side is gone: what comes is for nobody.
  private func part() {
    other = nil
    (isParted, isInputClosed) = (true, true)
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    context.close(promise: nil)
  }

  private func write(_ bytes: ByteBuffer) {
    guard !isOutputClosed else { return }
    context?.write(wrapOutboundOut(bytes), promise: nil)
  }

  private func readOn() {
    guard isReadHeld else { return }
    isReadHeld = false
    context?.read()
  }

  private func closeWhenDone() {
    if isInputClosed, isOutputDone { context?.close(promise: nil) }
  }
}
