import Dispatch

/// Whose turn it is to write: one thread's, until it passes the turn on.
struct WritersTurn: Sendable {
  /// What a thread has to do about its change.
  enum Place {
    /// Nothing: it is written.
    case written
    /// Write, then pass the turn on.
    case first
    /// Wait until it is written or the turn is its own.
    case waiting(DispatchSemaphore)
  }

  private struct Waiter {
    let number: Int64
    let call: DispatchSemaphore
  }

  private var isTaken = false
  private var waiters: [Waiter] = []

  /// Takes the turn for the change `number`, or a place in the queue.
  mutating func take(_ number: Int64, written: Int64) -> Place {
    guard written < number else { return .written }
    guard isTaken else {
      isTaken = true
      return .first
    }
    let call = DispatchSemaphore(value: 0)
    waiters.append(Waiter(number: number, call: call))
    return .waiting(call)
  }

  /// Gives the turn to the first whose change is not written yet.
  ///
  /// - Returns: Whom to call: that one, and all whose changes are written.
  mutating func pass(written: Int64) -> [DispatchSemaphore] {
    guard !waiters.isEmpty else {
      isTaken = false
      return []
    }
    var calls: [DispatchSemaphore] = []
    var others: [Waiter] = []
    isTaken = false
    for waiter in waiters {
      if waiter.number <= written {
        calls.append(waiter.call)
      } else if !isTaken {
        isTaken = true
        calls.append(waiter.call)
      } else {
        others.append(waiter)
      }
    }
    waiters = others
    return calls
  }
}
