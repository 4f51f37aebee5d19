import Synchronization

/// A lock for a process-wide setting that tests of several modules read and change, one test at a
/// time.
package final class ProcessSetting: Sendable {
  private struct State {
    var isTaken = false
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  /// The lock for the log settings of StackMob's Core Data store.
  package static let storeLog = ProcessSetting()

  private let state = Mutex(State())

  private init() {}

  /// Waits until no other test has the lock, then acquires it.
  package func take() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        if state.isTaken { state.waiting.append(continuation) }
        defer { state.isTaken = true }
        return !state.isTaken
      }
      if isFree { continuation.resume() }
    }
  }

  /// Releases the lock, for the next test that waits.
  package func giveBack() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.isTaken = false
      return nil
    }
    next?.resume()
  }
}
