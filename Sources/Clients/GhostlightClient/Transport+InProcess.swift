public import GhostlightCore
import HTTPTypes

extension Transport {
  /// Hands requests to a responder in this process; no URL loading, no socket, no hop.
  ///
  /// What a server would act out on the connection becomes the error that a client would see. A late
  /// answer, and one in pieces, is waited for by the clock; where no byte comes for as long as the
  /// time-out, the error is ``TransportError/timedOut``, as a URL session's is after 60 seconds.
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

/// How one response reaches a client in this process.
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

  /// Whether bytes come later than others, or than now.
  var waits: Bool { response.delayMilliseconds > 0 || pauses.count > 0 && pauses.milliseconds > 0 }

  /// The pauses between the pieces of a body.
  private var pauses: (count: Int, milliseconds: Int) {
    guard case .dribble(let bytes, let milliseconds) = response.delivery, !isHead else {
      return (0, 0)
    }
    return (max(0, response.body.count - 1) / max(1, bytes), milliseconds)
  }

  /// The response once it is there, or what happens to it.
  func arrival() async throws(TransportError) -> Response {
    try await wait(response.delayMilliseconds)
    try await wait(pauses.milliseconds, times: pauses.count)
    return try outcome()
  }

  /// Waits for bytes, as often as that; no longer than a client waits for the first of them.
  private func wait(_ milliseconds: Int, times: Int = 1) async throws(TransportError) {
    guard milliseconds > 0, times > 0 else { return }
    let isTooLong = Duration.milliseconds(milliseconds) >= timeout
    let (product, overflows) = milliseconds.multipliedReportingOverflow(by: times)
    let whole = Duration.milliseconds(overflows ? .max : product)
    do { try await clock.sleep(for: isTooLong ? timeout : whole) } catch { throw .cancelled }
    if isTooLong { throw .timedOut }
  }

  /// The response without its waits, or the error that a client would see.
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
