import GhostlightCore
import Synchronization

/// Blocks responders until a test opens it, and counts the blocked responders.
final class Turnstile: Sendable {
  private struct State {
    var isOpen = false
    var inside = 0
    var most = 0
    var held: [CheckedContinuation<Void, Never>] = []
    var watchers: [(count: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Mutex(State())

  /// The maximum number of responders that were blocked at the same time.
  var most: Int { state.withLock { $0.most } }

  /// Waits until the turnstile is opened.
  func pass() async {
    await withCheckedContinuation { continuation in
      let (isOpen, met) = state.withLock { state in
        if state.isOpen { return (true, [CheckedContinuation<Void, Never>]()) }
        state.inside += 1
        state.most = max(state.most, state.inside)
        state.held.append(continuation)
        let inside = state.inside
        let met = state.watchers.filter { $0.count <= inside }.map(\.continuation)
        state.watchers.removeAll { $0.count <= inside }
        return (false, met)
      }
      for watcher in met { watcher.resume() }
      if isOpen { continuation.resume() }
    }
  }

  /// Waits until `count` responders are blocked.
  func holds(_ count: Int) async {
    await withCheckedContinuation { continuation in
      let isMet = state.withLock { state in
        if state.inside < count { state.watchers.append((count, continuation)) }
        return state.inside >= count
      }
      if isMet { continuation.resume() }
    }
  }

  /// Releases all blocked responders, and blocks no further ones.
  func open() {
    let held = state.withLock { state in
      state.isOpen = true
      state.inside = 0
      defer { state.held = [] }
      return state.held
    }
    for continuation in held { continuation.resume() }
  }
}
