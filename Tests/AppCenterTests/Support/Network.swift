import AppCenter
import Synchronization

/// A reachability monitor whose state the test sets.
final class Network: MSReachabilitySource {
  private struct State {
    var isReachable: Bool
    var observers: [@Sendable (Bool) -> Void] = []
  }

  private let state: Mutex<State>

  init(isReachable: Bool = true) { state = Mutex(State(isReachable: isReachable)) }

  var isReachable: Bool { state.withLock { $0.isReachable } }

  func observe(_ change: @escaping @Sendable (Bool) -> Void) {
    state.withLock { $0.observers.append(change) }
  }

  func set(_ isReachable: Bool) {
    let observers = state.withLock { state in
      state.isReachable = isReachable
      return state.observers
    }
    for observer in observers { observer(isReachable) }
  }
}
