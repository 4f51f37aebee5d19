import GhostlightCore
import NIOCore

/// Responses that are broken on purpose.
extension ConnectionHandler {
  /// The full head, then only so much of the body, then the end.
  func writeTruncated(
    _ response: Response, _ terms: ReplyTerms, bytes: Int, _ context: ChannelHandlerContext
  ) {
    writer.appendHead(response, terms, .length, to: &out)
    if ResponseWriter.hasBody(response, terms) {
      out.writeBytes(response.body.prefix(max(0, bytes)))
    }
    finish(.orderly, context)
  }

  /// One good chunk, one whose size is no number, then the end.
  func writeMalformedChunk(
    _ response: Response, _ terms: ReplyTerms, _ context: ChannelHandlerContext
  ) {
    writer.appendHead(response, terms, .chunked, to: &out)
    if ResponseWriter.hasBody(response, terms) {
      let half = response.body.prefix((response.body.count + 1) / 2)
      let first = half.isEmpty ? [UInt8(ascii: " ")] : half
      out.writeString(String(first.count, radix: 16))
      out.writeStaticString("\r\n")
      out.writeBytes(first)
      out.writeStaticString("\r\nno size\r\n")
      out.writeBytes(response.body.dropFirst(half.count))
      out.writeStaticString("\r\n")
    }
    finish(.orderly, context)
  }

  /// The head, then the body in pieces with pauses.
  func writeDribbling(
    _ response: Response, _ terms: ReplyTerms, bytes: Int, pauseMilliseconds: Int,
    _ context: ChannelHandlerContext
  ) {
    guard ResponseWriter.hasBody(response, terms), !response.body.isEmpty else {
      write(response, terms, context)
      return
    }
    let terms = outlives(terms)
    writer.appendHead(response, terms, .length, to: &out)
    isBusyWriting = true
    dribble(
      response.body[...], piece: max(1, bytes), pauseMilliseconds, terms, context)
  }

  private func dribble(
    _ rest: ArraySlice<UInt8>, piece: Int, _ pauseMilliseconds: Int, _ terms: ReplyTerms,
    _ context: ChannelHandlerContext
  ) {
    out.writeBytes(rest.prefix(piece))
    let rest = rest.dropFirst(piece)
    guard rest.isEmpty else {
      flush(context)
      after(.bounded(milliseconds: pauseMilliseconds), context) { handler in
        guard let context = handler.context else { return }
        handler.dribble(rest, piece: piece, pauseMilliseconds, terms, context)
      }
      return
    }
    isBusyWriting = false
    if terms.keepsAlive { pump() } else { finish(.orderly, context) }
  }
}
