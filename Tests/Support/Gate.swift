import Synchronization

/// A gate: tasks wait at it until a test opens it.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var waiting: [CheckedContinuation<Void, Never>] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  package init() {}

  /// Waits until the gate is open.
  package func wait() async {
    await withCheckedContinuation { continuation in
      let (isOpen, watchers) = state.withLock { state in
        if !state.isOpen { state.waiting.append(continuation) }
        defer { state.watchers = [] }
        return (state.isOpen, state.watchers)
      }
      for watcher in watchers { watcher.resume() }
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until at least one task waits at the gate.
  package func someoneWaits() async {
    await withCheckedContinuation { continuation in
      let isSo = state.withLock { state in
        guard state.waiting.isEmpty else { return true }
        state.watchers.append(continuation)
        return false
      }
      if isSo { continuation.resume() }
    }
  }

  /// Opens the gate, for all tasks that wait and all later ones.
  package func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for continuation in waiting { continuation.resume() }
  }
}
