import GhostlightClient
import Synchronization

/// The calls under way, so that all can be cancelled.
package final class MSCallRegistry: Sendable {
  private struct State {
    var count = 0
    var open: Set<Int> = []
    /// Calls that were cancelled, perhaps before their tasks were noted.
    var cancelled: Set<Int> = []
    var tasks: [Int: Task<Void, Never>] = [:]
  }

  private let state = Mutex(State())

  package init() {}

  /// Starts work on this thread as far as it goes without waiting, where the system can do so, and
  /// goes on with it on the executor.
  package func start(
    on executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () async -> Void
  ) {
    let number = state.withLock { state in
      state.count += 1
      state.open.insert(state.count)
      return state.count
    }
    let task = Task.begin(on: executor) {
      await work()
      self.end(number)
    }
    let isCancelled = state.withLock { state in
      guard state.open.contains(number) else { return false }
      state.tasks[number] = task
      return state.cancelled.contains(number)
    }
    if isCancelled { task.cancel() }
  }

  /// Cancels all work under way.
  package func cancelAll() {
    let tasks = state.withLock { state in
      state.cancelled.formUnion(state.open)
      return Array(state.tasks.values)
    }
    for task in tasks { task.cancel() }
  }

  private func end(_ number: Int) {
    state.withLock { state in
      state.open.remove(number)
      state.cancelled.remove(number)
      state.tasks[number] = nil
    }
  }
}
