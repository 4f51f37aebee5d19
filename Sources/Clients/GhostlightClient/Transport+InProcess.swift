public import GhostlightCore
import HTTPTypes

extension Transport {
  /// Creates a transport that passes requests to a responder in the same process.
  ///
  /// No URL loading and no sockets are used. If the responder injects a connection fault, the
  /// transport throws the error that a client of a real server would get. The clock is used to wait
  /// for a delayed response, or for a response that is sent in pieces. If no byte arrives within
  /// the timeout, the error is ``TransportError/timedOut``, as with a URL session after 60 seconds.
  /// Long work of an emulator is done in the task that waits for the response.
  public static func inProcess(
    _ responder: Responder, waitingBy clock: any Clock<Duration> = ContinuousClock(),
    timeout: Duration = .seconds(60)
  ) -> Transport {
    @Sendable func delivery(_ response: Response, _ request: Request) -> InProcessDelivery {
      InProcessDelivery(response, isHead: request.method == .head, clock, timeout: timeout)
    }
    @Sendable func arrival(
      _ attempt: ResponseAttempt, _ request: Request
    ) async throws(TransportError) -> Response {
      if let response = attempt.immediate() {
        return try await delivery(response, request).arrival()
      }
      let response = await attempt.response()
      // A cancelled exchange has a response that no server would send.
      guard !Task.isCancelled else { throw .cancelled }
      return try await delivery(response, request).arrival()
    }
    var transport = Transport { request throws(TransportError) in
      try await arrival(responder.ask(request, nil), request)
    }
    transport.connect = { request, receiver throws(TransportError) in
      let response = try await arrival(responder.ask(request, nil), request)
      guard let upgrade = response.sessionUpgrade else {
        throw .other(
          "the server returned status \(response.status.code) instead of opening a WebSocket")
      }
      return InProcessConnection(upgrade, receiver).connection
    }
    transport.attempt = { request throws(TransportError) in
      let attempt = responder.ask(request, nil)
      // Nearly every response takes this path, which needs fewer copies.
      if case .answered(let response) = attempt, response.isDeliveredUnchanged(to: request) {
        return .answered(response)
      }
      guard let response = attempt.immediate() else {
        return .waiting { () async throws(TransportError) in try await arrival(attempt, request) }
      }
      let delivery = delivery(response, request)
      guard delivery.waits else { return .answered(try delivery.outcome()) }
      return .waiting { () async throws(TransportError) in try await delivery.arrival() }
    }
    return transport
  }
}

extension Response {
  /// Returns whether a client gets the response immediately and without a change, because it is
  /// complete and has no delay and no fault.
  fileprivate func isDeliveredUnchanged(to request: Request) -> Bool {
    guard case .whole = delivery else { return false }
    return delayMilliseconds == 0 && stream == nil && request.method != .head
  }
}

/// Delivers one response to a client in the same process, with its delays and faults.
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

  /// Whether the client has to wait for the response or for a part of its body.
  var waits: Bool { response.delayMilliseconds > 0 || pauses.count > 0 && pauses.milliseconds > 0 }

  /// The number and length of the pauses between the pieces of the body.
  private var pauses: (count: Int, milliseconds: Int) {
    guard case .dribble(let bytes, let milliseconds) = response.delivery, !isHead else {
      return (0, 0)
    }
    return (max(0, response.body.count - 1) / max(1, bytes), milliseconds)
  }

  /// Waits for the response as a client would, and returns it or throws the client's error.
  func arrival() async throws(TransportError) -> Response {
    try await wait(response.delayMilliseconds)
    try await wait(pauses.milliseconds, times: pauses.count)
    return try outcome()
  }

  /// Waits for the given milliseconds, `times` times.
  ///
  /// It throws ``TransportError/timedOut`` if `milliseconds` reaches the timeout.
  private func wait(_ milliseconds: Int, times: Int = 1) async throws(TransportError) {
    guard milliseconds > 0, times > 0 else { return }
    let isTooLong = Duration.milliseconds(milliseconds) >= timeout
    let (product, overflows) = milliseconds.multipliedReportingOverflow(by: times)
    let whole = Duration.milliseconds(overflows ? .max : product)
    do { try await clock.sleep(for: isTooLong ? timeout : whole) } catch { throw .cancelled }
    if isTooLong { throw .timedOut }
  }

  /// Returns the response without waiting, or throws the error that a client would get.
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
