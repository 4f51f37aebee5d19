import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// Serializes responses as HTTP/1.1.
///
/// The writer sets the header fields that frame the message and ignores a responder's own. A line
/// break in a string from a responder cannot end a line of the head.
struct ResponseWriter {
  private var date: DateField

  /// Creates a writer; responses without a `Date` field get the current value of `date`.
  init(date: DateField = DateField()) {
    self.date = date
  }

  /// Appends the head and the body of a response.
  mutating func append(_ response: Response, _ options: ReplyOptions, to buffer: inout ByteBuffer) {
    let hasBody = Self.hasBody(response, options)
    buffer.reserveCapacity(minimumWritableBytes: 512 + (hasBody ? response.body.count : 0))
    appendHead(response, options, .length, to: &buffer)
    if hasBody { buffer.writeBytes(response.body) }
  }

  /// Appends the status line, the header fields and the empty line.
  mutating func appendHead(
    _ response: Response, _ options: ReplyOptions, _ framing: BodyFraming,
    to buffer: inout ByteBuffer
  ) {
    Self.appendStatus(response.status, to: &buffer)
    var hasDate = false
    for field in response.headers {
      switch field.name.canonicalName.utf8.count {
      case 4 where field.name == .date: hasDate = true
      case 10 where field.name == .connection: continue
      case 14 where field.name == .contentLength: continue
      case 17 where field.name == .transferEncoding: continue
      default: break
      }
      Self.append(field, to: &buffer)
    }
    if !hasDate { Self.appendDate(date.value(), to: &buffer) }
    Self.appendEnd(response, options, framing, to: &buffer)
  }

  /// Appends the head of a 101 response, after which the connection uses another protocol.
  mutating func appendSwitch(_ response: Response, to buffer: inout ByteBuffer) {
    appendHead(response, ReplyOptions(), .length, to: &buffer)
    // Replaces the empty line with `Connection: Upgrade`, a field that a responder cannot set.
    buffer.moveWriterIndex(to: buffer.writerIndex - 2)
    buffer.writeStaticString("Connection: Upgrade\r\n\r\n")
  }

  /// Returns the body as one valid chunk and one with an invalid size, for a fault plan.
  static func malformedChunks(of body: [UInt8]) -> [UInt8] {
    let half = body.prefix((body.count + 1) / 2)
    let first = half.isEmpty ? [UInt8(ascii: " ")] : half
    var bytes = Array("\(String(first.count, radix: 16))\r\n".utf8)
    bytes += first
    bytes += Array("\r\nno size\r\n".utf8)
    bytes += body.dropFirst(half.count)
    bytes += Array("\r\n".utf8)
    return bytes
  }

  /// Returns the bytes as one chunk.
  static func chunk(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var chunk = Array("\(String(bytes.count, radix: 16))\r\n".utf8)
    chunk.reserveCapacity(chunk.count + bytes.count + 2)
    chunk += bytes
    chunk += "\r\n".utf8
    return chunk[...]
  }

  /// The chunk that marks the end of a body.
  static let lastChunk = Array("0\r\n\r\n".utf8)

  /// Returns whether a body follows the response's head.
  static func hasBody(_ response: Response, _ options: ReplyOptions) -> Bool {
    !options.isHead && !isBodiless(response.status.code)
  }

  /// Returns whether responses with this status never have a body.
  private static func isBodiless(_ code: Int) -> Bool {
    code == 204 || code == 304 || (100..<200).contains(code)
  }

  private static func appendStatus(_ status: HTTPResponse.Status, to buffer: inout ByteBuffer) {
    // A status without a phrase, as in a fault plan, gets the standard phrase.
    var phrase = status.reasonPhrase
    if phrase.isEmpty { phrase = HTTPResponseStatus(statusCode: status.code).reasonPhrase }
    phrase.withUTF8 { phrase in
      append(phrase.count + 15, to: &buffer) { line in
        line.append("HTTP/1.1 ")
        let code = UInt16(clamping: min(999, max(0, status.code)))
        line.append(UInt8(ascii: "0") + UInt8(code / 100))
        line.append(UInt8(ascii: "0") + UInt8(code / 10 % 10))
        line.append(UInt8(ascii: "0") + UInt8(code % 10))
        line.append(UInt8(ascii: " "))
        line.append(onOneLine: phrase)
        line.append("\r\n")
      }
    }
  }

