import NIOCore
import NIOPosix

/// One side of a tunnel between two connections on one event loop.
///
/// It forwards bytes to the other side, and reads no more than the other side can accept.
final class TunnelRelay: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias OutboundIn = ByteBuffer
  typealias OutboundOut = ByteBuffer

  private let reservation: Permit?
  private var context: ChannelHandlerContext?
  private var other: TunnelRelay?
  /// Whether a read was requested but delayed, because the other side cannot accept more bytes.
  private var isReadHeld = false
  /// Whether no more bytes are written; earlier writes may still be pending.
  private var isOutputClosed = false
  /// Whether all written bytes have been sent.
  private var isOutputDone = false
  private var isInputClosed = false
  /// Whether the other side was closed.
  private var isParted = false
  /// The bytes received before the other side was open.
  private var early: [ByteBuffer] = []

  /// Creates one side of a tunnel; the reservation is returned when this side is released.
  init(reservation: Permit?) { self.reservation = reservation }

  /// Joins two sides into one tunnel.
  func join(_ other: TunnelRelay) {
    self.other = other
    other.other = self
    for bytes in other.early { write(bytes) }
    if !other.early.isEmpty { context?.flush() }
    other.early = []
    if other.context == nil { context?.close(promise: nil) }
  }

  /// Closes the sending direction after all pending bytes, because the other side's input has
  /// ended.
  func closeOutput() {
    guard !isOutputClosed, let context else { return }
    isOutputClosed = true
    // NIO closes a channel with closed input completely and at once, even if writes are pending.
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
    // Only the side connected to the host has a reservation; it reads only on request.
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

  /// Disconnects this side from the other, which was closed; bytes that still arrive are dropped.
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
