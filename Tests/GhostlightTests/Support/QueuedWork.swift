import GhostlightCore
import Synchronization

/// An executor that runs what it was handed when a test says so.
final class QueuedWork: WorkExecutor {
  private struct State {
    var work: [@Sendable () -> Void] = []
    var isFull = false
  }

  private let state = Mutex(State())

  /// How many pieces of work wait.
  var count: Int { state.withLock { $0.work.count } }

  /// From now on nothing more is taken.
  func close() { state.withLock { $0.isFull = true } }

  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    state.withLock { state in
      guard !state.isFull else { return false }
      state.work.append(work)
      return true
    }
  }

  /// Runs all there is, and what comes of it.
  func run() {
    while let work = state.withLock({ $0.work.isEmpty ? nil : $0.work.removeFirst() }) { work() }
  }
}
