import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

/// The receiving side of a connection, up to the moment when its requests begin.
///
/// It assembles requests from the parser's parts, applies the limits of heads and bodies, and
/// queues requests that have to wait.
struct RequestIntake {
  private let limits: ServerLimits
  private var assembler: RequestAssembler
  /// The number of reads so far.
  private var readCount = 0
  /// The steps that were received and have not begun, in their order.
  private var waiting = CircularBuffer<AssemblyStep>(initialCapacity: 0)
  /// The number of complete requests, and the number of requests that have begun.
  private var completeCount = 0
  private var begunCount = 0
  /// The outcome of the last request's WebSocket handshake.
  private(set) var handshake = WebSocketHandshake.missing

  private var partsThisRead = 0
  /// The number of bytes since the parser last returned a part.
  private var fruitlessBytes = 0
  /// Whether a limit is exceeded by the head's fields, and no longer by the target.
  private var isPastFirstLine = false
  private var isHeadOverflown = false
  /// The number of bytes reserved for the body that is being received.
  private var heldBytes = 0
  /// Whether the body waits for these bytes.
  private(set) var awaitsRoom = false

  /// Creates the receiving side of a connection.
  ///
  /// `authority` is used for requests without a host. With `streamsBodies`, requests begin before
  /// their bodies are complete. `denial` refuses requests before their bodies are read.
  init(
    scheme: String, authority: String, limits: ServerLimits, streamsBodies: Bool = false,
    isControl: Bool = false, denial: RequestAssembler.Denial? = nil
  ) {
    self.limits = limits
    assembler = RequestAssembler(
      scheme: scheme, authority: authority, limits: limits, streamsBodies: streamsBodies,
      isControl: isControl, denial: denial)
  }

  /// Sets the scheme of requests.
  mutating func setScheme(_ scheme: String) { assembler.scheme = scheme }

  /// Sets the authority for requests without a host.
  mutating func setAuthority(_ authority: String) { assembler.authority = authority }

  /// Whether a request's head was read, and its end was not.
  var isAmidRequest: Bool { assembler.isAmidRequest }

  /// The body that is being received for a request that has already begun.
  var upload: BodyPipe? { assembler.upload }

  /// Whether such a body was cut off.
  var isCutShort: Bool { assembler.isCutShort }

  /// Whether no step waits to begin.
  var isEmpty: Bool { waiting.isEmpty }

  /// Whether bytes of the client still have to be parsed.
  var takesInput: Bool { !assembler.isOver || awaitsSuccessor }

  /// Whether the last request asks for a WebSocket, to which all later bytes belong.
  var awaitsSuccessor: Bool {
    guard assembler.isOver, case .accepted = handshake else { return false }
    return true
  }

  /// Removes all waiting steps.
  mutating func clear() {
    waiting.removeAll()
    assembler.breakOff("the client is gone")
  }

  /// Processes the parser's next part, and returns the action that the body budget needs.
  mutating func take(_ part: HTTPServerRequestPart) -> ConnectionAction? {
    partsThisRead += 1
    let step = assembler.take(part)
    guard assembler.isAmidRequest else { return keep(step) }
    if step != .more { waiting.append(step) }
    return holdBody()
  }

  /// Refuses all further bytes; the client gets the reason after its earlier responses.
  mutating func refuse(_ refusal: Refusal) -> ConnectionAction? { keep(assembler.refuse(refusal)) }

  /// Records that the parser stopped at a limit during this read.
  mutating func didOverflow() { isHeadOverflown = true }

  /// Records that the parser has received `count` bytes; `isIdle` is whether they began a request.
  ///
  /// - Returns: The phase that the connection is in now, and the action that an exceeded limit
  ///   needs.
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
    // The parser counts only names and values; the margin is for line ends and colons.
    if isHeadOverflown || fruitlessBytes > limits.headBytes + 8 * limits.headFields + 256 {
      action = refuse(isPastFirstLine ? .headTooLarge : .targetTooLong)
    }
    if let step = assembler.startUpload() { waiting.append(step) }
    readCount += 1
    defer { partsThisRead = 0 }
    if assembler.isAmidRequest { return (bodyPhase, action) }
    return (partsThisRead > 0 || assembler.isOver ? .idle : .head, action)
  }

  /// The phase of the connection's watch while a body is being received.
  var bodyPhase: ConnectionWatch.Phase {
    if awaitsRoom { return .budget }
    let step =
      assembler.streamsBodies
      ? readCount : assembler.bodyBytes / ConnectionWatch.BodyStep.bytes
    return .body(
      ConnectionWatch.BodyStep(request: completeCount, number: step, holdsRoom: holdsRoom))
  }

  /// Removes and returns the next step that may begin.
  ///
  /// All requests are admitted with `admitsAll`, and only those that read with `admitsSafe`.
  mutating func next(admitsSafe: Bool, admitsAll: Bool) -> AssemblyStep? {
    guard let first = waiting.first else { return nil }
    if case .complete(let exchange) = first {
      guard admitsAll || (admitsSafe && exchange.isSafe) else { return nil }
      begunCount += 1
    }
    if case .arriving = first { begunCount += 1 }
    return waiting.removeFirst()
  }

  /// The position of the request that began last, from 0.
  var begunNumber: Int { begunCount - 1 }

  /// Continues to read a body if space for it is reserved; otherwise stops until there is space.
  mutating func didAskForRoom(isThere: Bool) {
    awaitsRoom = !isThere
    if isThere { assembler.reserveBody(heldBytes) }
  }

  /// Whether the body that is being received holds its space until it is complete.
  private var holdsRoom: Bool { heldBytes > 0 && !awaitsRoom && !assembler.streamsBodies }

  /// Reserves space for the bytes of a body that have arrived, if they exceed the reserved space.
  ///
  /// The space doubles like the capacity of the body's array, up to the announced length.
  private mutating func holdBody() -> ConnectionAction? {
    guard !assembler.streamsBodies else { return holdUpload() }
    let arrived = assembler.bodyBytes
    guard arrived > max(BodyBudget.uncountedBytes, heldBytes), !awaitsRoom else { return nil }
    let announced = assembler.announcedBytes
    let doubled = max(arrived, 2 * heldBytes, BodyBudget.step)
    let bytes = (announced > 0 ? min(doubled, announced) : doubled) - heldBytes
    heldBytes += bytes
    return .takeRoom(bytes: bytes, number: completeCount)
  }

  /// Reserves space for the pipe of a body that is passed on, and releases it when the pipe is empty.
  ///
  /// A pipe with few bytes is not counted.
  private mutating func holdUpload() -> ConnectionAction? {
    guard let count = upload?.count, !awaitsRoom else { return nil }
    if heldBytes == 0, count > BodyBudget.uncountedBytes {
      heldBytes = 2 * BodyPipe.capacity
      return .takeRoom(bytes: heldBytes, number: completeCount)
    }
    guard heldBytes > 0, count == 0 else { return nil }
    heldBytes = 0
    return .giveRoomUp(number: completeCount)
  }

  /// Queues the step that ends a request, and returns an action if its reserved bytes must be
  /// released.
  ///
  /// A complete request keeps its reserved bytes, and stops waiting for more. A refused request
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
/// After a refusal, or a request that ends its connection, it ignores all further parts.
struct RequestAssembler {
  /// Refuses a request by its head, before its body is read; returns `nil` if the body may be read.
  typealias Denial = @Sendable (Request) -> Response?

