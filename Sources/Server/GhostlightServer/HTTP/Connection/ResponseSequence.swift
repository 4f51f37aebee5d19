import GhostlightCore
import HTTPTypes
import NIOCore

/// The responses that a connection still has to write, in the order of their requests.
///
/// It decides how each response is written; large bodies are written in pieces.
struct ResponseSequence {
  /// The state of the connection that, in addition to the responses, determines the next step.
  struct StepContext {
    /// Whether the channel can accept more bytes.
    var isWritable: Bool
    /// Whether the connection closes after its last pending response.
    var isEnding: Bool
    /// The outcome of the last request's WebSocket handshake.
    var handshake: WebSocketHandshake
  }

  /// The actions that write a part of a response, in order.
  struct Step {
    var action: ConnectionAction?
    var following: [ConnectionAction] = []
    /// The way in which the connection is closed after the actions; `nil` if it stays open.
    var ending: Ending?
  }

  /// A body that is written in pieces; of a streamed body, at most one piece is in memory.
  private struct Body {
    /// The source of further pieces; `nil` for a stored body, which has only one piece.
    let stream: BodyStream?
    let options: ReplyOptions
    let framing: BodyFraming
    /// The part of the current piece that is not written yet.
    var piece: ArraySlice<UInt8>
    /// The number of announced bytes that are not written yet; `nil` if no length was announced.
    var rest: Int?
    /// The fault of the delivery; a truncation has the number of bytes that are not written yet.
    ///
    /// A large stored body without a fault dribbles without pauses: its next part is written as soon
    /// as the client has received the previous one, and other connections of the event loop have
    /// their turn in between.
    var delivery: Delivery
    var isAsked = false
    var isPausing = false
    /// The way in which a stream ended; `nil` while more pieces may follow.
    var end: End?

    enum End {
      case whole
      case broken
    }
  }

  /// The maximum number of bytes of a body that are written at a time.
  private static let pieceBytes = 256 * 1024

  var queue = ResponseQueue()
  private var body: Body?
  /// The first response, if it is complete and no other response precedes it.
  private var ready: PendingResponse?
  // The flag is stored, because it is read several times in each exchange, and testing `body` would
  // copy the body.
  /// Whether a body is being written.
  private var hasBody = false
  private var hasReady = false

  /// Whether no response is pending or being written.
  var isEmpty: Bool { queue.isEmpty && !hasBody && !hasReady }

  /// Adds a complete response.
  mutating func append(_ answer: PendingResponse) {
    guard isEmpty else { return queue.append(answer) }
    (ready, hasReady) = (answer, true)
  }

  /// Continues after the pause between two pieces of a body.
  mutating func didPause() { body?.isPausing = false }

  /// Stores the next piece of a streamed body; `nil` is the end of the body.
  mutating func didPull(_ piece: Result<[UInt8]?, BodyInterruption>, of stream: BodyStream) {
    guard var current = body, current.stream === stream else { return }
    current.isAsked = false
    switch piece {
    case .success(let bytes?): current.piece = bytes[...]
    case .success(nil): current.end = .whole
    case .failure: current.end = .broken
    }
    body = current
  }

  /// Removes all responses and tickets.
  mutating func abandon() {
    queue.abandon()
    (body, hasBody) = (nil, false)
    (ready, hasReady) = (nil, false)
  }

  /// Returns the next step; `nil` if nothing can be written now.
  mutating func next(in context: StepContext) -> Step? {
    if hasBody { return nextPart(context.isWritable) }
    if hasReady, let answer = ready.take() {
      hasReady = false
      return deliver(answer, context)
    }
    guard let answer = queue.next() else { return nil }
    return deliver(answer, context)
  }

  /// Returns the step that writes the next part of the body.
  ///
  /// It returns `nil` until the client has received the previous part.
  private mutating func nextPart(_ isWritable: Bool) -> Step? {
    guard var current = body, !current.isAsked, !current.isPausing,
      isWritable || current.end != nil
    else { return nil }
    if current.delivery == .malformedChunk, !current.piece.isEmpty || current.end == .whole {
      (body, hasBody) = (nil, false)
      let bytes = ResponseWriter.malformedChunks(of: Array(current.piece))
      return Step(action: .writeBytes(bytes[...]), ending: .orderly)
    }
    if !current.piece.isEmpty {
      if let rest = current.rest, current.piece.count > rest {
        // Bytes beyond the announced length would be read as part of the next response.
        current.end = .broken
        current.piece = current.piece.prefix(rest)
      }
      return writePart(of: current)
    }
    if current.end == nil, let stream = current.stream {
      current.isAsked = true
      body = current
      return Step(action: .pull(stream))
    }
    (body, hasBody) = (nil, false)
    guard current.end == .whole, current.rest ?? 0 == 0 else { return Step(ending: .reset) }
    let bytes = current.framing == .chunked ? ResponseWriter.lastChunk : []
    return Step(
      action: .writeBytes(bytes[...]), ending: current.options.keepsAlive ? nil : .orderly)
  }

