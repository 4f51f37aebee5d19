import GhostlightCore
import HTTPTypes
import NIOCore

/// What a connection owes and writes: its answers in the order of their requests, each the way it
/// asks for, large bodies in pieces.
struct ResponseSequence {
  /// What a step depends on beside the answers.
  struct Circumstances {
    /// The client takes bytes.
    var isWritable: Bool
    /// The connection is to end with its last answer.
    var isEnding: Bool
    /// More requests may follow those that are begun.
    var mayFollow: Bool
    /// What the last request says that might want a WebSocket.
    var handshake: WebSocketHandshake
  }

  /// What is to be done, in this order.
  struct Step {
    var action: ConnectionAction?
    var following: [ConnectionAction] = []
    /// How the connection ends then, if it does.
    var ending: Ending?
  }

  /// A body that is written in pieces.
  private struct Body {
    var rest: ArraySlice<UInt8>
    let options: ReplyOptions
    let pieceBytes: Int
    /// Between two pieces; `nil` where the next goes as soon as the client takes it, but lets the
    /// other connections of the loop have their turn.
    let pauseMilliseconds: Int?
    var isPausing = false
  }

  /// A body that is made while it is written; one piece of it is there at a time.
  private struct StreamedBody {
    let stream: BodyStream
    let options: ReplyOptions
    let framing: BodyFraming
    var piece: ArraySlice<UInt8>
    /// The bytes that are announced and not written; `nil` where none are announced.
    var rest: Int?
    var isAsked = false
    /// How the connection goes on behind the last piece, once that is there.
    var end: End?

    enum End {
      case whole
      case broken
    }
  }

  /// Bytes of a large body that are written at a time.
  private static let pieceBytes = 256 * 1024

  private var queue = AnswerQueue()
  private var body: Body?
  private var streamed: StreamedBody?
  /// The first answer, where it need not wait in the queue.
  private var ready: Answer?
  // Asked several times in each exchange, where a look at what is there would copy it.
  /// Whether a body, streamed or not, is being written.
  private var hasBody = false
  private var hasReady = false

  /// Nothing is owed or being written.
  var isEmpty: Bool { queue.isEmpty && !hasBody && !hasReady }

  /// The number of answers owed.
  var count: Int { queue.count }

  /// Some answer is deferred.
  var hasDeferred: Bool { queue.hasDeferred }

  /// Whether a request may be begun beside the deferred ones.
  func admits(isSafe: Bool) -> Bool { queue.admits(isSafe: isSafe) }

  /// Takes an answer that is there already.
  mutating func append(_ answer: Answer) {
    guard isEmpty else { return queue.append(answer) }
    (ready, hasReady) = (answer, true)
  }

  /// Keeps the next place; answers its ticket.
  mutating func reserve(_ options: ReplyOptions) -> Int { queue.reserve(options) }

  /// Notes that an answer is deferred.
  mutating func markDeferred(_ ticket: Int, isSafe: Bool) {
    queue.markDeferred(ticket, isSafe: isSafe)
  }

  /// Fills a place; does nothing where the ticket is void.
  mutating func fill(_ ticket: Int, with response: Response) { queue.fill(ticket, with: response) }

  /// The pause between two pieces is over.
  mutating func didPause() { body?.isPausing = false }

  /// The next piece of a streamed body is there, or its end.
  mutating func didPull(_ piece: Result<[UInt8]?, BodyInterruption>, of stream: BodyStream) {
    guard var current = streamed, current.stream === stream else { return }
    current.isAsked = false
    switch piece {
    case .success(let bytes?): current.piece = bytes[...]
    case .success(nil): current.end = .whole
    case .failure: current.end = .broken
    }
    streamed = current
  }

  /// Forgets everything.
  mutating func abandon() {
    queue.abandon()
    (body, streamed, hasBody) = (nil, nil, false)
    (ready, hasReady) = (nil, false)
  }

  /// What can be done now.
  mutating func next(in circumstances: Circumstances) -> Step? {
    if hasBody {
      return streamed == nil
        ? nextPiece(circumstances.isWritable) : nextStreamed(circumstances.isWritable)
    }
    if hasReady, let answer = ready.take() {
      hasReady = false
      return deliver(answer, circumstances)
    }
    guard let answer = queue.next() else { return nil }
    return deliver(answer, circumstances)
  }

