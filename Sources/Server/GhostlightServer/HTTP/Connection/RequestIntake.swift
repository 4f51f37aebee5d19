import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

/// The receiving side of a connection, which handles requests until they begin.
///
/// It assembles requests from the parser's parts, applies the limits for heads and bodies, and
/// queues requests that must wait.
struct RequestIntake {
  private let limits: ServerLimits
  private var assembler: RequestAssembler
  /// The number of reads on this connection so far.
  private var readCount = 0
  /// The queue of received steps that have not begun.
  private var waiting = CircularBuffer<AssemblyStep>(initialCapacity: 0)
  /// The number of requests that are complete; `begunCount` is the number that have begun.
  private var completeCount = 0
  private var begunCount = 0
  /// The outcome of the last request's WebSocket handshake.
  private(set) var handshake = WebSocketHandshake.missing

  private var partsThisRead = 0
  /// The number of bytes received since the parser last returned a part of a request.
  private var fruitlessBytes = 0
  /// Whether the parser is past the request line, so that an overflow is due to the header fields.
  private var isPastFirstLine = false
  private var isHeadOverflown = false
  /// The number of bytes reserved for the body that is being received.
  private var heldBytes = 0
  /// The number of bytes of ``heldBytes`` that were requested last.
  private var requestedBytes = 0
  /// Whether the body waits for ``heldBytes`` to be reserved.
  private(set) var awaitsRoom = false

  /// Creates the receiving side of a connection.
  ///
  /// Requests without a host get `authority`. A request for which `streams` returns `true` begins
  /// before its body is complete. `denial` can reject a request before its body is read.
  init(
    scheme: String, authority: String, limits: ServerLimits,
    streams: @escaping RequestAssembler.Streams = { _ in false }, isControl: Bool = false,
    denial: RequestAssembler.Denial? = nil
  ) {
    self.limits = limits
    assembler = RequestAssembler(
      scheme: scheme, authority: authority, limits: limits, streams: streams, isControl: isControl,
      denial: denial)
  }

  /// Sets the scheme of further requests.
  mutating func setScheme(_ scheme: String) { assembler.scheme = scheme }

  /// Sets the authority of requests without a host, and whether requests begin before their bodies
  /// are complete.
  mutating func setDestination(authority: String, streamsBodies: Bool) {
    assembler.authority = authority
    assembler.streams = { _ in streamsBodies }
  }

  /// Whether the head of a request has arrived, but not yet the end of its body.
  var isAmidRequest: Bool { assembler.isAmidRequest }

  /// The pipe for the body of a request that has already begun; `nil` if no body is being received.
  var upload: BodyPipe? { assembler.upload }

  /// Whether the body of a request that has begun ended early.
  var isCutShort: Bool { assembler.isCutShort }

  /// Whether the queue of steps is empty.
  var isEmpty: Bool { waiting.isEmpty }

  /// Whether the client's bytes still have to be parsed.
  var takesInput: Bool { !assembler.isOver || awaitsSuccessor }

  /// Whether the last request opens a WebSocket, which receives all later bytes.
  var awaitsSuccessor: Bool {
    guard assembler.isOver, case .accepted = handshake else { return false }
    return true
  }

  /// Removes all waiting steps, because the client has disconnected.
  mutating func clear() {
    waiting.removeAll()
    assembler.breakOff("the client is gone")
  }

  /// Processes the next part from the parser; returns an action if the body budget is affected.
  mutating func take(_ part: HTTPServerRequestPart) -> ConnectionAction? {
    partsThisRead += 1
    let step = assembler.take(part)
    guard assembler.isAmidRequest else { return keep(step) }
    if step != .more { waiting.append(step) }
    return holdBody()
  }

  /// Rejects the current request and all further bytes; the error follows the earlier responses.
  mutating func refuse(_ refusal: Refusal) -> ConnectionAction? { keep(assembler.refuse(refusal)) }

