import NIOCore
import Synchronization

/// The bytes that a socket has received; a test can wait for more.
final class Mailbox: Sendable {
  /// The way in which the peer ended the connection.
  enum End: Sendable, Hashable {
    case closed
    case reset
  }

  /// The error if the awaited bytes did not arrive in time or can no longer arrive.
  struct Missing: Error {
    let received: String
    let end: End?
  }

  private struct Waiter {
    let isDone: @Sendable ([UInt8], End?) -> Bool
    let continuation: CheckedContinuation<Void, any Error>

    /// Returns whether waiting is over, because the bytes arrived or the connection ended.
    func isOver(_ state: State) -> Bool { state.end != nil || isDone(state.bytes, state.end) }

    func resume(_ state: State) {
      if isDone(state.bytes, state.end) {
        continuation.resume()
      } else {
        continuation.resume(
          throwing: Missing(
            received: String(decoding: state.bytes, as: UTF8.self), end: state.end))
      }
    }
  }

  private struct State {
    var bytes: [UInt8] = []
    var end: End?
    var waiters: [Int: Waiter] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// All received bytes so far, as a string.
  var text: String { String(decoding: state.withLock { $0.bytes }, as: UTF8.self) }

  var bytes: [UInt8] { state.withLock { $0.bytes } }

  /// The way in which the connection ended; `nil` while it is open.
  var end: End? { state.withLock { $0.end } }

  func receive(_ bytes: some Sequence<UInt8> & Sendable) {
    update { $0.bytes.append(contentsOf: bytes) }
  }

  func finish(_ end: End) {
    update { $0.end = $0.end ?? end }
  }

  private func update(_ change: @Sendable (inout State) -> Void) {
    let (ready, state) = state.withLock { state -> ([Waiter], State) in
      change(&state)
      let ready = state.waiters.filter { $0.value.isOver(state) }
      for key in ready.keys { state.waiters[key] = nil }
      return (Array(ready.values), state)
    }
    for waiter in ready { waiter.resume(state) }
  }

  /// Waits until `isDone` returns `true`.
  ///
  /// - Throws: ``Missing`` if the connection has ended first, or after ten minutes.
  func wait(
    on loop: any EventLoop, until isDone: @escaping @Sendable ([UInt8], End?) -> Bool
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let waiter = Waiter(isDone: isDone, continuation: continuation)
      let (key, now) = state.withLock { state -> (Int?, State) in
        guard !waiter.isOver(state) else { return (nil, state) }
        state.count += 1
        state.waiters[state.count] = waiter
        return (state.count, state)
      }
      guard let key else {
        waiter.resume(now)
        return
      }
      loop.scheduleTask(in: .minutes(10)) {
        let (late, now) = self.state.withLock { ($0.waiters.removeValue(forKey: key), $0) }
        late?.resume(now)
      }
    }
  }
}