  /// The next piece of the body that is being written.
  private mutating func nextPiece(_ isWritable: Bool) -> Step? {
    guard var current = body, !current.isPausing, isWritable || current.pauseMilliseconds != nil
    else { return nil }
    var step = Step(action: .writeBytes(current.rest.prefix(current.pieceBytes)))
    current.rest = current.rest.dropFirst(current.pieceBytes)
    guard !current.rest.isEmpty else {
      (body, hasBody) = (nil, false)
      if !current.options.keepsAlive { step.ending = .orderly }
      return step
    }
    step.following = [
      .flush, .pause(milliseconds: current.pauseMilliseconds ?? 0, .dribble),
    ]
    current.isPausing = true
    body = current
    return step
  }

  /// The next piece of a streamed body, once the client has taken the one before.
  private mutating func nextStreamed(_ isWritable: Bool) -> Step? {
    guard var current = streamed, !current.isAsked, isWritable || current.end != nil else {
      return nil
    }
    if !current.piece.isEmpty {
      if let rest = current.rest {
        // Nobody may write into the answer behind.
        if current.piece.count > rest { current.end = .broken }
        current.piece = current.piece.prefix(rest)
        current.rest = rest - current.piece.count
      }
      let bytes =
        current.framing == .chunked ? ResponseWriter.chunk(current.piece) : current.piece
      current.piece = []
      streamed = current
      return Step(action: .writeBytes(bytes), following: [.flush])
    }
    guard let end = current.end else {
      current.isAsked = true
      streamed = current
      return Step(action: .pull(current.stream))
    }
    (streamed, hasBody) = (nil, false)
    switch end {
    case .broken: return Step(ending: .reset)
    case .whole where current.rest ?? 0 > 0: return Step(ending: .reset)
    case .whole:
      let bytes = current.framing == .chunked ? ResponseWriter.lastChunk : []
      return Step(
        action: .writeBytes(bytes[...]), ending: current.options.keepsAlive ? nil : .orderly)
    }
  }

  /// Sends an answer the way it asks for.
  private mutating func deliver(_ answer: Answer, _ circumstances: Circumstances) -> Step {
    guard let response = answer.response else { return Step(action: .writeContinue) }
    let options = answer.options
    switch response.delivery {
    case .whole:
      if let stream = response.stream { return write(response, stream, options, circumstances) }
      if let opening = response.sessionUpgrade {
        return upgrade(opening, response, options, circumstances)
      }
      return write(response, options, circumstances)
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
    case .dribble(let bytes, let pause):
      return write(
        response, options, inPiecesOf: max(1, bytes), pauseMilliseconds: pause, circumstances)
    }
  }

  private mutating func write(
    _ response: Response, _ options: ReplyOptions, _ circumstances: Circumstances
  ) -> Step {
    guard response.body.count > Self.pieceBytes else {
      return writeWhole(response, options, circumstances)
    }
    return write(
      response, options, inPiecesOf: Self.pieceBytes, pauseMilliseconds: nil, circumstances)
  }

  private func writeWhole(
    _ response: Response, _ options: ReplyOptions, _ circumstances: Circumstances
  ) -> Step {
    let options = effective(options, circumstances)
    return Step(action: .write(response, options), ending: options.keepsAlive ? nil : .orderly)
  }

  private mutating func write(
    _ response: Response, _ options: ReplyOptions, inPiecesOf bytes: Int, pauseMilliseconds: Int?,
    _ circumstances: Circumstances
  ) -> Step {
    guard !response.body.isEmpty, ResponseWriter.hasBody(response, options) else {
      return writeWhole(response, options, circumstances)
    }
    let options = effective(options, circumstances)
    body = Body(
      rest: response.body[...], options: options, pieceBytes: bytes,
      pauseMilliseconds: pauseMilliseconds)
    hasBody = true
    return Step(action: .writeHead(response, options, .length))
  }