  /// Returns the step that writes the next part of a piece: all of it, unless the delivery cuts it.
  private mutating func writePart(of body: Body) -> Step {
    var current = body
    var part = current.piece
    var step = Step(following: [.flush])
    switch current.delivery {
    case .truncated(let bytes):
      part = part.prefix(bytes)
      current.delivery = .truncated(bytes: bytes - part.count)
      if part.count == bytes { step = Step(ending: .orderly) }
    case .dribble(let bytes, let pause):
      part = part.prefix(max(1, bytes))
      step.following.append(.pause(milliseconds: pause, .dribble))
      current.isPausing = true
    case .whole, .reset, .empty, .malformedChunk: break
    }
    current.piece = current.piece.dropFirst(part.count)
    current.rest = current.rest.map { $0 - part.count }
    let isLast = current.stream == nil && current.piece.isEmpty
    if isLast { step = Step(ending: current.options.keepsAlive ? nil : .orderly) }
    step.action = .writeBytes(current.framing == .chunked ? ResponseWriter.chunk(part) : part)
    hasBody = !isLast && step.ending == nil
    self.body = hasBody ? current : nil
    return step
  }

  /// Returns the step that writes `answer`, with the delivery fault that its response specifies.
  private mutating func deliver(_ answer: PendingResponse, _ context: StepContext) -> Step {
    guard let returned = answer.response else { return Step(action: .writeContinue) }
    // After an interim response, a client would wait for the final one.
    let isFinal =
      returned.status.code >= 200 || returned.sessionUpgrade != nil || returned.stream?.relay != nil
    let response = isFinal ? returned : .noFinalResponse(insteadOf: returned.status.code)
    let options = answer.options
    if let stream = response.stream, ![.reset, .empty].contains(response.delivery) {
      if stream.relay != nil {
        return upgrade(response, options, context) { .relay(stream, $0) }
      }
      return write(response, stream, options, context)
    }
    switch response.delivery {
    case .whole:
      if let opening = response.sessionUpgrade {
        return upgrade(response, options, context) { .handOver(opening, $0) }
      }
      return write(response, options, context)
    case .reset: return Step(ending: .reset)
    case .empty: return Step(ending: .orderly)
    case .truncated(let bytes):
      let body =
        ResponseWriter.hasBody(response, options) ? response.body.prefix(max(0, bytes)) : []
      return Step(
        action: .writeHead(response, options, .length), following: [.writeBytes(body)],
        ending: .orderly)
    case .malformedChunk:
      let hasBody = ResponseWriter.hasBody(response, options)
      let body = hasBody ? ResponseWriter.malformedChunks(of: response.body) : []
      return Step(
        action: .writeHead(response, options, .chunked), following: [.writeBytes(body[...])],
        ending: .orderly)
    case .dribble: return write(response, options, context)
    }
  }

  /// Returns the step that writes a stored response, or its head if the body is written in pieces.
  private mutating func write(
    _ response: Response, _ options: ReplyOptions, _ context: StepContext
  ) -> Step {
    let options = effective(options, context)
    var delivery = response.delivery
    if response.body.count > Self.pieceBytes, delivery == .whole {
      delivery = .dribble(bytes: Self.pieceBytes, pauseMilliseconds: 0)
    }
    guard case .dribble = delivery, !response.body.isEmpty,
      ResponseWriter.hasBody(response, options)
    else {
      return Step(action: .write(response, options), ending: options.keepsAlive ? nil : .orderly)
    }
    body = Body(
      stream: nil, options: options, framing: .length, piece: response.body[...],
      delivery: delivery)
    hasBody = true
    return Step(action: .writeHead(response, options, .length))
  }