  /// Records that the parser reached the limit for heads during this read.
  mutating func didOverflow() { isHeadOverflown = true }

  /// Records that the parser has received `count` bytes.
  ///
  /// `isIdle` is whether no request was in progress before these bytes.
  ///
  /// - Returns: The connection's current phase, and the action that an exceeded limit requires.
  mutating func didParse(
    _ count: Int, hasLineEnd: @autoclosure () -> Bool, isIdle: Bool
  ) -> (phase: ConnectionWatch.Phase, action: ConnectionAction?) {
    if partsThisRead > 0 {
      fruitlessBytes = 0
      isPastFirstLine = true
    } else {
      fruitlessBytes += count
      isPastFirstLine = (!isIdle && isPastFirstLine) || hasLineEnd()
    }
    var action: ConnectionAction?
    // The parser counts only names and values; the margin covers line breaks and colons.
    if isHeadOverflown || fruitlessBytes > limits.headBytes + 8 * limits.headFields + 256 {
      action = refuse(isPastFirstLine ? .headTooLarge : .targetTooLong)
    }
    if let step = assembler.startUpload() { waiting.append(step) }
    readCount += 1
    defer { partsThisRead = 0 }
    if assembler.isAmidRequest { return (bodyPhase, action) }
    return (partsThisRead > 0 || assembler.isOver ? .idle : .head, action)
  }

  /// The phase of the connection while a body is being received.
  var bodyPhase: ConnectionWatch.Phase {
    if awaitsRoom { return .budget(holdsRoom: heldBytes > requestedBytes) }
    let step =
      assembler.streamsBody
      ? readCount : assembler.bodyBytes / ConnectionWatch.BodyStep.bytes
    return .body(
      ConnectionWatch.BodyStep(request: completeCount, number: step, holdsRoom: holdsRoom))
  }

  /// Removes and returns the next step, if it may begin.
  ///
  /// With `admitsAll` any request may begin; with `admitsSafe` only a request that reads.
  mutating func next(admitsSafe: Bool, admitsAll: Bool) -> AssemblyStep? {
    guard let first = waiting.first else { return nil }
    if case .complete(let exchange) = first {
      guard admitsAll || (admitsSafe && exchange.isSafe) else { return nil }
      begunCount += 1
    }
    if case .arriving = first { begunCount += 1 }
    return waiting.removeFirst()
  }

  /// The sequence number, from 0, of the request that began last.
  var begunNumber: Int { begunCount - 1 }

  /// Continues to receive a body if space is reserved for it; otherwise pauses reading.
  mutating func didAskForRoom(isThere: Bool) {
    awaitsRoom = !isThere
    if isThere { assembler.reserveBody(heldBytes) }
  }

  /// Whether the body that is being received occupies reserved space until it is complete.
  private var holdsRoom: Bool { heldBytes > 0 && !awaitsRoom && !assembler.streamsBody }

  /// Reserves space for received bytes of a body that exceed the reserved space.
  ///
  /// The reserved space doubles, like the capacity of the array, up to the announced length.
  private mutating func holdBody() -> ConnectionAction? {
    guard !assembler.streamsBody else { return holdUpload() }
    let arrived = assembler.bodyBytes
    guard arrived > max(BodyBudget.uncountedBytes, heldBytes), !awaitsRoom else { return nil }
    let announced = assembler.announcedBytes
    let doubled = max(arrived, 2 * heldBytes, BodyBudget.step)
    let bytes = (announced > 0 ? min(doubled, announced) : doubled) - heldBytes
    heldBytes += bytes
    requestedBytes = bytes
    return .takeRoom(bytes: bytes, number: completeCount)
  }

