import GhostlightCore
import HTTPTypes
import NIOCore
import NIOEmbedded
import NIOHTTP1
import NIOSSL
import Synchronization
import TestSupport
import Testing

@testable import GhostlightServer

/// A connection to a peer without a socket; the test supplies the peer's bytes.
private final class PeerWire {
  let channel = EmbeddedChannel()
  let connection: ClientConnection
  let log = EventLog()

  init(silentSeconds: Int? = nil) throws {
    var limits = ClientLimits()
    limits.silentSeconds = silentSeconds
    let log = log
    connection = ClientConnection(limits) { _, event in log.add(event) }
    try channel.pipeline.syncOperations.addHTTPClientHandlers()
    try channel.pipeline.syncOperations.addHandler(connection)
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 1)).wait()
  }

  final class EventLog: Sendable {
    private let kept = Mutex<(events: [String], results: [Result<Response, ClientError>])>(([], []))

    var events: [String] { kept.withLock { $0.events } }
    var results: [Result<Response, ClientError>] { kept.withLock { $0.results } }

    func add(_ event: ClientConnection.Event) {
      let text =
        switch event {
        case .idle: "idle"
        case .closed: "closed"
        case .unanswered: "unanswered"
        }
      kept.withLock { $0.events.append(text) }
    }

    func add(_ result: Result<Response, ClientError>) {
      kept.withLock { $0.results.append(result) }
    }
  }

  /// Sends a request to the peer, and returns its exchange.
  @discardableResult
  func ask(_ method: HTTPMethod = .GET, _ upload: BodyStream? = nil) -> ClientExchange {
    let log = log
    let head = HTTPRequestHead(version: .http1_1, method: method, uri: "/", headers: ["Host": "h"])
    let exchange = ClientExchange(head, [], upload, by: ImmediateExecutor()) { log.add($0) }
    connection.run(exchange)
    return exchange
  }

  /// Delivers bytes from the peer.
  func say(_ text: String) throws { try channel.writeInbound(ByteBuffer(string: text)) }

  /// Closes the connection from the peer's side.
  func leave() { channel.pipeline.fireChannelInactive() }
}

@Suite(.limitedConcurrency) struct `HTTPOrigin connection` {
  private static let answer = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"
  private static let whole = Response(
    .ok, headers: [.contentLength: "2"], body: Array("ok".utf8))
  private static let cut = BodyInterruption(
    "the upstream answered with no complete HTTP response: the connection was closed")

  @Test func `a connection runs one exchange after another`() throws {
    let wire = try PeerWire()
    for _ in 0..<2 {
      wire.ask()
      try wire.say(Self.answer)
    }
    #expect(wire.log.results == [.success(Self.whole), .success(Self.whole)])
    #expect(wire.log.events == ["idle", "idle"])
  }

  @Test func `a connection closes after a response that announces it`() throws {
    let wire = try PeerWire()
    wire.ask()
    try wire.say("HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Length: 0\r\n\r\n")
    #expect(!wire.channel.isActive)
    #expect(wire.log.events == ["closed"])
  }

  private static let second = "HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nevil"

