import NIOCore
import NIOHTTP1

extension ConnectionHandler {
  /// Adds a ``ReadBoundaryHandler``, the HTTP parser and `handler` to the end of a pipeline.
  static func install(
    _ handler: ConnectionHandler, in pipeline: ChannelPipeline.SynchronousOperations,
    limits: ServerLimits
  ) throws {
    var bounds = NIOHTTPDecoderLimitConfiguration()
    bounds.maxHeaderFieldSize = limits.headBytes
    bounds.maxHeaderListSize = limits.headBytes
    bounds.maxHeaderFieldCount = limits.headFields
    // The bytes after a WebSocket handshake request belong to the WebSocket.
    let parser = HTTPRequestDecoder(
      leftOverBytesStrategy: .forwardBytes, limitConfiguration: bounds)
    try pipeline.addHandler(ReadBoundaryHandler(handler))
    try pipeline.addHandler(ByteToMessageHandler(parser))
    try pipeline.addHandler(handler)
  }
}

/// Reports each read to the connection before the parser receives it.
///
/// It drops all bytes after the connection's last request.
final class ReadBoundaryHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: ConnectionHandler

  init(_ connection: ConnectionHandler) {
    self.connection = connection
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard connection.takesInput else { return }
    connection.willParse()
    context.fireChannelRead(data)
    connection.didParse(unwrapInboundIn(data))
  }
}