  /// Reserves space for the pipe of a streamed body, and releases the space when the pipe is empty.
  ///
  /// A pipe with few bytes is not counted.
  private mutating func holdUpload() -> ConnectionAction? {
    guard let count = upload?.count, !awaitsRoom else { return nil }
    if heldBytes == 0, count > BodyBudget.uncountedBytes {
      heldBytes = 2 * BodyPipe.capacity
      requestedBytes = heldBytes
      return .takeRoom(bytes: heldBytes, number: completeCount)
    }
    guard heldBytes > 0, count == 0 else { return nil }
    heldBytes = 0
    return .giveRoomUp(number: completeCount)
  }

  /// Queues the step that ends a request; returns an action if reserved bytes must be released.
  ///
  /// A complete request keeps its reserved bytes, and stops waiting for more. A rejected request
  /// releases them.
  private mutating func keep(_ step: AssemblyStep) -> ConnectionAction? {
    let number = completeCount
    var isRefused = true
    switch step {
    case .more, .arriving: return nil
    case .arrived:
      completeCount += 1
      defer { (heldBytes, awaitsRoom) = (0, false) }
      return heldBytes > 0 ? .giveRoomUp(number: number) : nil
    case .complete(let exchange):
      isRefused = false
      completeCount += 1
      if !exchange.options.keepsAlive { handshake = WebSocketHandshake(exchange.request) }
    case .continueWanted, .refused, .denied: break
    }
    waiting.append(step)
    defer { (heldBytes, awaitsRoom) = (0, false) }
    if isRefused, heldBytes > 0 { return .giveRoomUp(number: number) }
    return awaitsRoom ? .endRoomWait(number: number) : nil
  }
}

/// Assembles requests from the parser's parts, within limits.
///
/// After a request that is rejected or ends the connection, it ignores all further parts.
struct RequestAssembler {
  /// Returns an error response to reject a request by its head; `nil` to read the request's body.
  typealias Denial = @Sendable (Request) -> Response?
  /// Returns whether a request begins before its body is complete.
  typealias Streams = @Sendable (Request) -> Bool

  private enum Phase {
    case head
    case body
    case over
  }

  private var phase = Phase.head
  private var current: AssembledRequest
  private var reader: RequestHeadReader
  /// The limit for bodies that are stored whole.
  private let bodyLimit: Int
  private let denial: Denial?
  var streams: Streams
  /// Whether the current request begins before its body is complete.
  private(set) var streamsBody = false
  /// The pipe for the body of a request that has already begun; `nil` if no body is being received.
  private(set) var upload: BodyPipe?
  /// Whether the body of a request that has begun ended early.
  private(set) var isCutShort = false
  /// The body length that the current request's head announces; 0 if it announces none.
  private(set) var announcedBytes = 0

  /// Creates an assembler for a connection.
  ///
  /// Requests without a host get `authority`. `denial` can reject a request before its body is
  /// read.
  ///
  /// The body of a request for which `streams` returns `true` may have any length, because it is
  /// never stored whole.
  init(
    scheme: String, authority: String, limits: ServerLimits,
    streams: @escaping Streams = { _ in false }, isControl: Bool = false, denial: Denial? = nil
  ) {
    reader = RequestHeadReader(
      scheme: scheme, authority: authority, limits: limits, isControl: isControl)
    bodyLimit = limits.bodyBytes
    self.denial = denial
    self.streams = streams
    current = Self.nothing
  }

  /// The scheme of further requests.
  var scheme: String {
    get { reader.scheme }
    set { reader.scheme = newValue }
  }

  /// The authority of requests without a host.
  var authority: String {
    get { reader.authority }
    set { reader.authority = newValue }
  }

  /// Whether the head of a request has arrived, but not yet the end of its body.
  var isAmidRequest: Bool { phase == .body }

  /// The number of received bytes of the current request's body.
  var bodyBytes: Int { current.request.body.count }

  /// Whether all further parts are ignored, after a rejected request or the connection's last one.
  var isOver: Bool { phase == .over }

  mutating func take(_ part: HTTPServerRequestPart) -> AssemblyStep {
    switch (phase, part) {
    case (.head, .head(let head)): return take(head)
    case (.body, .body(let bytes)): return take(bytes)
    case (.body, .end): return finish()
    default: return .more
    }
  }

