import Synchronization

/// A gate that holds guests back until it is opened.
final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var guests: [CheckedContinuation<Void, Never>] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
  }

  private let state = Mutex(State())

  /// Waits until the gate is open.
  func pass() async {
    await withCheckedContinuation { guest in
      let (isOpen, watchers) = state.withLock { state in
        if !state.isOpen { state.guests.append(guest) }
        defer { state.watchers = [] }
        return (state.isOpen, state.watchers)
      }
      for watcher in watchers { watcher.resume() }
      if isOpen { guest.resume() }
    }
  }

  /// Waits until somebody waits at the gate.
  func waitForGuest() async {
    await withCheckedContinuation { watcher in
      let isThere = state.withLock { state in
        guard state.guests.isEmpty else { return true }
        state.watchers.append(watcher)
        return false
      }
      if isThere { watcher.resume() }
    }
  }

  /// Lets everybody in, for good.
  func open() {
    let guests = state.withLock { state in
      state.isOpen = true
      defer { state.guests = [] }
      return state.guests
    }
    for guest in guests { guest.resume() }
  }
}
