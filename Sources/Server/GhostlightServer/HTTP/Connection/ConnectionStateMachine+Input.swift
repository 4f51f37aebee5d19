import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

// MARK: - Parts of requests

extension ConnectionStateMachine {
  /// Whether ``next()`` may have an action.
  private var hasWork: Bool { !received.isEmpty || !pending.isEmpty }

  /// Processes the next part of a request from the parser.
  ///
  /// - Returns: Whether ``next()`` may have an action.
  mutating func handle(_ part: HTTPServerRequestPart) -> Bool {
    hasPart = true
    switch part {
    case .head(let head): receive(head)
    case .body(let bytes): receive(bytes)
    case .end: endRequest()
    }
    return hasWork
  }

  /// Records that the parser reached the limit for heads during this read.
  mutating func didOverflow() { isHeadOverflown = true }

  /// Records that the parser has received `count` bytes.
  ///
  /// - Returns: Whether ``next()`` may have an action.
  @discardableResult
  mutating func didParse(
    _ count: Int, hasLineEnd: @autoclosure () -> Bool, now: NIODeadline
  ) -> Bool {
    guard isOpen else { return false }
    readCount += 1
    if hasPart {
      fruitlessBytes = 0
      isPastFirstLine = true
    } else {
      fruitlessBytes += count
      isPastFirstLine = (watch?.phase != .idle && isPastFirstLine) || hasLineEnd()
    }
    // The parser counts only names and values; the margin covers line breaks and colons.
    if isHeadOverflown || fruitlessBytes > limits.headBytes + 8 * limits.headFields + 256 {
      refuse(isPastFirstLine ? .headTooLarge : .targetTooLong)
    }
    if case .body(var request) = state, let item = request.beginStreaming() {
      state = .body(request)
      received.append(item)
    }
    enterPhase(now: now)
    hasPart = false
    return hasWork
  }

  /// Rejects the current request and all further bytes; the error follows the earlier responses.
  ///
  /// The reader of a body that is streamed receives the reason instead.
  mutating func refuse(_ refusal: Refusal) {
    switch state {
    case .head: reject(with: refusal, isHead: false)
    case .body(let request):
      if request.heldBytes > 0 { pending.append(.discardReservation(number: completeCount)) }
      if request.pipe == nil {
        reject(with: refusal, isHead: request.exchange.options.isHead)
      } else {
        abort(refusal.uploadReason)
      }
    case .last, .flushing, .lingering, .closed: break
    }
  }

  /// Ends a streamed body early, with the reason; does nothing if no body is streamed.
  mutating func abort(_ reason: String) {
    guard case .body(let request) = state, let pipe = request.pipe else { return }
    pipe.abort(reason)
    state = .last(.missing)
  }

  /// Continues to receive a body if space is reserved for it; otherwise pauses reading.
  mutating func didAskForRoom(isThere: Bool, now: NIODeadline) {
    guard var request = removeRequest() else { return }
    request.didAskForRoom(isThere: isThere)
    state = .body(request)
    enterPhase(now: now)
  }

  private mutating func receive(_ head: HTTPRequestHead) {
    guard case .head = state else { return }
    let isHead = head.method == .HEAD
    do throws(Refusal) {
      let facts = try reader.read(head)
      let streamsBody = facts.hasBody && streams(facts.start.request)
      // A length that does not fit an `Int` is read as `Int.max`, which is always rejected.
      guard facts.bodyLength <= (streamsBody ? .max - 1 : limits.bodyBytes) else {
        throw .bodyTooLarge
      }
      if facts.hasBody, let response = denial?(facts.start.request) {
        return reject(with: response, isHead: isHead)
      }
      state = .body(IncomingRequest(facts, streams: streamsBody))
      if facts.awaitsContinue {
        received.append(.answer(PendingResponse(response: nil, options: ReplyOptions())))
      }
    } catch {
      reject(with: error, isHead: isHead)
    }
  }

  private mutating func receive(_ bytes: ByteBuffer) {
    guard var request = removeRequest() else { return }
    let fits = request.streams || request.bodyBytes + bytes.readableBytes <= limits.bodyBytes
    if fits {
      request.append(bytes)
      if let action = request.reserveRoom(number: completeCount) { pending.append(action) }
    }
    state = .body(request)
    if !fits { refuse(.bodyTooLarge) }
  }

  /// Ends the current request.
  ///
  /// A request that is stored whole keeps its reserved bytes, and stops waiting for more.
  private mutating func endRequest() {
    guard let request = removeRequest() else { return }
    if !request.exchange.options.keepsAlive {
      state = .last(WebSocketHandshake(request.exchange.request))
    }
    if let pipe = request.pipe {
      pipe.finish()
      if request.heldBytes > 0 { pending.append(.discardReservation(number: completeCount)) }
    } else {
      if request.awaitsRoom { pending.append(.endRoomWait(number: completeCount)) }
      received.append(.whole(request.exchange, number: completeCount))
    }
    completeCount += 1
  }

  /// Removes and returns the current request; the state is then `head`.
  ///
  /// Without a second owner, the request's body grows without being copied.
  private mutating func removeRequest() -> IncomingRequest? {
    guard case .body = state else { return nil }
    var removed = State.head
    swap(&state, &removed)
    guard case .body(let request) = consume removed else { return nil }
    return request
  }

