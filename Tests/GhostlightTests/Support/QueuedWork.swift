import GhostlightCore
import Synchronization

/// An executor that queues work until the test calls ``run()``.
final class QueuedWork: WorkExecutor {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var isFull = false
  }

  private let state = Mutex(State())

  /// The number of queued work items.
  var count: Int { state.withLock { $0.work.count } }

  /// Closes the queue: the executor rejects all further work.
  func close() { state.withLock { $0.isFull = true } }

  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isFull else { return false }
      state.work.append(work)
      return true
    }
  }

  /// Runs all queued work, including work that is added while it runs.
  func run() {
    while let work = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) { work() }
  }
}
