import NIOCore
import NIOHTTP1

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

extension ConnectionHandler {
  /// Adds a ``RequestGate``, the HTTP parser and `handler` to the end of a pipeline.
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
    try pipeline.addHandler(RequestGate(handler))
    try pipeline.addHandler(ByteToMessageHandler(parser))
    try pipeline.addHandler(handler)
  }
}

/// Reports each read to the connection before the parser receives it.
///
/// The gate drops all bytes after the connection's last request.
final class RequestGate: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer

  private let connection: ConnectionHandler
  private var tabs = TrailingTabs()

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

/// Replaces the tabs around the value of `Content-Length`, which HTTP allows but the parser
/// rejects.
///
/// Only the first head in a read is examined, because only the parser knows where the next head
/// begins.
///
/// - Source: RFC 9110, section 5.5.
struct TrailingTabs {
  private static let name = Array("content-length:".utf8)
  /// The number of bytes from which a line is not treated as `Content-Length`.
  private static let lineLimit = 256

  /// The incomplete last line of a head from earlier reads.
  private var line: [UInt8] = []

  /// Replaces the tabs in a read whose first byte belongs to a head.
  func replace(in bytes: inout ByteBuffer) {
    let hasTab = bytes.withUnsafeReadableBytes { pointer in
      pointer.baseAddress.map { memchr($0, 9, pointer.count) != nil } ?? false
    }
    guard hasTab else { return }
    let line = line
    bytes.withUnsafeMutableReadableBytes { bytes in
      var before = line
      var start = 0
      while start < bytes.count {
        let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
        let whole = before + bytes[start..<end]
        if end < bytes.count, whole.isEmpty || whole == [UInt8(ascii: "\r")] { return }
        if Self.isLength(whole) {
          for index in start..<end where bytes[index] == 9 { bytes[index] = UInt8(ascii: " ") }
        }
        before = []
        start = end + 1
      }
    }
  }

  /// Stores the incomplete last line, which continues in the next read.
  mutating func note(_ bytes: ByteBuffer, isInBody: Bool) {
    let last = bytes.getInteger(at: bytes.writerIndex - 1, as: UInt8.self)
    if isInBody || last == UInt8(ascii: "\n") {
      if !line.isEmpty { line = [] }
      return
    }
    let view = bytes.readableBytesView
    if let end = view.lastIndex(of: UInt8(ascii: "\n")) {
      line = Array(view[(end + 1)...].prefix(Self.lineLimit))
    } else if line.count < Self.lineLimit {
      line += view.prefix(Self.lineLimit)
    }
  }

  /// Returns whether a line, even an incomplete one, is a `Content-Length` field with one number.
  private static func isLength(_ line: [UInt8]) -> Bool {
    guard line.count > name.count, line.count < lineLimit,
      zip(line, name).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 && $1 > 0x60 })
    else { return false }
    let value = line.dropFirst(name.count).drop { $0 == 9 || $0 == 32 }
    let rest = value.drop { $0 >= UInt8(ascii: "0") && $0 <= UInt8(ascii: "9") }
    return rest.allSatisfy { $0 == 9 || $0 == 32 || $0 == UInt8(ascii: "\r") }
  }
}
