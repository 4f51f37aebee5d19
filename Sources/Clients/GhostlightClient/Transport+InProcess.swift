public import GhostlightCore
import HTTPTypes

extension Transport {
  /// Creates a transport that passes requests to a responder in the same process, without URL
  /// loading and sockets.
  ///
  /// A fault of the connection becomes the error that a client of a server would get. A delayed
  /// response, or one in pieces, is waited for with the clock. If no byte arrives within the
  /// timeout, the error is ``TransportError/timedOut``, as with a URL session after 60 seconds.
  public static func inProcess(
    _ responder: Responder, waitingBy clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration = .seconds(60)
  ) -> Transport {
    @Sendable func delivery(_ response: Response, _ request: Request) -> InProcessDelivery {
      InProcessDelivery(response, isHead: request.method == .head, clock, timeout: timeout)
    }
    var transport = Transport { request throws(TransportError) in
      try await delivery(await responder.respond(request), request).arrival()
    }
    transport.connect = { request, receiver throws(TransportError) in
      let response = try await delivery(await responder.respond(request), request).arrival()
      guard let upgrade = response.sessionUpgrade else {
        throw .other("the server answered \(response.status.code) instead of opening a WebSocket")
      }
      return InProcessConnection(upgrade, receiver).connection
    }
    if let respondNow = responder.respondNow {
      transport.attempt = { request throws(TransportError) in
        let delivery = delivery(respondNow(request), request)
        guard delivery.waits else { return .answered(try delivery.outcome()) }
        return .waiting { () async throws(TransportError) in try await delivery.arrival() }
      }
    }
    return transport
  }
}

/// The delivery of one response to a client in the same process.
private struct InProcessDelivery: Sendable {
  private let response: Response
  private let isHead: Bool
  private let clock: any Clock<Duration>
  private let timeout: Duration

  init(
    _ response: Response, isHead: Bool, _ clock: any Clock<Duration>, timeout: Duration
  ) {
    self.response = response
    self.isHead = isHead
    self.clock = clock
    self.timeout = timeout
  }

  /// Whether some bytes arrive later than at once.
  var waits: Bool { response.delayMilliseconds > 0 || pauses.count > 0 && pauses.milliseconds > 0 }

  /// The pauses between the pieces of a body.
  private var pauses: (count: Int, milliseconds: Int) {
    guard case .dribble(let bytes, let milliseconds) = response.delivery, !isHead else {
      return (0, 0)
    }
    return (max(0, response.body.count - 1) / max(1, bytes), milliseconds)
  }

  /// Waits for the response as a client would, and returns it or throws the error.
  func arrival() async throws(TransportError) -> Response {
    try await wait(response.delayMilliseconds)
    try await wait(pauses.milliseconds, times: pauses.count)
    return try outcome()
  }

  /// Waits a number of times for bytes.
  ///
  /// It throws ``TransportError/timedOut`` if one wait reaches the timeout.
  private func wait(_ milliseconds: Int, times: Int = 1) async throws(TransportError) {
    guard milliseconds > 0, times > 0 else { return }
    let isTooLong = Duration.milliseconds(milliseconds) >= timeout
    let (product, overflows) = milliseconds.multipliedReportingOverflow(by: times)
    let whole = Duration.milliseconds(overflows ? .max : product)
    do { try await clock.sleep(for: isTooLong ? timeout : whole) } catch { throw .cancelled }
    if isTooLong { throw .timedOut }
  }

  /// Returns the response without its waits, or throws the error that a client would get.
  func outcome() throws(TransportError) -> Response {
    var received = response
    switch response.delivery {
    case .whole, .dribble: break
    case .reset: throw .connectionReset
    case .empty: throw .emptyReply
    case .truncated(let bytes):
      guard let reason = response.reasonNotToTruncate(isHead: isHead) else {
        throw .truncatedBody(received: max(0, bytes), of: response.body.count)
      }
      received.delivery = .whole
      received.headers[.ghostlightReason] = HeaderText.print(reason)
    case .malformedChunk: throw .malformedResponse
    }
    if isHead { received.body = [] }
    return received
  }
}