  /// Sends the head of an answer whose body is streamed, with the length that its fields announce;
  /// without one, an older client is told its end by the connection's.
  private mutating func write(
    _ response: Response, _ stream: BodyStream, _ options: ReplyOptions,
    _ circumstances: Circumstances
  ) -> Step {
    var options = effective(options, circumstances)
    let length = response.headers.value(of: .contentLength).flatMap(Int.init).flatMap {
      $0 >= response.body.count ? $0 : nil
    }
    if options.isOld, length == nil { options.keepsAlive = false }
    let framing =
      length.map { BodyFraming.announced(bytes: $0) } ?? (options.isOld ? .connection : .chunked)
    guard ResponseWriter.hasBody(response, options) else {
      return Step(
        action: .writeHead(response, options, framing), ending: options.keepsAlive ? nil : .orderly)
    }
    streamed = StreamedBody(
      stream: stream, options: options, framing: framing, piece: response.body[...], rest: length)
    hasBody = true
    return Step(action: .writeHead(response, options, framing), following: [.flush])
  }

  /// The connection becomes a WebSocket, where the client asked for one.
  private mutating func upgrade(
    _ opening: SessionUpgrade, _ response: Response, _ options: ReplyOptions,
    _ circumstances: Circumstances
  ) -> Step {
    guard case .accepted(let accept) = circumstances.handshake, !circumstances.isEnding else {
      let refusal = circumstances.handshake.refusal ?? Response(.serviceUnavailable)
      return write(refusal, options, circumstances)
    }
    var head = Response(.switchingProtocols, headers: response.headers)
    head.headers[.upgrade] = "websocket"
    head.headers[.secWebSocketAccept] = accept
    return Step(action: .handOver(opening, head))
  }

  /// The terms of an answer, once it is known whether the connection outlives it.
  private func effective(_ options: ReplyOptions, _ circumstances: Circumstances) -> ReplyOptions {
    var options = options
    if circumstances.isEnding, queue.isEmpty, !circumstances.mayFollow {
      options.keepsAlive = false
    }
    return options
  }
}

/// The answers that a connection owes, in the order of their requests.
struct AnswerQueue {
  private struct Place {
    let ticket: Int
    let options: ReplyOptions
    var answer: Answer?
    /// Whether a request only reads whose answer is deferred; `nil` where it is not.
    var isSafe: Bool?
  }

  private var places = CircularBuffer<Place>(initialCapacity: 0)
  private var tickets = 0
  private var deferred = 0
  private var deferredChanges = 0

  /// Nothing is owed.
  var isEmpty: Bool { places.isEmpty }

  /// The number of answers owed.
  var count: Int { places.count }

  /// Keeps the next place; answers its ticket.
  mutating func reserve(_ options: ReplyOptions) -> Int {
    tickets += 1
    places.append(Place(ticket: tickets, options: options))
    return tickets
  }

  /// Keeps the next place for an answer that is there already.
  mutating func append(_ answer: Answer) {
    tickets += 1
    places.append(Place(ticket: tickets, options: answer.options, answer: answer))
  }

  /// Notes that an answer is deferred; it `isSafe` where its request only reads.
  mutating func markDeferred(_ ticket: Int, isSafe: Bool) {
    guard let index = index(of: ticket) else { return }
    places[index].isSafe = isSafe
    deferred += 1
    deferredChanges += isSafe ? 0 : 1
  }

  /// Some answer is deferred.
  var hasDeferred: Bool { deferred > 0 }

  /// Whether a request may be begun beside the deferred ones: none may overtake a change, nor a
  /// change anything.
  func admits(isSafe: Bool) -> Bool { deferred == 0 || (isSafe && deferredChanges == 0) }

  /// Fills a place; does nothing where the ticket is void.
  mutating func fill(_ ticket: Int, with response: Response) {
    guard let index = index(of: ticket) else { return }
    places[index].answer = Answer(response: response, options: places[index].options)
    guard let isSafe = places[index].isSafe else { return }
    deferred -= 1
    deferredChanges -= isSafe ? 0 : 1
    places[index].isSafe = nil
  }

  /// Takes the first answer off, where it is there.
  mutating func next() -> Answer? {
    guard let answer = places.first?.answer else { return nil }
    places.removeFirst()
    return answer
  }

  /// Voids all tickets.
  mutating func abandon() {
    places.removeAll()
    deferred = 0
    deferredChanges = 0
  }

  private func index(of ticket: Int) -> CircularBuffer<Place>.Index? {
    places.firstIndex { $0.ticket == ticket }
  }
}
