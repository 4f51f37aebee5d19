import GhostlightCore
import NIOCore

extension ConnectionHandler {
  /// Bytes that are handed to the channel before the read is over.
  private static let bufferBytes = 64 * 1024

  /// Puts an answer of our own in its place.
  func reply(_ answer: Answer, _ context: ChannelHandlerContext) {
    queue.append(answer)
    pump()
  }

  /// Sends what is ready, starts what waited, reads on where there is room.
  func pump() {
    guard let context, !isPumping, stage == .open else { return }
    isPumping = true
    while stage == .open, advance(context) {}
    isPumping = false
    guard stage == .open else { return }
    if !isReading {
      flush(context)
      watch?.noteAnswer(now: context.eventLoop.now)
    }
    settleInput(context)
  }

  /// Does one thing that can be done; answers false where there is none.
  private func advance(_ context: ChannelHandlerContext) -> Bool {
    if !isBusyWriting, let answer = queue.next() {
      deliver(answer, context)
      return true
    }
    if !backlog.isEmpty, hasRoom(context) {
      perform(backlog.removeFirst(), context)
      return true
    }
    return false
  }

  /// Reads on, or ends a connection whose client has said its last.
  private func settleInput(_ context: ChannelHandlerContext) {
    let owesNothing = queue.isEmpty && backlog.isEmpty && !isBusyWriting
    if owesNothing, isInputClosed || (isDraining && isIdle) {
      finish(.sudden, context)
    } else if isReadHeld, mayRead(context) {
      isReadHeld = false
      context.read()
    }
  }

  /// Nothing has begun that is not answered.
  var isIdle: Bool {
    queue.isEmpty && backlog.isEmpty && !isBusyWriting && !assembler.isAmidRequest
      && watch?.phase != .head
  }

  /// Whether the connection outlives this answer.
  func outlives(_ terms: ReplyTerms) -> ReplyTerms {
    var terms = terms
    let isLast = queue.isEmpty && backlog.isEmpty && !assembler.isAmidRequest
    if isDraining || isInputClosed, isLast { terms.keepsAlive = false }
    return terms
  }

  /// Appends a whole response to the output.
  func write(_ response: Response, _ terms: ReplyTerms, _ context: ChannelHandlerContext) {
    let terms = outlives(terms)
    writer.append(response, terms, to: &out)
    guard terms.keepsAlive else {
      finish(.orderly, context)
      return
    }
    if out.readableBytes >= Self.bufferBytes { passOn(context) }
  }

  /// Hands the output to the channel without sending it.
  private func passOn(_ context: ChannelHandlerContext) {
    var passed = takeOut()
    context.write(wrapOutboundOut(passed), promise: nil)
    reuse(&passed)
  }

  /// Sends the output.
  func flush(_ context: ChannelHandlerContext) {
    guard out.readableBytes > 0 else {
      context.flush()
      return
    }
    var passed = takeOut()
    context.writeAndFlush(wrapOutboundOut(passed), promise: nil)
    reuse(&passed)
  }

  /// Leaves an empty output: whoever writes may be called again before the write returns.
  func takeOut() -> ByteBuffer {
    let taken = out
    out = ByteBuffer()
    return taken
  }

  /// Takes a buffer's memory back, which costs nothing where the channel is done with it.
  private func reuse(_ buffer: inout ByteBuffer) {
    guard out.capacity == 0, buffer.capacity <= 2 * Self.bufferBytes else { return }
    swap(&out, &buffer)
    out.clear()
  }

  /// Sends an answer the way it asks for.
  private func deliver(_ answer: Answer, _ context: ChannelHandlerContext) {
    guard let response = answer.response else {
      out.writeStaticString("HTTP/1.1 100 Continue\r\n\r\n")
      return
    }
    let terms = answer.terms
    switch response.delivery {
    case .whole:
      if let opening = response.conversation {
        converse(opening, response, terms, context)
      } else {
        write(response, terms, context)
      }
    case .reset:
      finish(.reset, context)
    case .empty:
      finish(.orderly, context)
    case .truncated(let bytes):
      writeTruncated(response, terms, bytes: bytes, context)
    case .malformedChunk:
      writeMalformedChunk(response, terms, context)
    case .dribble(let bytes, let pause):
      writeDribbling(response, terms, bytes: bytes, pauseMilliseconds: pause, context)
    }
  }
}
