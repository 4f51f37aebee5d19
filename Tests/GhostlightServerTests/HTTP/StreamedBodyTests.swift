import GhostlightCore
import HTTPTypes
import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

/// A body of given pieces, which ends after them or breaks off.
private struct Pieces: BodySource {
  var rest: [String]
  var breaksOff = false
  var token: Token?

  mutating func next() throws(BodyInterruption) -> [UInt8]? {
    guard !rest.isEmpty else {
      guard breaksOff else { return nil }
      throw BodyInterruption("no more")
    }
    return Array(rest.removeFirst().utf8)
  }
}

/// An object that is released together with the body source that holds it.
private final class Token: Sendable {}

@Suite(.limitedConcurrency) struct `Responses with streamed bodies` {
  private static let head = "HTTP/1.1 200 OK\r\nDate: then\r\nTransfer-Encoding: chunked\r\n\r\n"

  private static let announced = "HTTP/1.1 200 OK\r\nDate: then\r\nContent-Length: 9\r\n\r\n"

  private static func request(_ method: String = "GET", version: String = "1.1") -> String {
    "\(method) /a HTTP/\(version)\r\nHost: h\r\n\r\n"
  }

  /// Returns a responder that creates a new stream of the pieces for each response.
  private static func responder(
    _ pieces: String..., breaksOff: Bool = false, first: String = "", token: Token? = nil,
    delivery: Delivery = .whole, length: String? = nil
  ) -> Responder {
    Responder(
      name: "streams",
      immediate: { _ in
        var response = Response.text(first)
        response.delivery = delivery
        response.headers[.contentLength] = length
        response.stream = BodyStream(Pieces(rest: pieces, breaksOff: breaksOff, token: token))
        return response
      })
  }

  /// Runs all queued work, and returns everything that the client received.
  private static func all(_ wire: Wire, _ executor: ManualExecutor) throws -> String {
    var text = try wire.received()
    while executor.count > 0 {
      executor.runNext()
      wire.run()
      text += try wire.received()
    }
    return text
  }

  @Test func `each piece of a streamed body is sent as a chunk when it is ready`() throws {
    let executor = ManualExecutor()
    let wire = try Wire(Self.responder("abc", "", "defgh", first: "["), executor: executor)
    try wire.send(Self.request())
    #expect(try wire.received() == Self.head + "1\r\n[\r\n")
    for expected in ["3\r\nabc\r\n", "", "5\r\ndefgh\r\n", "0\r\n\r\n"] {
      #expect(executor.count == 1)
      executor.runNext()
      wire.run()
      #expect(try wire.received() == expected)
    }
    #expect(executor.count == 0)
    try wire.send(Self.request())
    #expect(try wire.received() == Self.head + "1\r\n[\r\n")
  }

  @Test func `no piece is requested while the client receives nothing`() throws {
    let executor = ManualExecutor()
    let wire = try Wire(Self.responder("abc", "def"), executor: executor)
    wire.stopTakingAfterNextWrite()
    try wire.send(Self.request())
    #expect(executor.count == 0)
    wire.setWritable(true)
    #expect(executor.count == 1)
    wire.stopTakingAfterNextWrite()
    executor.runNext()
    wire.run()
    #expect(executor.count == 0)
    #expect(try wire.received() == Self.head + "3\r\nabc\r\n")
    wire.setWritable(true)
    #expect(try Self.all(wire, executor) == "3\r\ndef\r\n0\r\n\r\n")
  }

  @Test func `streamed responses keep the order of their requests`() throws {
    let executor = ManualExecutor()
    let wire = try Wire(Self.responder("abc"), executor: executor)
    try wire.send(Self.request() + Self.request())
    let one = Self.head + "3\r\nabc\r\n0\r\n\r\n"
    #expect(try Self.all(wire, executor) == one + one)
  }

