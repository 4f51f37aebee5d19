import GhostlightCore
import HTTPTypes
import NIOCore
import NIOHTTP1

/// A connection to a peer, which runs one exchange at a time and applies backpressure in both
/// directions.
///
/// A response that arrives in one read is delivered whole. For any other response the head is
/// delivered at once, and the body as a stream.
///
/// All methods must be called on the event loop of the connection.
final class ClientConnection: ChannelInboundHandler, RemovableChannelHandler {
  typealias InboundIn = HTTPClientResponsePart
  typealias OutboundOut = HTTPClientRequestPart

  /// A change of a connection that its pool needs to know.
  enum Event {
    /// The exchange has ended, and the connection is free for the next one.
    case idle
    /// The connection is closed.
    case closed
    /// The connection was closed before the first byte of a response, so the exchange may be
    /// retried.
    case unanswered(ClientExchange, ClientError)
  }

  private let silence: TimeAmount?
  private let silentSeconds: Int
  private let notify: (ClientConnection, Event) -> Void
  private var context: ChannelHandlerContext?

  private var exchange: ClientExchange?
  private var response: Response?
  private var pipe: BodyPipe?
  private var isSent = false
  private var isPulling = false
  private var isReceived = false
  private var keepsAlive = false
  private var mayBeSilent = false
  private var isUsed = false

  /// The last time at which a byte was sent or received during an exchange.
  private(set) var lastActivity = NIODeadline.now()
  private var isWatching = false

  /// Creates the handler of a connection, which calls `notify` on its event loop for each event.
  init(_ limits: ClientLimits, _ notify: @escaping (ClientConnection, Event) -> Void) {
    silence = limits.silentSeconds.map { .bounded(seconds: $0) }
    silentSeconds = limits.silentSeconds ?? 0
    self.notify = notify
  }

  /// Whether the connection can run another exchange.
  var isOpen: Bool { context?.channel.isActive == true }

  /// Starts `exchange`, unless the connection is closed or another exchange is in progress.
  func run(_ exchange: ClientExchange) {
    guard let context, self.exchange == nil else {
      return exchange.complete(.failure(.broken(reason: "the connection was closed")))
    }
    self.exchange = exchange
    (response, pipe, isSent, isReceived, keepsAlive) = (nil, nil, false, false, false)
    (mayBeSilent, isPulling) = (false, false)
    lastActivity = context.eventLoop.now
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    exchange.onCancel { loop.execute { bound.value.abandon(exchange) } }
    send(exchange, context)
    watch(context)
  }

  func close() { context?.close(promise: nil) }

  /// Fails `exchange` as cancelled if it is still in progress, because its client no longer waits.
  private func abandon(_ exchange: ClientExchange) {
    guard self.exchange === exchange else { return }
    fail(.cancelled)
  }
}

// MARK: - Sending

extension ClientConnection {
  private func send(_ exchange: ClientExchange, _ context: ChannelHandlerContext) {
    let written = context.eventLoop.makePromise(of: Void.self)
    written.futureResult.assumeIsolated().whenFailure { [weak self] in self?.fail(ClientError($0)) }
    context.triggerUserOutboundEvent(HeadBytesHandler.Event.exchange, promise: nil)
    context.write(wrapOutboundOut(.head(exchange.head)), promise: written)
    if !exchange.body.isEmpty { write(exchange.body, context) }
    guard exchange.upload == nil else {
      context.flush()
      return pull()
    }
    isSent = true
    context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
  }

  private func write(_ bytes: [UInt8], _ context: ChannelHandlerContext) {
    let buffer = context.channel.allocator.buffer(bytes: bytes)
    context.write(wrapOutboundOut(.body(.byteBuffer(buffer))), promise: nil)
  }

  /// Requests the next piece of the upload as soon as the peer can receive it.
  private func pull() {
    guard let context, let exchange, let upload = exchange.upload, !isSent, !isPulling,
      context.channel.isWritable
    else { return }
    isPulling = true
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    upload.pull(by: exchange.executor) { piece in
      if loop.inEventLoop {
        bound.value.didPull(piece, for: exchange)
      } else {
        loop.execute { bound.value.didPull(piece, for: exchange) }
      }
    }
  }