  private mutating func reject(with refusal: Refusal, isHead: Bool) {
    let own = refusal == .bodyTooLarge ? bodyTooLarge : nil
    reject(with: own ?? refusal.response, isHead: isHead)
  }

  private mutating func reject(with response: Response, isHead: Bool) {
    state = .last(.missing)
    received.append(.answer(PendingResponse(last: response, isHead: isHead)))
  }

  private mutating func enterPhase(now: NIODeadline) {
    let phase: ConnectionWatch.Phase
    switch state {
    case .head: phase = hasPart ? .idle : .head
    case .body(let request): phase = request.phase(number: completeCount, readCount: readCount)
    case .last, .flushing, .lingering, .closed: phase = .idle
    }
    watch?.enter(phase, now: now)
    startWatching(now: now)
  }
}

/// A request that has not begun, or a response of the connection itself.
enum ReceivedItem {
  /// The request has its whole body; `number` is its position on the connection, from 0.
  case whole(AssembledRequest, number: Int)
  /// The request can begin with the received bytes of its body; the pipe receives the rest.
  case arriving(AssembledRequest, BodyPipe)
  /// `100 Continue`, or the error response to a request that was rejected.
  case answer(PendingResponse)
}

/// A request, and the options for its response.
struct AssembledRequest: Hashable {
  var request: Request
  var options: ReplyOptions

  /// Whether the request's method only reads.
  var isSafe: Bool { request.method == .get || request.method == .head }
}

/// A request whose body is being received.
struct IncomingRequest {
  /// The request with the received bytes of its body; without body after it has begun.
  private(set) var exchange: AssembledRequest
  /// The body length that the request's head announces; 0 if it announces none.
  private let announcedBytes: Int
  /// Whether the request begins before its body is complete.
  let streams: Bool
  /// The receiver of the rest of the body, if the request has already begun.
  private(set) var pipe: BodyPipe?
  /// The number of bytes reserved for the body.
  private(set) var heldBytes = 0
  /// The number of bytes of ``heldBytes`` that were requested last.
  private var requestedBytes = 0
  /// Whether the body waits for ``heldBytes`` to be reserved.
  private(set) var awaitsRoom = false

  init(_ facts: RequestHeadFacts, streams: Bool) {
    exchange = facts.start
    announcedBytes = facts.bodyLength
    self.streams = streams
    if announcedBytes > 0 {
      exchange.request.body.reserveCapacity(min(announcedBytes, BodyBudget.uncountedBytes))
    }
  }

  /// The number of stored bytes of the body, without those in the pipe.
  var bodyBytes: Int { exchange.request.body.count }

  mutating func append(_ bytes: ByteBuffer) {
    if let pipe {
      pipe.append(Array(buffer: bytes))
    } else {
      exchange.request.body.append(contentsOf: bytes.readableBytesView)
    }
  }

  /// Begins the request before its body is complete; `nil` if that is not possible now.
  mutating func beginStreaming() -> ReceivedItem? {
    guard streams, pipe == nil else { return nil }
    let pipe = BodyPipe()
    self.pipe = pipe
    defer { exchange.request.body = [] }
    return .arriving(exchange, pipe)
  }

  /// Continues to receive the body if space is reserved for it; otherwise waits.
  mutating func didAskForRoom(isThere: Bool) {
    awaitsRoom = !isThere
    if isThere, !streams { exchange.request.body.reserveCapacity(heldBytes) }
  }

  /// Returns the action that reserves space for received bytes that exceed the reserved space.
  ///
  /// For a body that is stored whole, the space doubles, like the capacity of the array, up to the
  /// announced length. The space for a pipe is fixed, and released when the pipe is empty. A pipe
  /// with few bytes is not counted.
  mutating func reserveRoom(number: Int) -> ConnectionAction? {
    guard !awaitsRoom else { return nil }
    let stored = streams ? pipe?.count ?? 0 : bodyBytes
    if stored == 0, heldBytes > 0 {
      heldBytes = 0
      return .discardReservation(number: number)
    }
    guard stored > max(BodyBudget.uncountedBytes, heldBytes) else { return nil }
    let doubled = max(stored, 2 * heldBytes, BodyBudget.step)
    let whole = announcedBytes > 0 ? min(doubled, announcedBytes) : doubled
    requestedBytes = (streams ? 2 * BodyPipe.capacity : whole) - heldBytes
    guard requestedBytes > 0 else { return nil }
    heldBytes += requestedBytes
    return .reserveBytes(bytes: requestedBytes, number: number)
  }

  /// Returns the phase of the connection, after `readCount` reads, for the request at a position.
  func phase(number: Int, readCount: Int) -> ConnectionWatch.Phase {
    if awaitsRoom { return .budget(holdsRoom: heldBytes > requestedBytes) }
    let part = streams ? readCount : bodyBytes / ConnectionWatch.BodyStep.bytes
    return .body(
      ConnectionWatch.BodyStep(request: number, number: part, holdsRoom: heldBytes > 0 && !streams))
  }
}
