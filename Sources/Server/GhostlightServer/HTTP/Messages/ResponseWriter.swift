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

/// Prints responses as HTTP/1.1.
///
/// Fields that frame the message are ours; a responder's own are left out. Nothing that a
/// responder says can end a line.
struct ResponseWriter {
  private var date: DateField

  /// Makes a writer; `date` is for responders that give none.
  init(date: DateField = DateField()) {
    self.date = date
  }

  /// Appends head and body.
  mutating func append(_ response: Response, _ options: ReplyOptions, to buffer: inout ByteBuffer) {
    let hasBody = Self.hasBody(response, options)
    buffer.reserveCapacity(minimumWritableBytes: 512 + (hasBody ? response.body.count : 0))
    appendHead(response, options, .length, to: &buffer)
    if hasBody { buffer.writeBytes(response.body) }
  }

  /// Appends the status line and the fields, up to the empty line.
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

  /// Appends the head of a response after which the connection speaks another protocol.
  mutating func appendSwitch(_ response: Response, to buffer: inout ByteBuffer) {
    appendHead(response, ReplyOptions(), .length, to: &buffer)
    // In place of the empty line, the field that a responder cannot set.
    buffer.moveWriterIndex(to: buffer.writerIndex - 2)
    buffer.writeStaticString("Connection: Upgrade\r\n\r\n")
  }

  /// One good chunk, and one whose size is no number.
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

  /// Bytes as one chunk.
  static func chunk(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var chunk = Array("\(String(bytes.count, radix: 16))\r\n".utf8)
    chunk.reserveCapacity(chunk.count + bytes.count + 2)
    chunk += bytes
    chunk += "\r\n".utf8
    return chunk[...]
  }

  /// The chunk that ends a body.
  static let lastChunk = Array("0\r\n\r\n".utf8)

  /// Whether body bytes follow the head.
  static func hasBody(_ response: Response, _ options: ReplyOptions) -> Bool {
    !options.isHead && !isBodiless(response.status.code)
  }

  /// Whether a status never has a body.
  private static func isBodiless(_ code: Int) -> Bool {
    code == 204 || code == 304 || (100..<200).contains(code)
  }

  private static func appendStatus(_ status: HTTPResponse.Status, to buffer: inout ByteBuffer) {
    // A status made of its code alone, as by a fault plan, gets the usual phrase.
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

  /// Appends what frames the message, and the empty line.
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
    // A recorded answer to HEAD has no body, but knows its length.
    return response.headers[.contentLength].flatMap(Int.init).map { max(0, $0) } ?? 0
  }

  /// Appends a line of so many bytes at most.
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

/// A line of a head while it is written to memory that has room for it.
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

  /// Appends bytes with blanks in the place of control characters, so that none ends the line.
  mutating func append(onOneLine bytes: UnsafeBufferPointer<UInt8>) {
    let start = count
    append(bytes)
    for index in start..<count where memory[index] < 0x20 || memory[index] == 0x7F {
      if memory[index] != UInt8(ascii: "\t") { memory[index] = UInt8(ascii: " ") }
    }
  }

  /// Appends a `Content-Length`.
  mutating func append(length: Int) {
    append("Content-Length: ")
    append(decimal: length)
    append("\r\n")
  }

  /// Appends the digits of a number that is not negative.
  mutating func append(decimal number: Int) {
    var power = 1
    while power <= number / 10 { power *= 10 }
    while power > 0 {
      append(UInt8(ascii: "0") + UInt8(number / power % 10))
      power /= 10
    }
  }
}

/// The value of the `Date` field, printed once a second.
struct DateField {
  private let now: @Sendable () -> Int
  private var second = Int.min
  private var text = ""

  /// Reads the time from `now`, in seconds since 1970.
  init(now: @escaping @Sendable () -> Int = { time(nil) }) {
    self.now = now
  }

  /// The current date.
  mutating func value() -> String {
    let second = now()
    if second != self.second {
      self.second = second
      text = HTTPDate.format(milliseconds: Int64(second) * 1000)
    }
    return text
  }
}

/// What a response's form owes to its request.
struct ReplyOptions: Hashable {
  /// The request was a `HEAD`: no body.
  var isHead = false
  /// The connection outlives the response.
  var keepsAlive = true
  /// The client speaks HTTP/1.0, and must be told that the connection is kept.
  var isOld = false

  /// The last response on its connection.
  static let last = ReplyOptions(keepsAlive: false)
}

/// A response on its way out.
struct Answer: Hashable {
  /// The response; nil for the interim word that the body may come.
  var response: Response?
  /// What its request asks of its form.
  var options: ReplyOptions
}

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
  mutating func append(_ response: Response, _ options: ReplyOptions) {
    writer.append(response, options, to: &bytes)
  }

  /// Appends the head of a response.
  mutating func appendHead(_ response: Response, _ options: ReplyOptions, _ framing: BodyFraming) {
    writer.appendHead(response, options, framing, to: &bytes)
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
