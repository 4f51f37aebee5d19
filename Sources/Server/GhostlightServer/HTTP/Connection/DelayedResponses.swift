import GhostlightCore
import HTTPTypes
import NIOCore
import Synchronization

/// The responses of one connection that fault plans delay.
///
/// A delay is a timer of the connection's event loop, so it blocks no thread and no lock. It ends
/// early if the client closes its side, because it has probably left, and if the server stops. Use
/// it on the event loop only.
final class DelayedResponses {
  private struct Delay {
    let response: Response
    let bytes: Int
    let timer: Scheduled<Void>
    let onEnd: (Response) -> Void
  }

  private let budget: DelayBudget
  private var delays: [Int: Delay] = [:]

  init(of budget: DelayBudget) { self.budget = budget }

  deinit { forgetAll() }

  /// Delays the response with a ticket, and calls `onEnd` after the delay.
  ///
  /// If too many bytes are delayed already, `onEnd` is called at once with a response that has the
  /// reason in its header fields.
  func add(
    _ ticket: Int, _ response: Response, _ milliseconds: Int, _ loop: any EventLoop,
    onEnd: @escaping (Response) -> Void
  ) {
    let bytes = response.body.count + 1024
    guard budget.reserve(bytes) else {
      var response = response
      response.headers[.ghostlightLatency] = "0ms; \(budget.limit) bytes of responses are delayed"
      return onEnd(response)
    }
    let timer = loop.assumeIsolated().scheduleTask(in: .bounded(milliseconds: milliseconds)) {
      [weak self] in
      if let self { end(ticket) }
    }
    delays[ticket] = Delay(response: response, bytes: bytes, timer: timer, onEnd: onEnd)
  }

  /// Ends all delays, in the order of the requests.
  func endAll() {
    for ticket in delays.keys.sorted() { end(ticket) }
  }

  /// Removes all responses, because the client no longer waits for them.
  func forgetAll() {
    for ticket in delays.keys { _ = remove(ticket) }
  }

  private func end(_ ticket: Int) {
    guard let delay = remove(ticket) else { return }
    delay.onEnd(delay.response)
  }

  private func remove(_ ticket: Int) -> Delay? {
    guard let delay = delays.removeValue(forKey: ticket) else { return nil }
    delay.timer.cancel()
    budget.release(delay.bytes)
    return delay
  }
}

/// A limit on the bytes of all responses that a listener delays.
final class DelayBudget: Sendable {
  let limit: Int
  private let used = Mutex(0)

  init(limit: Int) { self.limit = limit }

  /// Reserves bytes, and returns whether there was space for them.
  func reserve(_ bytes: Int) -> Bool {
    used.withLock { used in
      guard bytes <= limit - used else { return false }
      used += bytes
      return true
    }
  }

  func release(_ bytes: Int) { used.withLock { $0 -= bytes } }
}
