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
/// It drops all bytes after the connection's last request. Bytes that begin a TLS handshake are not
/// passed to the parser, because no request begins with them: a handler for TLS, if the listener has
/// one, has already decrypted its bytes.
final class ReadBoundaryHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: ConnectionHandler
  private var start = TLSStart()

  init(_ connection: ConnectionHandler) {
    self.connection = connection
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard connection.takesInput else { return }
    var data = data
    if !start.isDecided {
      switch start.receive(unwrapInboundIn(data)) {
      case .awaitMore:
        // The time for the head of a request begins with its first byte.
        return connection.didParse(unwrapInboundIn(data))
      case .refuse: return connection.refuseTLS()
      case .pass(let bytes): data = wrapInboundOut(bytes)
      }
    }
    connection.willParse()
    context.fireChannelRead(data)
    connection.didParse(unwrapInboundIn(data))
  }
}

/// The first two bytes of a connection, which show whether the client begins a TLS handshake.
///
/// - Source: RFC 8446, sections 5.1 and 6: a record of the type handshake, 22, with a version whose
///   first byte is 3; an alert of the level fatal, 2, with the description handshake_failure, 40.
struct TLSStart {
  /// The action for received bytes.
  enum Step {
    /// The next byte decides, so that the received one is kept.
    case awaitMore
    /// The client begins a TLS handshake.
    case refuse
    /// The bytes do not begin a TLS handshake; earlier bytes precede them.
    case pass(ByteBuffer)
  }

  /// The alert that ends the handshake, in a record of its own.
  static let alert: [UInt8] = [21, 3, 3, 0, 2, 2, 40]

  private(set) var isDecided = false
  private var first: ByteBuffer?

  /// Returns the action for the next bytes of a connection.
  mutating func receive(_ bytes: ByteBuffer) -> Step {
    guard first != nil || bytes.readableBytesView.first == 22 else {
      isDecided = bytes.readableBytes > 0
      return .pass(bytes)
    }
    var received = first ?? ByteBuffer()
    received.writeImmutableBuffer(bytes)
    guard received.readableBytes > 1 else {
      first = received
      return .awaitMore
    }
    (first, isDecided) = (nil, true)
    return received.readableBytesView.dropFirst().first == 3 ? .refuse : .pass(received)
  }
}