  private func didPull(_ piece: Result<[UInt8]?, BodyInterruption>, for exchange: ClientExchange) {
    guard let context, self.exchange === exchange else { return }
    isPulling = false
    lastActivity = context.eventLoop.now
    switch piece {
    case .success(let bytes?):
      if !bytes.isEmpty { write(bytes, context) }
      context.flush()
      pull()
    case .success(nil):
      isSent = true
      context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
      finishWhereDone()
    case .failure(let interruption): fail(.upload(reason: interruption.reason))
    }
  }

  func channelWritabilityChanged(context: ChannelHandlerContext) {
    if context.channel.isWritable { pull() }
    context.fireChannelWritabilityChanged()
  }
}

// MARK: - Receiving

extension ClientConnection {
  func handlerAdded(context: ChannelHandlerContext) { self.context = context }

  func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

  func channelActive(context: ChannelHandlerContext) {
    context.fireChannelActive()
    context.read()
  }

  func channelRead(context: ChannelHandlerContext, data: NIOAny) {
    guard let exchange else { return context.close(promise: nil) }
    switch unwrapInboundIn(data) {
    case .head(let head):
      if let problem = Self.problem(of: head, to: exchange) {
        return fail(.improper(reason: problem))
      }
      var response = Response(
        HTTPResponse.Status(code: Int(head.status.code), reasonPhrase: head.status.reasonPhrase))
      response.headers = Self.fields(head.headers)
      mayBeSilent =
        head.headers.first(name: "Content-Type")?.lowercased()
        .hasPrefix("text/event-stream") ?? false
      keepsAlive = head.isKeepAlive && !Self.mayLeaveBytes(head, of: exchange.head.method)
      self.response = response
    case .body(let buffer):
      if response?.status.code == 205 {
        fail(.improper(reason: Self.bodyProblem(205)))
      } else if let pipe {
        pipe.append(Array(buffer: buffer))
      } else {
        response?.body.append(contentsOf: buffer.readableBytesView)
      }
    case .end:
      isReceived = true
      if response?.status == .switchingProtocols { switchProtocols(context) }
    }
  }

  /// Ends HTTP on this connection, and forwards a WebSocket from now on.
  private func switchProtocols(_ context: ChannelHandlerContext) {
    guard let exchange, var response else { return }
    (self.exchange, self.response) = (nil, nil)
    do {
      response.stream = try WebSocketRelay.begin(after: self, context)
      exchange.complete(.success(response))
    } catch {
      exchange.complete(.failure(.broken(reason: "the connection was closed")))
      context.close(promise: nil)
    }
  }

  func channelReadComplete(context: ChannelHandlerContext) {
    lastActivity = context.eventLoop.now
    passOn(context)
    if pipe?.isFull != true { context.read() }
    context.fireChannelReadComplete()
  }

  /// Delivers the response's head to the client, with the rest of the body as a stream.
  ///
  /// If the whole response has already arrived, the exchange ends with it, without a stream.
  private func passOn(_ context: ChannelHandlerContext) {
    if isReceived { return finishWhereDone() }
    guard var response, pipe == nil, let exchange else { return }
    let pipe = BodyPipe()
    let loop = context.eventLoop
    let bound = NIOLoopBound(self, eventLoop: loop)
    pipe.observe(
      onRoom: { loop.execute { bound.value.context?.read() } },
      onCancel: { loop.execute { bound.value.abandon(exchange) } })
    response.stream = BodyStream(awaiting: pipe)
    self.pipe = pipe
    exchange.complete(.success(response))
  }

  /// Ends the exchange if the whole response was received.
  ///
  /// If part of the request has not been sent yet, that part is never sent.
  private func finishWhereDone() {
    guard isReceived, let exchange else { return }
    let (response, pipe) = (response, pipe)
    self.exchange = nil
    (self.response, self.pipe, isUsed) = (nil, nil, true)
    if keepsAlive, isSent, isOpen {
      notify(self, .idle)
    } else {
      close()
    }
    if !isSent { exchange.upload?.cancel() }
    if let pipe {
      pipe.finish()
    } else if let response {
      exchange.complete(.success(response))
    }
  }