  /// - Source: RFC 9110, sections 8.6, 15.2.2, 15.3.5 and 15.4.5; RFC 9112, sections 6.1 and 6.3.
  @Test(
    arguments: [
      (.GET, "204 No Content\r\nContent-Length: 4\r\n\r\nevil", "answered 204 with a body, which "),
      (.GET, "204 No Content\r\nContent-Length: 70\r\n\r\n" + second, "answered 204 with a body, "),
      (
        .GET, "204 No Content\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nevil\r\n0\r\n\r\n",
        "answered 204 with a body, which HTTP does not allow"
      ),
      (.GET, "205 Reset Content\r\nContent-Length: 4\r\n\r\nevil", "answered 205 with a body, "),
      (
        .GET, "205 Reset Content\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nevil\r\n0\r\n\r\n",
        "answered 205 with a body, which HTTP does not allow"
      ),
      (.GET, "205 Reset Content\r\n\r\nevil", "answered 205 with a body, "),
      (.GET, "204 No Content\r\n\r\nevil", "sent bytes after its response, such as a body where "),
      (.GET, "204 No Content\r\n\r\n" + second, "sent bytes after its response, "),
      (
        .GET, "304 Not Modified\r\nContent-Length: 4\r\n\r\nevil", "sent bytes after its response, "
      ),
      (.GET, "304 Not Modified\r\n\r\n" + second, "sent bytes after its response, "),
      (.HEAD, "200 OK\r\nContent-Length: 4\r\n\r\nevil", "sent bytes after its response, "),
      (.HEAD, "200 OK\r\nContent-Length: 4\r\n\r\n" + second, "sent bytes after its response, "),
      (.GET, "200 OK\r\nContent-Length: 2\r\n\r\nok" + second, "sent bytes after its response, "),
      (
        .GET, "101 Switching Protocols\r\nUpgrade: x\r\nConnection: upgrade\r\n\r\n" + second,
        "answered 101, although the request asked for no other protocol"
      ),
      (.GET, "101 Switching Protocols\r\n\r\n", "answered 101, although the request "),
      (.GET, "099 Odd\r\nContent-Length: 0\r\n\r\n", "answered 99, which is not a status "),
      (
        .GET, "200 OK\r\nContent-Length: 4\r\nTransfer-Encoding: chunked\r\n\r\n" + second,
        "answered with no complete HTTP response: it is not valid HTTP"
      ),
    ] as [(HTTPMethod, String, String)])
  func `a peer that sends more than one response is cut off`(
    _ method: HTTPMethod, _ answer: String, _ reason: String
  ) throws {
    let wire = try PeerWire()
    wire.ask(method)
    try? wire.say("HTTP/1.1 " + answer)
    #expect(wire.log.results.count == 1)
    let error = #expect(throws: ClientError.self) { try wire.log.results.first?.get() }
    #expect(error.map { "\($0)" }?.hasPrefix(reason) == true, "\(wire.log.results)")
    #expect(!wire.channel.isActive)
    #expect(!wire.log.events.contains("idle"))
  }

  @Test(
    arguments: [
      (.HEAD, "200 OK\r\nContent-Length: 4\r\n\r\n", false),
      (.HEAD, "200 OK\r\nTransfer-Encoding: chunked\r\n\r\n", false),
      (.GET, "304 Not Modified\r\nContent-Length: 4\r\n\r\n", false),
      (.HEAD, "200 OK\r\nContent-Length: 0\r\n\r\n", true),
      (.GET, "304 Not Modified\r\n\r\n", true),
      (.GET, "204 No Content\r\nContent-Length: 0\r\n\r\n", true),
      (.GET, "205 Reset Content\r\nContent-Length: 0\r\n\r\n", true),
      (.GET, "205 Reset Content\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", true),
      (.GET, "100 Continue\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", true),
      (.GET, "103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", true),
    ] as [(HTTPMethod, String, Bool)])
  func `a connection is not kept if an unexpected body may follow`(
    _ method: HTTPMethod, _ answer: String, _ isKept: Bool
  ) throws {
    let wire = try PeerWire()
    wire.ask(method)
    try wire.say("HTTP/1.1 " + answer)
    #expect(try wire.log.results.first?.get().body == [])
    #expect(wire.channel.isActive == isKept)
    #expect(wire.log.events.first == (isKept ? "idle" : "closed"))
  }

  @Test func `a peer that sends something without a request is cut off`() throws {
    let wire = try PeerWire()
    wire.ask()
    try wire.say(Self.answer)
    try? wire.say(Self.second)
    #expect(wire.log.results == [.success(Self.whole)])
    #expect(!wire.channel.isActive)
  }

  /// - Source: RFC 9112, section 9.8: a response without chunks and without `Content-Length` is
  ///   complete only if a valid closure alert was received.
  @Test(arguments: [true, false])
  func `a body without a length ends with the connection, but not with an unclean end of TLS`(
    _ isClean: Bool
  ) throws {
    let wire = try PeerWire()
    wire.ask()
    try wire.say("HTTP/1.1 200 OK\r\n\r\nok")
    let response = try #require(try wire.log.results.first?.get())
    let body = Mutex<[Result<[UInt8]?, BodyInterruption>]>([])
    #expect(response.body == Array("ok".utf8))
    response.stream?.pull(by: ImmediateExecutor()) { piece in body.withLock { $0.append(piece) } }
    if !isClean { wire.channel.pipeline.fireErrorCaught(NIOSSLError.uncleanShutdown) }
    wire.leave()
    #expect(body.withLock { $0 } == [isClean ? .success(nil) : .failure(Self.cut)])
  }

