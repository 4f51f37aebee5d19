import Synchronization

/// Whether there is a network, and the calls that wait for it.
package final class MSNetworkReachability: Sendable {
  private struct State {
    var isReachable: Bool
    var listeners: [@Sendable (Bool) -> Void] = []
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    /// The numbers of the calls that were cancelled before they started to wait.
    var cancelled: Set<Int> = []
    var count = 0
  }

  private let state: Mutex<State>

  init(_ source: any MSReachabilitySource) {
    state = Mutex(State(isReachable: source.isReachable))
    source.observe { [weak self] in self?.set($0) }
  }

  package var isReachable: Bool { state.withLock { $0.isReachable } }

  /// Sets whether there is a network, and notifies observers if the value has changed.
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

  /// Registers a closure that is called after every change, with whether there is a network.
  package func observe(_ listener: @escaping @Sendable (Bool) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  /// Waits until there is a network, and returns `true`; returns `false` if the task is cancelled
  /// first.
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

/// A monitor that reports whether there is a network.
///
/// On a system with a network monitor, an app can conform a type to this protocol and set it as
/// ``MSAppCenterEnvironment/reachability``. The SDK calls ``observe(_:)`` once for each context. To
/// change the state without a monitor, use `MSData.setNetworkReachable(_:)`.
public protocol MSReachabilitySource: Sendable {
  /// Whether there is a network now.
  var isReachable: Bool { get }
  /// Registers a closure for every change, to which the monitor passes whether there is a network.
  ///
  /// The monitor can call the closure on any thread.
  func observe(_ change: @escaping @Sendable (Bool) -> Void)
}

/// A monitor that always reports that there is a network.
///
/// It is the default, because Linux has no network monitor. Without a network, requests then fail
/// immediately instead of waiting for the network.
public struct MSAlwaysReachable: MSReachabilitySource {
  /// Creates a monitor.
  public init() {}

  /// Whether there is a network: always `true`.
  public var isReachable: Bool { true }

  /// Does nothing, because the state never changes.
  public func observe(_ change: @escaping @Sendable (Bool) -> Void) {}
}
