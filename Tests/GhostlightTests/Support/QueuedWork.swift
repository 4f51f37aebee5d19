import GhostlightCore
import Synchronization

/// An executor that runs its work when the test calls ``run()``.
final class QueuedWork: WorkExecutor {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var isFull = false
  }

  private let state = Mutex(State())

  /// The number of waiting pieces of work.
  var count: Int { state.withLock { $0.work.count } }

  /// Refuses all further work.
  func close() { state.withLock { $0.isFull = true } }

  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isFull else { return false }
      state.work.append(work)
      return true
    }
  }

  /// Runs all waiting work, and the work that it adds.
  func run() {
    while let work = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) { work() }
  }
}