  private static func append(_ field: HTTPField, to buffer: inout ByteBuffer) {
    var name = field.name.rawName
    name.withUTF8 { name in
      field.withUnsafeBytesOfValue { value in
        append(name.count + value.count + 4, to: &buffer) { line in
          line.append(name)
          line.append(": ")
          line.append(onOneLine: value)
          line.append("\r\n")
        }
      }
    }
  }

  private static func appendDate(_ date: String, to buffer: inout ByteBuffer) {
    var date = date
    date.withUTF8 { date in
      append(date.count + 8, to: &buffer) { line in
        line.append("Date: ")
        line.append(date)
        line.append("\r\n")
      }
    }
  }

  /// Appends the header fields that frame the message, and the empty line.
  private static func appendEnd(
    _ response: Response, _ options: ReplyOptions, _ framing: BodyFraming,
    to buffer: inout ByteBuffer
  ) {
    append(128, to: &buffer) { line in
      if !isBodiless(response.status.code) {
        switch framing {
        case .length: line.append(length: length(of: response, options))
        case .announced(let bytes): line.append(length: bytes)
        case .chunked: line.append("Transfer-Encoding: chunked\r\n")
        case .connection: break
        }
      }
      if !options.keepsAlive {
        line.append("Connection: close\r\n\r\n")
      } else if options.isOld {
        line.append("Connection: keep-alive\r\n\r\n")
      } else {
        line.append("\r\n")
      }
    }
  }

  private static func length(of response: Response, _ options: ReplyOptions) -> Int {
    let length = response.body.count
    guard options.isHead, length == 0 else { return length }
    // A recorded response to HEAD has no body, but announces a length.
    return response.headers[.contentLength].flatMap(Int.init).map { max(0, $0) } ?? 0
  }

  /// Reserves `limit` bytes and appends the line that `write` creates.
  @inline(__always)
  private static func append(
    _ limit: Int, to buffer: inout ByteBuffer, _ write: (inout HeadLine) -> Void
  ) {
    buffer.writeWithUnsafeMutableBytes(minimumWritableBytes: limit) { memory in
      var line = HeadLine(memory)
      write(&line)
      return line.count
    }
  }
}

/// A line of a head, written directly to memory that is large enough.
private struct HeadLine {
  private let memory: UnsafeMutableRawBufferPointer
  private(set) var count = 0

  init(_ memory: UnsafeMutableRawBufferPointer) { self.memory = memory }

  mutating func append(_ byte: UInt8) {
    memory[count] = byte
    count += 1
  }

  mutating func append(_ text: StaticString) {
    append(UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount))
  }

  mutating func append(_ bytes: UnsafeBufferPointer<UInt8>) {
    UnsafeMutableRawBufferPointer(rebasing: memory[count...])
      .copyMemory(from: UnsafeRawBufferPointer(bytes))
    count += bytes.count
  }

  /// Appends bytes, with control characters replaced by spaces so that none can end the line.
  mutating func append(onOneLine bytes: UnsafeBufferPointer<UInt8>) {
    let start = count
    append(bytes)
    for index in start..<count where memory[index] < 0x20 || memory[index] == 0x7F {
      if memory[index] != UInt8(ascii: "\t") { memory[index] = UInt8(ascii: " ") }
    }
  }

  mutating func append(length: Int) {
    append("Content-Length: ")
    append(decimal: length)
    append("\r\n")
  }

  /// Appends the decimal digits of a nonnegative number.
  mutating func append(decimal number: Int) {
    var power = 1
    while power <= number / 10 { power *= 10 }
    while power > 0 {
      append(UInt8(ascii: "0") + UInt8(number / power % 10))
      power /= 10
    }
  }
}

