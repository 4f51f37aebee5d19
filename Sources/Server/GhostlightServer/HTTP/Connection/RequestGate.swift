import NIOCore

/// Stands before the parser: tells the connection how a read went, and drops what comes too late.
final class RequestGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: ConnectionHandler
  private var tabs = TrailingTabs()

  /// Guards `connection`.
  init(_ connection: ConnectionHandler) {
    self.connection = connection
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard connection.takesInput else { return }
    connection.willParse()
    var bytes = unwrapInboundIn(data)
    if !connection.isAmidRequest { tabs.replace(in: &bytes) }
    context.fireChannelRead(wrapInboundOut(bytes))
    tabs.note(bytes, isInBody: connection.isAmidRequest)
    connection.didParse(bytes)
  }
}