  private enum Phase {
    case head
    case body
    case over
  }

  private var phase = Phase.head
  private var current: AssembledRequest
  private var reader: RequestHeadReader
  private let bodyLimit: Int
  private let denial: Denial?
  /// Whether requests begin before their bodies are complete.
  let streamsBodies: Bool
  /// The body that is being received for a request that has already begun.
  private(set) var upload: BodyPipe?
  /// Whether such a body was cut off.
  private(set) var isCutShort = false
  /// The length of the body that the head of the current request announces; 0 without one.
  private(set) var announcedBytes = 0

  /// Creates an assembler for a connection.
  ///
  /// `authority` is used for requests without a host. `denial` refuses requests before their bodies
  /// are read.
  ///
  /// With `streamsBodies`, bodies may have any length, because they are never stored whole.
  init(
    scheme: String, authority: String, limits: ServerLimits, streamsBodies: Bool = false,
    isControl: Bool = false, denial: Denial? = nil
  ) {
    var limits = limits
    // A length that is not an Int counts as the largest one.
    if streamsBodies { limits.bodyBytes = .max - 1 }
    reader = RequestHeadReader(
      scheme: scheme, authority: authority, limits: limits, isControl: isControl)
    bodyLimit = limits.bodyBytes
    self.denial = denial
    self.streamsBodies = streamsBodies
    current = Self.nothing
  }

  /// The scheme of requests.
  var scheme: String {
    get { reader.scheme }
    set { reader.scheme = newValue }
  }

  /// The authority for requests without a host.
  var authority: String {
    get { reader.authority }
    set { reader.authority = newValue }
  }

  /// Whether a request's head was read, and its end was not.
  var isAmidRequest: Bool { phase == .body }

  /// The number of bytes of its body that were received.
  var bodyBytes: Int { current.request.body.count }

  /// Whether all further parts are ignored.
  var isOver: Bool { phase == .over }

  mutating func take(_ part: HTTPServerRequestPart) -> AssemblyStep {
    switch (phase, part) {
    case (.head, .head(let head)): return take(head)
    case (.body, .body(let bytes)): return take(bytes)
    case (.body, .end): return finish()
    default: return .more
    }
  }

  /// Refuses the current request, and ignores all further parts.
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

  /// Allocates memory for a number of bytes of the body.
  mutating func reserveBody(_ bytes: Int) {
    if !streamsBodies { current.request.body.reserveCapacity(bytes) }
  }

  /// Begins a request whose body did not arrive whole with its head; `nil` if there is none.
  mutating func startUpload() -> AssemblyStep? {
    guard streamsBodies, phase == .body, upload == nil else { return nil }
    let pipe = BodyPipe()
    upload = pipe
    var begun = Self.nothing
    begun.options = current.options
    swap(&begun, &current)
    return .arriving(begun, pipe)
  }

  /// Cuts off the body that is being received.
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
    guard current.request.body.count + bytes.readableBytes <= bodyLimit else {
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

/// A complete request, and the options of its response.
struct AssembledRequest: Hashable {
  var request: Request
  var options: ReplyOptions

  /// Whether its method only reads.
  var isSafe: Bool { request.method == .get || request.method == .head }
}

/// The result of a part of a request.
enum AssemblyStep: Hashable {
  /// There is nothing to do yet.
  case more
  /// The client waits for `100 Continue` before it sends the body.
  case continueWanted
  case complete(AssembledRequest)
  /// The request can begin with the bytes of its body that were received; the pipe gets the rest.
  case arriving(AssembledRequest, BodyPipe)
  /// The body of a request that has already begun is complete, or was cut off.
  case arrived
  /// The request is refused, and all further bytes of the connection are ignored.
  case refused(Refusal, isHead: Bool)
  /// The head of a request with a body is refused, and all further bytes of the connection are
  /// ignored.
  case denied(Response, isHead: Bool)
}