/// The value of the `Date` field, formatted at most once per second.
struct DateField {
  private let now: @Sendable () -> Int
  private var second = Int.min
  private var text = ""

  /// Creates a field; `now` returns the time in seconds since 1970.
  init(now: @escaping @Sendable () -> Int = { time(nil) }) {
    self.now = now
  }

  mutating func value() -> String {
    let second = now()
    if second != self.second {
      self.second = second
      text = HTTPDate.format(milliseconds: Int64(second) * 1000)
    }
    return text
  }
}

/// The properties of a serialized response that depend on its request.
struct ReplyOptions: Hashable {
  /// Whether the request was a `HEAD`, so that the response has no body.
  var isHead = false
  /// Whether the connection stays open after the response.
  var keepsAlive = true
  /// Whether the client uses HTTP/1.0, which needs a header field to keep a connection open.
  var isOld = false

  /// The options for the last response on a connection.
  static let last = ReplyOptions(keepsAlive: false)
}

/// A response that is ready to be written.
struct PendingResponse: Hashable {
  /// The response; `nil` for the interim `100 Continue`.
  var response: Response?
  /// The serialization options, which depend on the request.
  var options: ReplyOptions
}

extension PendingResponse {
  /// Creates the last response of a connection, which is closed after it.
  init(last response: Response, isHead: Bool) {
    self.init(response: response, options: ReplyOptions(isHead: isHead, keepsAlive: false))
  }
}

/// The serialized bytes that a connection has not yet passed to its channel.
///
/// The memory is reused.
struct OutputBuffer {
  /// The number of bytes at which output is sent before the current read has been processed.
  private static let limit = 64 * 1024

  private var bytes = ByteBuffer()
  private var writer: ResponseWriter

  init(_ writer: ResponseWriter) {
    self.writer = writer
  }

  var isEmpty: Bool { bytes.readableBytes == 0 }

  /// Whether the output must be sent before the current read has been processed.
  var isFull: Bool { bytes.readableBytes >= Self.limit }

  mutating func append(_ response: Response, _ options: ReplyOptions) {
    writer.append(response, options, to: &bytes)
  }

  mutating func appendHead(_ response: Response, _ options: ReplyOptions, _ framing: BodyFraming) {
    writer.appendHead(response, options, framing, to: &bytes)
  }

  /// Appends the head of a 101 response, after which the connection uses another protocol.
  mutating func appendSwitch(_ response: Response) { writer.appendSwitch(response, to: &bytes) }

  mutating func append(_ piece: ArraySlice<UInt8>) { bytes.writeBytes(piece) }

  /// Appends the interim response `100 Continue`.
  mutating func appendContinue() { bytes.writeStaticString("HTTP/1.1 100 Continue\r\n\r\n") }

  /// Removes and returns all bytes.
  ///
  /// The buffer is empty before the caller writes them, because writing may append to it.
  mutating func drain() -> ByteBuffer {
    let taken = bytes
    bytes = ByteBuffer()
    return taken
  }

  /// Reuses the memory of a sent buffer if the channel no longer references it.
  mutating func reuse(_ buffer: inout ByteBuffer) {
    guard bytes.capacity == 0, buffer.capacity <= 2 * Self.limit else { return }
    swap(&bytes, &buffer)
    bytes.clear()
  }
}

extension ChannelHandlerContext {
  /// The number of bytes written to the channel that the client has not received yet.
  var unsentBytes: Int {
    do {
      return try channel.syncOptions?.getOption(.bufferedWritableBytes) ?? 0
    } catch {
      return 0
    }
  }
}

/// The way in which a response marks the end of its body.
enum BodyFraming: Hashable {
  /// The head has `Content-Length`, and the body is complete.
  case length
  /// The head has `Content-Length`, and most bytes of the body follow later.
  case announced(bytes: Int)
  /// The body is sent with `Transfer-Encoding: chunked`.
  case chunked
  /// The body ends when the connection closes.
  case connection
}
