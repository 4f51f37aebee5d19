import GhostlightCore
import HTTPTypes
import NIOHTTP1

/// Reads heads as the parser gives them, and refuses those that could be understood in two ways.
///
/// - Source: RFC 9112, sections 2.2, 3.2, 6.1 and 6.3; RFC 9110, section 10.1.1.
struct RequestHeadReader {
  /// What requests say they came by.
  var scheme: String
  private let authority: String
  private let targetLimit: Int
  private let bodyLimit: Int
  private var memory = FieldMemory()

  /// Makes a reader for one connection.
  init(scheme: String, authority: String, limits: ServerLimits) {
    self.scheme = scheme
    self.authority = authority
    targetLimit = limits.targetBytes
    bodyLimit = limits.bodyBytes
  }

  /// Answers what the head says.
  ///
  /// - Throws: what is wrong with it.
  mutating func read(_ head: HTTPRequestHead) throws(Refusal) -> RequestHeadFacts {
    guard head.uri.utf8.count <= targetLimit else { throw .targetTooLong }
    guard head.method != .CONNECT else { throw .methodUnsupported }
    guard let method = HTTPRequest.Method(head.method.rawValue) else { throw .malformed }
    let isOld = head.version == .http1_0
    let notes = try note(head.headers)
    let target = try TargetForm(head.uri, host: notes.host)
    guard target.authority != nil || isOld else { throw .hostMissing }
    guard !(notes.hasCoding && (notes.length != nil || isOld)) else { throw .lengthAndCoding }
    guard notes.length ?? 0 <= bodyLimit else { throw .bodyTooLarge }
    guard !notes.expectsUnknown || isOld else { throw .expectationUnknown }
    let request = Request(
      method, target.target, scheme: scheme, authority: target.authority ?? authority,
      headers: notes.fields)
    // The parser stops after a request that asks for another protocol.
    let terms = ReplyTerms(
      isHead: head.method == .HEAD, keepsAlive: head.isKeepAlive && !notes.asksUpgrade,
      isOld: isOld)
    let hasBody = notes.hasCoding || notes.length ?? 0 > 0
    return RequestHeadFacts(
      start: AssembledRequest(request: request, terms: terms), bodyLength: notes.length ?? 0,
      awaitsContinue: notes.expectsContinue && hasBody && !isOld)
  }

  /// Goes through the fields once.
  private mutating func note(_ headers: HTTPHeaders) throws(Refusal) -> RequestHeadNotes {
    var notes = RequestHeadNotes()
    memory.begin()
    for (name, value) in headers {
      if try notes.take(name, value) { continue }
      guard memory.add(name, value) else { throw .malformed }
    }
    notes.fields = memory.end()
    return notes
  }
}