  func errorCaught(context: ChannelHandlerContext, error: any Error) {
    // Many servers end TLS without close_notify. That is harmless after a response whose framing
    // shows its end. A body without a length, however, would end wherever an attacker or a fault
    // cuts the connection. (RFC 9112, section 9.8)
    if isReceived, ClientTLS.isUncleanShutdown(error) { return }
    // An error after the complete response means surplus bytes, which could be mistaken for the
    // next response.
    let reason = "sent bytes after its response, such as a body where HTTP allows none"
    fail(isReceived ? .improper(reason: reason) : ClientError(error))
  }

  /// Returns the reason why the head alone makes a response invalid; `nil` if the head is valid.
  ///
  /// A 205 response with chunked framing may be empty, so it fails only when bytes of a body
  /// arrive.
  ///
  /// - Source: RFC 9110, sections 8.6, 15.2.2, 15.3.5 and 15.3.6; RFC 9112, section 6.1; RFC 7231,
  ///   section 6.3.6.
  private static func problem(
    of head: HTTPResponseHead, to exchange: ClientExchange
  ) -> String? {
    switch head.status.code {
    case 101 where exchange.head.headers.contains(name: "Upgrade"): nil
    case 101: "answered 101, although the request asked for no other protocol"
    case ..<200: "answered \(head.status.code), which is not a status of a response"
    case 204 where hasBody(head), 205 where hasLength(head): bodyProblem(head.status.code)
    default: nil
    }
  }

  private static func bodyProblem(_ code: UInt) -> String {
    "answered \(code) with a body, which HTTP does not allow"
  }

  private static func hasBody(_ head: HTTPResponseHead) -> Bool {
    head.headers.contains(name: "Transfer-Encoding") || hasLength(head)
  }

  private static func hasLength(_ head: HTTPResponseHead) -> Bool {
    head.headers[canonicalForm: "Content-Length"].contains { $0 != "0" }
  }

  /// Returns whether a peer may send a body after this head although HTTP allows none.
  ///
  /// A connection with such bytes in it cannot run another exchange.
  private static func mayLeaveBytes(_ head: HTTPResponseHead, of method: HTTPMethod) -> Bool {
    (method == .HEAD || head.status.code == 304) && hasBody(head)
  }

  func channelInactive(context: ChannelHandlerContext) {
    finishWhereDone()
    fail(.broken(reason: "the connection was closed"))
    notify(self, .closed)
    context.fireChannelInactive()
  }

  private func fail(_ error: ClientError) {
    defer { close() }
    guard let exchange else { return }
    self.exchange = nil
    exchange.upload?.cancel()
    if let pipe {
      pipe.abort(error.sentence(about: exchange.peer))
    } else if isUsed, response == nil, exchange.isRepeatable, Self.isStale(error) {
      notify(self, .unanswered(exchange, error))
    } else {
      exchange.complete(.failure(error))
    }
    (response, pipe) = (nil, nil)
  }

  /// Returns whether an error may only mean that the peer closed an idle connection.
  private static func isStale(_ error: ClientError) -> Bool {
    switch error {
    case .broken, .unreachable: true
    default: false
    }
  }

  private static func fields(_ headers: HTTPHeaders) -> HTTPFields {
    var fields = HTTPFields()
    for (name, value) in headers {
      guard let name = HTTPField.Name(name) else { continue }
      fields.append(HTTPField(name: name, escapedValue: value))
    }
    return fields
  }
}

// MARK: - Waiting

extension ClientConnection {
  /// Schedules the check that ends the exchange after ``ClientLimits/silentSeconds`` without a byte.
  private func watch(_ context: ChannelHandlerContext) {
    guard let silence, !isWatching else { return }
    isWatching = true
    context.eventLoop.assumeIsolated().scheduleTask(deadline: lastActivity + silence) {
      [weak self] in
      self?.checkSilence()
    }
  }

  private func checkSilence() {
    isWatching = false
    guard let context, let silence, exchange != nil else { return }
    // The peer may be silent while the pipe is full, during an event stream, and while the next
    // piece of the upload is being computed.
    let isWaiting = pipe.map { !$0.isFull && !mayBeSilent } ?? (isSent || isPulling == false)
    if !isWaiting { lastActivity = context.eventLoop.now }
    if context.eventLoop.now >= lastActivity + silence {
      return fail(.silent(seconds: silentSeconds))
    }
    watch(context)
  }
}