  @Test func `a streamed body for HTTP 1.0 ends with the connection`() throws {
    let executor = ManualExecutor()
    let wire = try Wire(Self.responder("abc", "def"), executor: executor)
    try wire.send(
      "GET /a HTTP/1.0\r\nHost: h\r\nConnection: keep-alive\r\n\r\n")
    #expect(
      try Self.all(wire, executor)
        == "HTTP/1.1 200 OK\r\nDate: then\r\nConnection: close\r\n\r\nabcdef")
    #expect(!wire.isOpen)
  }

  @Test func `a streamed body is left out of a response to HEAD`() throws {
    let executor = ManualExecutor()
    let wire = try Wire(Self.responder("abc"), executor: executor)
    try wire.send(Self.request("HEAD") + Self.request())
    #expect(
      try Self.all(wire, executor) == Self.head + Self.head + "3\r\nabc\r\n0\r\n\r\n")
  }

  @Test func `a body that breaks off ends the connection without a last chunk`() throws {
    let executor = ManualExecutor()
    let wire = try Wire(Self.responder("abc", breaksOff: true), executor: executor)
    try wire.send(Self.request())
    #expect(try Self.all(wire, executor) == Self.head + "3\r\nabc\r\n")
    #expect(!wire.isOpen)
  }

  @Test(
    arguments: [
      (.truncated(bytes: 6), nil, head + "1\r\n[\r\n3\r\nabc\r\n2\r\nde\r\n", false),
      (.truncated(bytes: 4), nil, head + "1\r\n[\r\n3\r\nabc\r\n", false),
      (.truncated(bytes: 6), "9", announced + "[abcde", false),
      (.truncated(bytes: 0), nil, head, false),
      (.truncated(bytes: -1), "9", announced, false),
      (
        .truncated(bytes: 10), nil,
        head + "1\r\n[\r\n3\r\nabc\r\n5\r\ndefgh\r\n0\r\n\r\n", true
      ),
      (.malformedChunk, nil, head + "1\r\n[\r\nno size\r\n\r\n", false),
      (.malformedChunk, "9", head + "1\r\n[\r\nno size\r\n\r\n", false),
      (.reset, nil, "", false), (.empty, nil, "", false),
    ] as [(Delivery, String?, String, Bool)])
  func `a delivery fault applies to a streamed body as it passes`(
    _ delivery: Delivery, _ length: String?, _ expected: String, _ staysOpen: Bool
  ) throws {
    let executor = ManualExecutor()
    let wire = try Wire(
      Self.responder("abc", "defgh", first: "[", delivery: delivery, length: length),
      executor: executor)
    try wire.send(Self.request())
    #expect(try Self.all(wire, executor) == expected)
    #expect(wire.isOpen == staysOpen)
  }

  @Test func `a truncated stream is cut without waiting for its next piece`() throws {
    let executor = ManualExecutor()
    let wire = try Wire(
      Self.responder("abc", "never", delivery: .truncated(bytes: 3)), executor: executor)
    try wire.send(Self.request())
    executor.runNext()
    wire.run()
    #expect(executor.count == 0)
    #expect(try wire.received() == Self.head + "3\r\nabc\r\n")
    #expect(!wire.isOpen)
  }

  @Test func `a dribbled stream is sent in pieces with pauses`() throws {
    let executor = ManualExecutor()
    let wire = try Wire(
      Self.responder("abc", delivery: .dribble(bytes: 2, pauseMilliseconds: 50)),
      executor: executor)
    try wire.send(Self.request())
    #expect(try Self.all(wire, executor) == Self.head + "2\r\nab\r\n")
    wire.pass(milliseconds: 49)
    #expect(try Self.all(wire, executor) == "")
    wire.pass(milliseconds: 1)
    #expect(try Self.all(wire, executor) == "1\r\nc\r\n")
    wire.pass(milliseconds: 50)
    #expect(try Self.all(wire, executor) == "0\r\n\r\n")
    #expect(wire.isOpen)
  }

  @Test func `a streamed body breaks off when the executor is full`() throws {
    let wire = try Wire(Self.responder("abc"), executor: ManualExecutor(limit: 0))
    try wire.send(Self.request())
    #expect(try wire.received() == Self.head)
    #expect(!wire.isOpen)
  }

  @Test func `a streamed body is released when its client leaves`() throws {
    let executor = ManualExecutor()
    weak var held: Token?
    var wire: Wire?
    do {
      let token = Token()
      held = token
      let response = Self.response(token)
      wire = try Wire(.once(response), executor: executor)
    }
    try wire?.send(Self.request())
    #expect(executor.count == 1)
    #expect(held != nil)
    try wire?.close()
    executor.runNext()
    wire?.run()
    #expect(held == nil)
  }

  private static func response(_ token: Token) -> Response {
    var response = Response.text("")
    response.stream = BodyStream(Pieces(rest: ["abc", "def"], token: token))
    return response
  }

  @Test func `callers in the process get a streamed body as a whole`() {
    var response = Response.text("[")
    response.stream = BodyStream(Pieces(rest: ["abc", "", "]"]))
    let whole = response.collected()
    #expect(whole.text == "[abc]")
    #expect(whole.stream == nil)
    #expect(whole.delivery == .whole)
    response.stream = BodyStream(Pieces(rest: ["abc"], breaksOff: true))
    let torn = response.collected()
    #expect(torn.json == ["error": "no more"])
    #expect(torn.status == .badGateway)
  }

  @Test(
    arguments: [
      (.truncated(bytes: 2), nil, "[abc"), (.truncated(bytes: 9), nil, "[abcdefgh"),
      (.truncated(bytes: 2), "9", "[abcdefgh"), (.malformedChunk, nil, "["),
      (.dribble(bytes: 1, pauseMilliseconds: 0), nil, "[abcdefgh"),
    ] as [(Delivery, String?, String)])
  func `callers in the process do not read a stream beyond the end of its delivery`(
    _ delivery: Delivery, _ length: String?, _ expected: String
  ) async throws {
    let responder = Self.responder(
      "abc", "defgh", first: "[", delivery: delivery, length: length)
    let request = Request(.get, "/")
    for response in [responder.respondNow(request), await responder.respond(request)] {
      #expect(response?.text == expected)
      #expect(response?.delivery == delivery)
      #expect(response?.stream == nil)
    }
  }
}

extension Responder {
  /// Returns a responder that returns `response` to the first request only.
  fileprivate static func once(_ response: Response) -> Responder {
    let left = Left(response)
    return Responder(name: "once", immediate: { _ in left.take() })
  }

  private final class Left: Sendable {
    private let response: Mutex<Response?>

    init(_ response: Response) { self.response = Mutex(response) }

    func take() -> Response { response.withLock { $0.take() } ?? Response(.gone) }
  }
}