  /// Returns the step that writes the head of a streamed response, with the announced length.
  ///
  /// The delivery's fault applies to the body as it is written, because the body may have no end.
  /// Without a length, a client of HTTP/1.0 recognizes the end of the body by the end of the
  /// connection.
  private mutating func write(
    _ response: Response, _ stream: BodyStream, _ options: ReplyOptions,
    _ context: StepContext
  ) -> Step {
    var options = effective(options, context)
    let length = response.headers.value(of: .contentLength).flatMap(Int.init).flatMap {
      $0 >= response.body.count ? $0 : nil
    }
    if options.isOld, length == nil { options.keepsAlive = false }
    var framing =
      length.map { BodyFraming.announced(bytes: $0) } ?? (options.isOld ? .connection : .chunked)
    if response.delivery == .malformedChunk { framing = .chunked }
    guard ResponseWriter.hasBody(response, options) else {
      return Step(
        action: .writeHead(response, options, framing), ending: options.keepsAlive ? nil : .orderly)
    }
    if case .truncated(bytes: ...0) = response.delivery {
      return Step(action: .writeHead(response, options, framing), ending: .orderly)
    }
    body = Body(
      stream: stream, options: options, framing: framing, piece: response.body[...], rest: length,
      delivery: response.delivery)
    hasBody = true
    return Step(action: .writeHead(response, options, framing), following: [.flush])
  }

  /// Returns the step that turns the connection into a WebSocket, or rejects the handshake.
  private mutating func upgrade(
    _ response: Response, _ options: ReplyOptions, _ context: StepContext,
    _ action: (Response) -> ConnectionAction
  ) -> Step {
    guard case .accepted(let accept) = context.handshake, !context.isEnding else {
      let refusal = context.handshake.refusal ?? Response(.serviceUnavailable)
      return write(refusal, options, context)
    }
    var head = Response(.switchingProtocols, headers: response.headers)
    head.headers[.upgrade] = "websocket"
    head.headers[.secWebSocketAccept] = accept
    return Step(action: action(head))
  }

  /// Returns the options of a response, including whether the connection stays open after it.
  private func effective(_ options: ReplyOptions, _ context: StepContext) -> ReplyOptions {
    var options = options
    if context.isEnding, queue.isEmpty { options.keepsAlive = false }
    return options
  }
}

extension Response {
  /// Returns the response to send if a responder returned an interim response, such as 100.
  fileprivate static func noFinalResponse(insteadOf code: Int) -> Response {
    let reason = "the responder returned the status \(code), after which no response follows"
    return Response(
      .badGateway,
      headers: [.contentType: "text/plain; charset=utf-8", .ghostlightReason: reason],
      body: Array(reason.utf8))
  }
}

/// The queue of pending responses, in the order of their requests.
struct ResponseQueue {
  private struct Place {
    let ticket: Int
    let options: ReplyOptions
    var answer: PendingResponse?
    /// Whether the deferred request only reads; `nil` if the response is not deferred.
    var isSafe: Bool?
  }

  private var places = CircularBuffer<Place>(initialCapacity: 0)
  private var tickets = 0
  private var deferred = 0
  private var deferredChanges = 0

  var isEmpty: Bool { places.isEmpty }

  var count: Int { places.count }

  /// Reserves the next position for a response, and returns a ticket for it.
  ///
  /// `isSafe` is whether the request of a deferred response only reads; `nil` if the response is not
  /// deferred.
  mutating func reserve(_ options: ReplyOptions, isSafe: Bool? = nil) -> Int {
    tickets += 1
    places.append(Place(ticket: tickets, options: options, isSafe: isSafe))
    if let isSafe {
      deferred += 1
      deferredChanges += isSafe ? 0 : 1
    }
    return tickets
  }

  /// Adds a complete response.
  mutating func append(_ answer: PendingResponse) {
    tickets += 1
    places.append(Place(ticket: tickets, options: answer.options, answer: answer))
  }

  var hasDeferred: Bool { deferred > 0 }

  /// Returns whether a request may begin while earlier ones are deferred.
  ///
  /// No request may overtake a change, and a change may not overtake any request.
  func admits(isSafe: @autoclosure () -> Bool) -> Bool {
    deferred == 0 || (deferredChanges == 0 && isSafe())
  }

  /// Sets the response for a ticket; does nothing if the ticket is no longer valid.
  mutating func fill(_ ticket: Int, with response: Response) {
    guard let index = index(of: ticket) else { return }
    places[index].answer = PendingResponse(response: response, options: places[index].options)
    guard let isSafe = places[index].isSafe else { return }
    deferred -= 1
    deferredChanges -= isSafe ? 0 : 1
    places[index].isSafe = nil
  }

  /// Removes and returns the first response, if it is complete.
  mutating func next() -> PendingResponse? {
    guard let answer = places.first?.answer else { return nil }
    places.removeFirst()
    return answer
  }

  /// Removes all responses and invalidates all tickets.
  mutating func abandon() {
    places.removeAll()
    deferred = 0
    deferredChanges = 0
  }

  private func index(of ticket: Int) -> CircularBuffer<Place>.Index? {
    places.firstIndex { $0.ticket == ticket }
  }
}
