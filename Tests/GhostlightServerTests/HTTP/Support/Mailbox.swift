import NIOCore
import Synchronization

/// What a socket has received, with waiting for more.
final class Mailbox: Sendable {
  /// How the other side ended the connection.
  enum End: Sendable, Hashable {
    case closed
    case reset
  }

  /// Nothing awaited came in time.
  struct Overdue: Error {
    let received: String
  }

  private struct Waiter {
    let isDone: @Sendable ([UInt8], End?) -> Bool
    let continuation: CheckedContinuation<Void, any Error>
  }

  private struct State {
    var bytes: [UInt8] = []
    var end: End?
    var waiters: [Int: Waiter] = [:]
    var count = 0
  }

  private let state = Mutex(State())

  /// Everything so far.
  var text: String { String(decoding: state.withLock { $0.bytes }, as: UTF8.self) }

  /// The same as bytes.
  var bytes: [UInt8] { state.withLock { $0.bytes } }

  /// How it ended, if it did.
  var end: End? { state.withLock { $0.end } }

  func receive(_ bytes: some Sequence<UInt8> & Sendable) {
    update { $0.bytes.append(contentsOf: bytes) }
  }

  func finish(_ end: End) {
    update { $0.end = $0.end ?? end }
  }

  private func update(_ change: @Sendable (inout State) -> Void) {
    let ready = state.withLock { state -> [Waiter] in
      change(&state)
      let ready = state.waiters.filter { $0.value.isDone(state.bytes, state.end) }
      for key in ready.keys { state.waiters[key] = nil }
      return Array(ready.values)
    }
    for waiter in ready { waiter.continuation.resume() }
  }

  /// Returns when `isDone`; throws ``Overdue`` after ten minutes on `loop`.
  func wait(
    on loop: any EventLoop, until isDone: @escaping @Sendable ([UInt8], End?) -> Bool
  ) async throws {
    try await withCheckedThrowingContinuation { continuation in
      let key = state.withLock { state -> Int? in
        if isDone(state.bytes, state.end) { return nil }
        state.count += 1
        state.waiters[state.count] = Waiter(isDone: isDone, continuation: continuation)
        return state.count
      }
      guard let key else {
        continuation.resume()
        return
      }
      loop.scheduleTask(in: .minutes(10)) {
        let late = self.state.withLock { $0.waiters.removeValue(forKey: key) }
        late?.continuation.resume(throwing: Overdue(received: self.text))
      }
    }
  }
}