  @Test func `an unclean end of TLS after a response of known length is ignored`() throws {
    let wire = try PeerWire()
    wire.ask()
    try wire.say(Self.answer)
    wire.channel.pipeline.fireErrorCaught(NIOSSLError.uncleanShutdown)
    #expect(wire.log.results == [.success(Self.whole)])
    #expect(wire.log.events == ["idle"])
  }

  @Test func `a connection that ends early breaks the body off`() throws {
    let wire = try PeerWire()
    wire.ask()
    try wire.say("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nok")
    wire.channel.pipeline.fireErrorCaught(NIOSSLError.uncleanShutdown)
    wire.leave()
    let stream = try #require(try wire.log.results.first?.get().stream)
    let body = Mutex<[Result<[UInt8]?, BodyInterruption>]>([])
    stream.pull(by: ImmediateExecutor()) { piece in body.withLock { $0.append(piece) } }
    #expect(body.withLock { $0 } == [.failure(Self.cut)])
  }

  @Test(arguments: [
    (HTTPMethod.GET, ["idle", "unanswered", "closed"]), (.POST, ["idle", "closed"]),
  ])
  func `a repeatable request is retried if a kept connection was closed`(
    _ method: HTTPMethod, _ events: [String]
  ) throws {
    let wire = try PeerWire()
    wire.ask()
    try wire.say(Self.answer)
    wire.ask(method)
    wire.leave()
    // A channel without a socket reports its closing a second time.
    #expect(Array(wire.log.events.prefix(events.count)) == events)
    #expect(wire.log.results.count == (method == .GET ? 1 : 2))
  }

  @Test func `a silent peer fails, except in an event stream`() throws {
    let wire = try PeerWire(silentSeconds: 5)
    wire.ask()
    wire.channel.embeddedEventLoop.advanceTime(by: .seconds(4))
    #expect(wire.log.results == [])
    wire.channel.embeddedEventLoop.advanceTime(by: .seconds(6))
    #expect(wire.log.results == [.failure(.silent(seconds: 5))])
    let events = try PeerWire(silentSeconds: 5)
    events.ask()
    try events.say("HTTP/1.1 200 OK\r\nContent-Type: text/event-stream\r\n\r\n")
    events.channel.embeddedEventLoop.advanceTime(by: .seconds(60))
    #expect(events.channel.isActive)
  }

  @Test func `a cancelled exchange closes its connection`() throws {
    let wire = try PeerWire()
    let exchange = wire.ask()
    exchange.cancel()
    wire.channel.embeddedEventLoop.run()
    #expect(wire.log.results == [.failure(.cancelled)])
    #expect(!wire.channel.isActive)
  }

  private final class PendingBody: AwaitedBodySource {
    let pulls = Mutex(0)
    func next(by _: any WorkExecutor, _: @escaping BodyStream.Completion) {
      pulls.withLock { $0 += 1 }
    }
    func cancel() {}
  }

  @Test func `one piece of an upload is requested at a time`() throws {
    let (wire, upload) = try (PeerWire(), PendingBody())
    wire.ask(.POST, BodyStream(awaiting: upload))
    wire.channel.pipeline.fireChannelWritabilityChanged()
    #expect(upload.pulls.withLock { $0 } == 1)
  }

  @Test(arguments: [
    ("CERTIFICATE_VERIFY_FAILED", "--trust FILE"), ("WRONG_VERSION_NUMBER", "speaks no TLS"),
    ("something else", "something else"),
  ])
  func `a TLS error is explained with the remedy`(_ text: String, _ expected: String) {
    #expect(ClientError.explanation(ofTLS: text).contains(expected))
  }
}