  /// Rejects the current request, and ignores all further parts.
  mutating func refuse(_ refusal: Refusal) -> AssemblyStep {
    guard phase != .over else { return .more }
    phase = .over
    if upload != nil {
      breakOff(refusal.uploadReason)
      return .arrived
    }
    let isHead = current.options.isHead
    current = Self.nothing
    return .refused(refusal, isHead: isHead)
  }

  /// Allocates memory for a body of `bytes` bytes.
  mutating func reserveBody(_ bytes: Int) {
    if !streamsBody { current.request.body.reserveCapacity(bytes) }
  }

  /// Begins the current request before its body is complete; `nil` if there is no such request.
  mutating func startUpload() -> AssemblyStep? {
    guard streamsBody, phase == .body, upload == nil else { return nil }
    let pipe = BodyPipe()
    upload = pipe
    var begun = Self.nothing
    begun.options = current.options
    swap(&begun, &current)
    return .arriving(begun, pipe)
  }

  /// Ends the body that is being received early, with the reason.
  mutating func breakOff(_ reason: String) {
    guard let upload else { return }
    upload.breakOff(reason)
    self.upload = nil
    isCutShort = true
  }

  private mutating func take(_ head: HTTPRequestHead) -> AssemblyStep {
    current.options.isHead = head.method == .HEAD
    do throws(Refusal) {
      let facts = try reader.read(head)
      current = facts.start
      streamsBody = facts.hasBody && streams(current.request)
      // A length that does not fit an `Int` is read as `Int.max`, which is always rejected.
      guard facts.bodyLength <= (streamsBody ? .max - 1 : bodyLimit) else {
        throw .bodyTooLarge
      }
      if facts.hasBody, let response = denial?(current.request) {
        phase = .over
        return .denied(response, isHead: current.options.isHead)
      }
      announcedBytes = facts.bodyLength
      if facts.bodyLength > 0 {
        current.request.body.reserveCapacity(min(facts.bodyLength, BodyBudget.uncountedBytes))
      }
      phase = .body
      return facts.awaitsContinue ? .continueWanted : .more
    } catch {
      return refuse(error)
    }
  }

  private mutating func take(_ bytes: ByteBuffer) -> AssemblyStep {
    if let upload {
      upload.append(Array(buffer: bytes))
      return .more
    }
    guard streamsBody || current.request.body.count + bytes.readableBytes <= bodyLimit else {
      return refuse(.bodyTooLarge)
    }
    current.request.body.append(contentsOf: bytes.readableBytesView)
    return .more
  }

  private mutating func finish() -> AssemblyStep {
    phase = current.options.keepsAlive ? .head : .over
    if let upload {
      upload.finish()
      self.upload = nil
      current = Self.nothing
      return .arrived
    }
    var complete = Self.nothing
    swap(&complete, &current)
    return .complete(complete)
  }

  private static let nothing = AssembledRequest(
    request: Request(.get, "", authority: ""), options: ReplyOptions())
}

/// A complete request, and the options for its response.
struct AssembledRequest: Hashable {
  var request: Request
  var options: ReplyOptions

  /// Whether the request's method only reads.
  var isSafe: Bool { request.method == .get || request.method == .head }
}

/// The result of processing a part of a request.
enum AssemblyStep: Hashable {
  /// More parts are needed before anything can be done.
  case more
  /// The client waits for `100 Continue` before it sends the body.
  case continueWanted
  case complete(AssembledRequest)
  /// The request can begin with the received bytes of its body; the pipe receives the rest.
  case arriving(AssembledRequest, BodyPipe)
  /// The body of a request that has already begun is complete or ended early.
  case arrived
  /// The request is invalid and gets an error response; all further bytes are ignored.
  case refused(Refusal, isHead: Bool)
  /// The request's head was rejected before its body; all further bytes are ignored.
  case denied(Response, isHead: Bool)
}
