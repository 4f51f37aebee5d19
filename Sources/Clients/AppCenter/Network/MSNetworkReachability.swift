import Synchronization

/// Whether there is a network, and who waits for it.
package final class MSNetworkReachability: Sendable {
  private struct State {
    var isReachable: Bool
    var listeners: [@Sendable (Bool) -> Void] = []
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    /// Those who were cancelled before they waited.
    var cancelled: Set<Int> = []
    var count = 0
  }

  private let state: Mutex<State>

  init(_ source: any MSReachabilitySource) {
    state = Mutex(State(isReachable: source.isReachable))
    source.observe { [weak self] in self?.set($0) }
  }

  package var isReachable: Bool { state.withLock { $0.isReachable } }

  /// Takes what the network is now; tells of a change.
  package func set(_ isReachable: Bool) {
    let (listeners, waiters) = state.withLock { state in
      guard state.isReachable != isReachable else {
        return ([@Sendable (Bool) -> Void](), [CheckedContinuation<Bool, Never>]())
      }
      state.isReachable = isReachable
      guard isReachable else { return (state.listeners, []) }
      defer { state.waiters = [:] }
      return (state.listeners, Array(state.waiters.values))
    }
    for waiter in waiters { waiter.resume(returning: true) }
    for listener in listeners { listener(isReachable) }
  }

  /// Calls a closure at every change.
  package func observe(_ listener: @escaping @Sendable (Bool) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  /// Waits for the network; false where the task was cancelled.
  func untilReachable() async -> Bool {
    let number = state.withLock { state in
      state.count += 1
      return state.count
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let answer: Bool? = state.withLock { state in
          if state.cancelled.remove(number) != nil { return false }
          if state.isReachable { return true }
          state.waiters[number] = continuation
          return nil
        }
        if let answer { continuation.resume(returning: answer) }
      }
    } onCancel: {
      let waiter = state.withLock { state in
        let waiter = state.waiters.removeValue(forKey: number)
        if waiter == nil { state.cancelled.insert(number) }
        return waiter
      }
      waiter?.resume(returning: false)
    }
  }
}

/// What knows whether there is a network.
public protocol MSReachabilitySource: Sendable {
  /// Whether there is a network now.
  var isReachable: Bool { get }
  /// Hands over a closure to call at every change, with whether there is a network.
  func observe(_ change: @escaping @Sendable (Bool) -> Void)
}

/// A network that is always there, as far as anybody knows; Linux has no monitor.
public struct MSAlwaysReachable: MSReachabilitySource {
  /// Always reachable.
  public init() {}

  /// Always true.
  public var isReachable: Bool { true }

  /// Never calls.
  public func observe(_ change: @escaping @Sendable (Bool) -> Void) {}
}
