import GhostlightCore
import NIOCore

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

/// Keeps the bytes of header values on a connection to another server, whose HTTP coders have only
/// strings.
///
/// Bytes of a response's head that are not UTF-8 are escaped as ``HeaderBytes`` describes before the
/// decoder gets them, and those of a request's head are restored after the encoder.
final class HeadBytesHandler: ChannelDuplexHandler {
  typealias InboundIn = ByteBuffer
  typealias InboundOut = ByteBuffer
  typealias OutboundIn = IOData
  typealias OutboundOut = IOData

  /// The event with which the next exchange begins.
  enum Event {
    case exchange
  }

  private var scanner = HeadScanner()
  private var isInHead = false
  private var awaitsRequest = false
  /// The first bytes of the response's head, with its status.
  private var start: [UInt8] = []

  func triggerUserOutboundEvent(
    context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?
  ) {
    guard event is Event else {
      return context.triggerUserOutboundEvent(event, promise: promise)
    }
    (scanner, isInHead, awaitsRequest, start) = (HeadScanner(), true, true, [])
    promise?.succeed()
  }

  func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
    guard awaitsRequest else { return context.write(data, promise: promise) }
    awaitsRequest = false
    guard case .byteBuffer(let head) = unwrapOutboundIn(data),
      HeaderBytes.mayBeEscaped(head.readableBytesView)
    else { return context.write(data, promise: promise) }
    let bytes = HeaderBytes.unescaped(head.readableBytesView)
    context.write(wrapOutboundOut(.byteBuffer(ByteBuffer(bytes: bytes))), promise: promise)
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard isInHead else { return context.fireChannelRead(data) }
    var rest = unwrapInboundIn(data)
    var passed = ByteBuffer()
    var isChanged = false
    while isInHead, rest.readableBytes > 0 {
      let length = scanner.end(in: rest.readableBytesView)
      guard let head = rest.readSlice(length: length ?? rest.readableBytes) else { break }
      let bytes = head.readableBytesView
      if start.count < Self.statusBytes { start += bytes.prefix(Self.statusBytes - start.count) }
      if bytes.allSatisfy({ $0 < 0x80 }) {
        passed.writeImmutableBuffer(head)
      } else {
        isChanged = true
        passed.writeBytes(HeaderBytes.escaped(bytes))
      }
      guard length != nil else { break }
      isInHead = isInterim
      start = []
    }
    guard isChanged else { return context.fireChannelRead(data) }
    passed.writeBuffer(&rest)
    context.fireChannelRead(wrapInboundOut(passed))
  }

  /// The length of `HTTP/1.1 200`.
  private static let statusBytes = 12

  /// Whether the head is that of an interim response, which another head follows.
  private var isInterim: Bool {
    start.count == Self.statusBytes && start[9] == UInt8(ascii: "1")
      && start[10...] != Array("01".utf8)[...]
  }
}
