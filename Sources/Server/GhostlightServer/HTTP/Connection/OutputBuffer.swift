import GhostlightCore
import NIOCore

/// What a connection has written and not handed to its channel yet; its memory is used again.
struct OutputBuffer {
  /// Bytes that are worth being handed on before the read is over.
  private static let limit = 64 * 1024

  private var bytes = ByteBuffer()
  private var writer: ResponseWriter

  /// Starts empty.
  init(_ writer: ResponseWriter) {
    self.writer = writer
  }

  /// There is nothing to be handed on.
  var isEmpty: Bool { bytes.readableBytes == 0 }

  /// There is more than is to wait for the end of the read.
  var isFull: Bool { bytes.readableBytes >= Self.limit }

  /// Appends a whole response.
  mutating func append(_ response: Response, _ terms: ReplyOptions) {
    writer.append(response, terms, to: &bytes)
  }

  /// Appends the head of a response.
  mutating func appendHead(_ response: Response, _ terms: ReplyOptions, _ framing: BodyFraming) {
    writer.appendHead(response, terms, framing, to: &bytes)
  }

  /// Appends the head of a response after which the connection speaks another protocol.
  mutating func appendSwitch(_ response: Response) { writer.appendSwitch(response, to: &bytes) }

  /// Appends bytes of a body.
  mutating func append(_ piece: ArraySlice<UInt8>) { bytes.writeBytes(piece) }

  /// Appends the interim word that the body may come.
  mutating func appendContinue() { bytes.writeStaticString("HTTP/1.1 100 Continue\r\n\r\n") }

  /// Gives everything out: whoever writes it may be called again before the write returns.
  mutating func take() -> ByteBuffer {
    let taken = bytes
    bytes = ByteBuffer()
    return taken
  }

  /// Takes a buffer's memory back, which costs nothing where the channel is done with it.
  mutating func reuse(_ buffer: inout ByteBuffer) {
    guard bytes.capacity == 0, buffer.capacity <= 2 * Self.limit else { return }
    swap(&bytes, &buffer)
    bytes.clear()
  }
}

extension ChannelHandlerContext {
  /// The bytes written to the channel that its client has not taken yet.
  var unsentBytes: Int {
    do {
      return try channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
    } catch {
      return 0
    }
  }
}
