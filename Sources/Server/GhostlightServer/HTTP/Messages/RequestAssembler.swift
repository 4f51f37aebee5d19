import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

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
  /// The length that the head of the request under way gives its body; 0 where it gives none.
  private(set) var announcedBytes = 0

  /// Starts a connection; `authority` is who we are to clients that name nobody.
  init(scheme: String, authority: String, limits: ServerLimits) {
    reader = RequestHeadReader(scheme: scheme, authority: authority, limits: limits)
    bodyLimit = limits.bodyBytes
    current = Self.nothing
  }

  /// What requests say they came by.
  var scheme: String {
    get { reader.scheme }
    set { reader.scheme = newValue }
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
    let isHead = current.terms.isHead
    current = Self.nothing
    return .refused(refusal, isHead: isHead)
  }

  /// Makes room for the whole body.
  mutating func reserveBody() { current.request.body.reserveCapacity(announcedBytes) }

  private mutating func take(_ head: HTTPRequestHead) -> AssemblyStep {
    current.terms.isHead = head.method == .HEAD
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
    guard current.request.body.count + bytes.readableBytes <= bodyLimit else {
      return refuse(.bodyTooLarge)
    }
    current.request.body.append(contentsOf: bytes.readableBytesView)
    return .more
  }

  private mutating func finish() -> AssemblyStep {
    phase = current.terms.keepsAlive ? .head : .over
    var complete = Self.nothing
    swap(&complete, &current)
    return .complete(complete)
  }

  private static let nothing = AssembledRequest(
    request: Request(.get, "", authority: ""), terms: ReplyTerms())
}
