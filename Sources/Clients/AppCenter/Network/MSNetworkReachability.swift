import Synchronization

/// The state of the network, and the calls that wait for it.
package final class MSNetworkReachability: Sendable {
  private struct State {
    var isReachable: Bool
    var listeners: [@Sendable (Bool) -> Void] = []
    var waiters: [Int: CheckedContinuation<Bool, Never>] = [:]
    /// The callers that were cancelled before they waited.
    var cancelled: Set<Int> = []
    var count = 0
  }

  private let state: Mutex<State>

  init(_ source: any MSReachabilitySource) {
    state = Mutex(State(isReachable: source.isReachable))
    source.observe { [weak self] in self?.set($0) }
  }

  package var isReachable: Bool { state.withLock { $0.isReachable } }

  /// Sets the state of the network and notifies listeners if it has changed.
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

  /// Calls a closure after every change.
  package func observe(_ listener: @escaping @Sendable (Bool) -> Void) {
    state.withLock { $0.listeners.append(listener) }
  }

  /// Waits for the network.
  ///
  /// Returns `false` if the task was cancelled.
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

/// A monitor of the network.
///
/// An app on a system with a network monitor can conform a type to it and set it as
/// ``MSAppCenterEnvironment/reachability``. The SDK calls ``observe(_:)`` once for each context. To
/// change the state by hand, use `MSData.setNetworkReachable(_:)`.
public protocol MSReachabilitySource: Sendable {
  var isReachable: Bool { get }
  /// Registers a closure that the monitor calls after every change, with whether there is a
  /// network.
  ///
  /// It can be called on any thread.
  func observe(_ change: @escaping @Sendable (Bool) -> Void)
}

/// A monitor that always reports a network.
///
/// It is the default, because Linux has no network monitor. Failed requests are then errors, and
/// are not repeated when the network is back.
public struct MSAlwaysReachable: MSReachabilitySource {
  /// Creates the monitor.
  public init() {}

  /// Always `true`.
  public var isReachable: Bool { true }

  /// Does nothing, because the state never changes.
  public func observe(_ change: @escaping @Sendable (Bool) -> Void) {}
}
