import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

/// What a connection receives, up to the moment when its requests are begun: puts them together,
/// holds the parser and the bodies to their limits, and keeps what has to wait for its turn.
struct RequestIntake {
  private let limits: ServerLimits
  private var assembler: RequestAssembler
  /// What has come and is not begun, in its order.
  private var waiting = CircularBuffer<AssemblyStep>(initialCapacity: 0)
  /// The requests that are complete, and those that are begun.
  private var completeCount = 0
  private var begunCount = 0
  /// What the last request says that might want a WebSocket.
  private(set) var handshake = WebSocketHandshake.missing

  private var partsThisRead = 0
  /// Bytes since the parser last made something of them.
  private var fruitlessBytes = 0
  /// What is too long now is not the target.
  private var isPastFirstLine = false
  private var isHeadOverflown = false
  /// Bytes held for the body that arrives.
  private var heldBytes = 0
  /// It waits for them.
  private(set) var awaitsRoom = false

  /// Starts a connection; `authority` is who we are to clients that name nobody, and
  /// `streamsBodies` whether requests are begun before their bodies are complete.
  init(
    scheme: String, authority: String, limits: ServerLimits, streamsBodies: Bool = false,
    isControl: Bool = false
  ) {
    self.limits = limits
    assembler = RequestAssembler(
      scheme: scheme, authority: authority, limits: limits, streamsBodies: streamsBodies,
      isControl: isControl)
  }

  /// What requests say they came by.
  mutating func setScheme(_ scheme: String) { assembler.scheme = scheme }

  /// Who we are to clients that name nobody.
  mutating func setAuthority(_ authority: String) { assembler.authority = authority }

  /// A head has been read and its end has not.
  var isAmidRequest: Bool { assembler.isAmidRequest }

  /// The body that arrives for a request that is begun already.
  var upload: BodyPipe? { assembler.upload }

  /// Such a body broke off.
  var isCutShort: Bool { assembler.isCutShort }

  /// Nothing waits to be begun.
  var isEmpty: Bool { waiting.isEmpty }

  /// Bytes from the client still matter.
  var takesInput: Bool { !assembler.isOver || awaitsSuccessor }

  /// The last request wants a WebSocket: what comes behind it is for that.
  var awaitsSuccessor: Bool {
    guard assembler.isOver, case .accepted = handshake else { return false }
    return true
  }

  /// Forgets what waits.
  mutating func clear() {
    waiting.removeAll()
    assembler.breakOff("the client is gone")
  }

  /// Takes the parser's next piece; answers what that means for the room of its body.
  mutating func take(_ part: HTTPServerRequestPart) -> ConnectionAction? {
    partsThisRead += 1
    let step = assembler.take(part)
    guard assembler.isAmidRequest else { return keep(step) }
    if step != .more { waiting.append(step) }
    return holdBody()
  }

  /// Takes nothing more, for a reason that the client is told in its turn.
  mutating func refuse(_ refusal: Refusal) -> ConnectionAction? { keep(assembler.refuse(refusal)) }

  /// The parser stopped at a limit during this read.
  mutating func didOverflow() { isHeadOverflown = true }

  /// The parser has had `count` bytes; `isIdle` says whether they began a request.
  ///
  /// - Returns: What the connection waits for now, and what a limit that is passed leads to.
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
    // The parser counts names and values only; line ends and colons are in the margin.
    if isHeadOverflown || fruitlessBytes > limits.headBytes + 8 * limits.headFields + 256 {
      action = refuse(isPastFirstLine ? .headTooLarge : .targetTooLong)
    }
    if let step = assembler.startUpload() {
      waiting.append(step)
      heldBytes = 2 * BodyPipe.capacity
      action = action ?? .takeRoom(bytes: heldBytes, number: completeCount)
    }
    defer { partsThisRead = 0 }
    if assembler.isAmidRequest { return (.body, action) }
    return (partsThisRead > 0 || assembler.isOver ? .idle : .head, action)
  }

  /// The next piece that may be begun, where all requests are admitted, or those that only read.
  mutating func next(admitsSafe: Bool, admitsAll: Bool) -> AssemblyStep? {
    guard let first = waiting.first else { return nil }
    if case .complete(let exchange) = first {
      guard admitsAll || (admitsSafe && exchange.isSafe) else { return nil }
      begunCount += 1
    }
    if case .arriving = first { begunCount += 1 }
    return waiting.removeFirst()
  }

  /// The number of the request that was begun last, from 0.
  var begunNumber: Int { begunCount - 1 }

  /// There is no room for the body that arrives: nothing is to be read until there is.
  mutating func didFindNoRoom() { awaitsRoom = true }

  /// There is room for the body that arrives.
  mutating func didGetRoom() {
    awaitsRoom = false
    assembler.reserveBody()
  }

  /// Sees to it that the body that arrives is counted, once it is worth it.
  private mutating func holdBody() -> ConnectionAction? {
    guard !assembler.streamsBodies else { return nil }
    let announced = assembler.announcedBytes
    let bytes = max(announced, assembler.bodyBytes)
    guard bytes > BodyBudget.uncountedBytes, bytes > heldBytes else { return nil }
    guard announced > 0 else {
      heldBytes += BodyBudget.step
      return .growRoom(bytes: BodyBudget.step, number: completeCount)
    }
    heldBytes = announced
    return .takeRoom(bytes: announced, number: completeCount)
  }

  /// Keeps what the end of a request leads to.
  ///
  /// What is held goes with a request that is complete; one that came whole in one read waits for
  /// nothing any more, nor does one that is refused.
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
    case .continueWanted, .refused: break
    }
    waiting.append(step)
    guard heldBytes > 0 else { return nil }
    heldBytes = 0
    guard awaitsRoom || isRefused else { return nil }
    awaitsRoom = false
    return .giveRoomUp(number: number)
  }
}

