import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

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
  mutating func append(_ response: Response, _ terms: ReplyTerms, to buffer: inout ByteBuffer) {
    let hasBody = Self.hasBody(response, terms)
    buffer.reserveCapacity(minimumWritableBytes: 512 + (hasBody ? response.body.count : 0))
    appendHead(response, terms, .length, to: &buffer)
    if hasBody { buffer.writeBytes(response.body) }
  }

  /// Appends the status line and the fields, up to the empty line.
  mutating func appendHead(
    _ response: Response, _ terms: ReplyTerms, _ framing: BodyFraming, to buffer: inout ByteBuffer
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
    if !hasDate {
      buffer.writeStaticString("Date: ")
      buffer.writeString(date.value())
      buffer.writeStaticString("\r\n")
    }
    Self.appendFraming(response, terms, framing, to: &buffer)
    if !terms.keepsAlive {
      buffer.writeStaticString("Connection: close\r\n\r\n")
    } else if terms.isOld {
      buffer.writeStaticString("Connection: keep-alive\r\n\r\n")
    } else {
      buffer.writeStaticString("\r\n")
    }
  }

  /// Appends the head of a response after which the connection speaks another protocol.
  mutating func appendSwitch(_ response: Response, to buffer: inout ByteBuffer) {
    appendHead(response, ReplyTerms(), .length, to: &buffer)
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

  /// Whether body bytes follow the head.
  static func hasBody(_ response: Response, _ terms: ReplyTerms) -> Bool {
    !terms.isHead && !isBodiless(response.status.code)
  }

  /// Whether a status never has a body.
  private static func isBodiless(_ code: Int) -> Bool {
    code == 204 || code == 304 || (100..<200).contains(code)
  }

  private static func appendStatus(_ status: HTTPResponse.Status, to buffer: inout ByteBuffer) {
    buffer.writeStaticString("HTTP/1.1 ")
    let code = UInt16(clamping: min(999, max(0, status.code)))
    buffer.writeInteger(UInt8(ascii: "0") + UInt8(code / 100))
    buffer.writeInteger(UInt8(ascii: "0") + UInt8(code / 10 % 10))
    buffer.writeInteger(UInt8(ascii: "0") + UInt8(code % 10))
    buffer.writeInteger(UInt8(ascii: " "))
    let start = buffer.writerIndex
    // A status made of its code alone, as by a fault plan, gets the usual phrase.
    let phrase = status.reasonPhrase
    buffer.writeString(
      phrase.isEmpty ? HTTPResponseStatus(statusCode: status.code).reasonPhrase : phrase)
    keepOneLine(from: start, in: &buffer)
    buffer.writeStaticString("\r\n")
  }

  private static func append(_ field: HTTPField, to buffer: inout ByteBuffer) {
    let start = buffer.writerIndex
    buffer.writeString(field.name.rawName)
    buffer.writeStaticString(": ")
    field.withUnsafeBytesOfValue { bytes in
      _ = buffer.writeBytes(UnsafeRawBufferPointer(bytes))
    }
    keepOneLine(from: start, in: &buffer)
    buffer.writeStaticString("\r\n")
  }

  private static func appendFraming(
    _ response: Response, _ terms: ReplyTerms, _ framing: BodyFraming, to buffer: inout ByteBuffer
  ) {
    guard !isBodiless(response.status.code) else { return }
    guard framing == .length else {
      buffer.writeStaticString("Transfer-Encoding: chunked\r\n")
      return
    }
    var length = response.body.count
    // A recorded answer to HEAD has no body, but knows its length.
    if terms.isHead, length == 0, let said = response.headers[.contentLength].flatMap(Int.init) {
      length = max(0, said)
    }
    buffer.writeStaticString("Content-Length: ")
    buffer.writeString(String(length))
    buffer.writeStaticString("\r\n")
  }

  /// Makes spaces of the control characters written since `start`.
  private static func keepOneLine(from start: Int, in buffer: inout ByteBuffer) {
    let skipped = start - buffer.readerIndex
    buffer.withUnsafeMutableReadableBytes { bytes in
      for index in skipped..<bytes.count where bytes[index] < 0x20 || bytes[index] == 0x7F {
        if bytes[index] != UInt8(ascii: "\t") { bytes[index] = UInt8(ascii: " ") }
      }
    }
  }
}
