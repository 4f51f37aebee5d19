import GhostlightCore
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
/// one, has already decrypted its bytes. Bytes of a head that are not UTF-8 are escaped as
/// ``HeaderBytes`` describes, because the parser has only strings.
final class ReadBoundaryHandler: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: ConnectionHandler
  private var start = TLSStart()
  private var scanner = HeadScanner()
  private var isPassing = false
  /// The pending removal of this handler, which waits until the parser has the rest of a read.
  private var removal: ChannelHandlerContext.RemovalToken?

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
    let bytes = unwrapInboundIn(data)
    if connection.isInHead, !Self.isASCII(bytes) {
      isPassing = true
      pass(bytes, context)
      isPassing = false
      if let token = removal.take() { context.leavePipeline(removalToken: token) }
    } else {
      scanner.skip(bytes.readableBytesView)
      context.fireChannelRead(data)
    }
    connection.didParse(bytes)
  }

  func removeHandler(
    context: ChannelHandlerContext, removalToken: ChannelHandlerContext.RemovalToken
  ) {
    if isPassing {
      removal = removalToken
    } else {
      context.leavePipeline(removalToken: removalToken)
    }
  }

  /// Passes the heads with escaped bytes, and everything else unchanged.
  private func pass(_ bytes: ByteBuffer, _ context: ChannelHandlerContext) {
    var rest = bytes
    while removal == nil, connection.isInHead, rest.readableBytes > 0 {
      let length = scanner.end(in: rest.readableBytesView) ?? rest.readableBytes
      guard let head = rest.readSlice(length: length) else { break }
      if Self.asksForUpgrade(head) {
        // The handlers of HTTP may be replaced as soon as the parser has the end of the head.
        scanner.skip(rest.readableBytesView)
        return context.fireChannelRead(wrapInboundOut(escaped(head, followedBy: rest)))
      }
      if Self.isASCII(head) {
        context.fireChannelRead(wrapInboundOut(head))
      } else {
        context.fireChannelRead(wrapInboundOut(escaped(head, followedBy: ByteBuffer())))
      }
    }
    guard rest.readableBytes > 0 else { return }
    scanner.skip(rest.readableBytesView)
    context.fireChannelRead(wrapInboundOut(rest))
  }

  private func escaped(_ head: ByteBuffer, followedBy rest: ByteBuffer) -> ByteBuffer {
    connection.willParseEscapes()
    var bytes = ByteBuffer(bytes: HeaderBytes.escaped(head.readableBytesView))
    bytes.writeImmutableBuffer(rest)
    return bytes
  }

  /// Returns whether a head may ask for another protocol, so that no other head follows it.
  private static func asksForUpgrade(_ head: ByteBuffer) -> Bool {
    let bytes = head.readableBytesView.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    return bytes.firstRange(of: Array("\nupgrade:".utf8)) != nil
  }

  private static func isASCII(_ bytes: ByteBuffer) -> Bool {
    bytes.withUnsafeReadableBytes { bytes in
      var union: UInt8 = 0
      for byte in bytes { union |= byte }
      return union < 0x80
    }
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

/// Finds the end of a message's head in bytes that arrive in pieces.
struct HeadScanner {
  /// Whether the current line has no bytes yet, so that a line break would end the head.
  private var isLineEmpty = false

  /// Returns the number of bytes up to the end of the head; `nil` if the head continues.
  ///
  /// The next call begins with the next head, or continues this one.
  mutating func end(in bytes: some RandomAccessCollection<UInt8>) -> Int? {
    for (position, byte) in bytes.enumerated() {
      switch byte {
      case UInt8(ascii: "\n") where isLineEmpty:
        isLineEmpty = false
        return position + 1
      case UInt8(ascii: "\n"): isLineEmpty = true
      case UInt8(ascii: "\r"): break
      default: isLineEmpty = false
      }
    }
    return nil
  }

  /// Records bytes of a head that need not be searched for its end.
  mutating func skip(_ bytes: some BidirectionalCollection<UInt8>) {
    let last = bytes.last { $0 != UInt8(ascii: "\r") }
    if let last { isLineEmpty = last == UInt8(ascii: "\n") }
  }
}