/// Makes requests of the parser's pieces, within limits.
///
/// After a refusal, or a request that ends its connection, it takes nothing more.
struct RequestAssembler {
  private enum Phase {
    case head
    case body
    case over
  }

  private var phase = Phase.head
  private var current: AssembledRequest
  private var reader: RequestHeadReader
  private let bodyLimit: Int
  /// Requests are begun before their bodies are complete.
  let streamsBodies: Bool
  /// The body that arrives for a request that is begun already.
  private(set) var upload: BodyPipe?
  /// Such a body broke off.
  private(set) var isCutShort = false
  /// The length that the head of the request under way gives its body; 0 where it gives none.
  private(set) var announcedBytes = 0

  /// Starts a connection; `authority` is who we are to clients that name nobody.
  ///
  /// Where it `streamsBodies`, these may have any length, since they are never held whole.
  init(
    scheme: String, authority: String, limits: ServerLimits, streamsBodies: Bool = false,
    isControl: Bool = false
  ) {
    var limits = limits
    // What is no Int counts as the largest.
    if streamsBodies { limits.bodyBytes = .max - 1 }
    reader = RequestHeadReader(
      scheme: scheme, authority: authority, limits: limits, isControl: isControl)
    bodyLimit = limits.bodyBytes
    self.streamsBodies = streamsBodies
    current = Self.nothing
  }

  /// What requests say they came by.
  var scheme: String {
    get { reader.scheme }
    set { reader.scheme = newValue }
  }

  /// Who we are to clients that name nobody.
  var authority: String {
    get { reader.authority }
    set { reader.authority = newValue }
  }

  /// A head has been read and its end has not.
  var isAmidRequest: Bool { phase == .body }

  /// The bytes of its body so far.
  var bodyBytes: Int { current.request.body.count }

  /// Nothing more is taken.
  var isOver: Bool { phase == .over }

  /// Takes the next piece.
  mutating func take(_ part: HTTPServerRequestPart) -> AssemblyStep {
    switch (phase, part) {
    case (.head, .head(let head)): return take(head)
    case (.body, .body(let bytes)): return take(bytes)
    case (.body, .end): return finish()
    default: return .more
    }
  }

  /// Gives up on the connection.
  mutating func refuse(_ refusal: Refusal) -> AssemblyStep {
    guard phase != .over else { return .more }
    phase = .over
    if upload != nil {
      breakOff(refusal == .headTooSlow ? "the client sends too slowly" : "the client broke off")
      return .arrived
    }
    let isHead = current.options.isHead
    current = Self.nothing
    return .refused(refusal, isHead: isHead)
  }

  /// Makes room for the whole body.
  mutating func reserveBody() {
    if !streamsBodies { current.request.body.reserveCapacity(announcedBytes) }
  }

  /// Has a request begun whose body did not come whole with its head; `nil` where there is none.
  mutating func startUpload() -> AssemblyStep? {
    guard streamsBodies, phase == .body, upload == nil else { return nil }
    let pipe = BodyPipe()
    upload = pipe
    var begun = Self.nothing
    begun.options = current.options
    swap(&begun, &current)
    return .arriving(begun, pipe)
  }

  /// The rest of a body that arrives will never come.
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

/// A complete request with the terms of its answer.
struct AssembledRequest: Hashable {
  /// The request.
  var request: Request
  /// The terms.
  var options: ReplyOptions

  /// Whether it only reads, by its method.
  var isSafe: Bool { request.method == .get || request.method == .head }
}

/// What a piece of a request leads to.
enum AssemblyStep: Hashable {
  /// Nothing yet.
  case more
  /// The client waits for a word before it sends the body.
  case continueWanted
  /// The request is complete.
  case complete(AssembledRequest)
  /// The request can be begun with what has come of its body; the pipe gets the rest.
  case arriving(AssembledRequest, BodyPipe)
  /// The body of a request that was begun before is complete, or never will be.
  case arrived
  /// Nothing more will be taken from this connection.
  case refused(Refusal, isHead: Bool)
}

/// How a response says where its body ends.
enum BodyFraming: Hashable {
  /// `Content-Length`, the bytes that are there.
  case length
  /// `Content-Length`, so many bytes, most of which follow.
  case announced(bytes: Int)
  /// `Transfer-Encoding: chunked`.
  case chunked
  /// The connection ends where the body does.
  case connection
}
