import Synchronization

/// A clock that advances only when a test wakes a sleeping task.
package final class StepClock: Clock, Sendable {
  package struct Instant: InstantProtocol {
    package var offset: Duration

    package func advanced(by duration: Duration) -> Instant { Instant(offset: offset + duration) }
    package func duration(to other: Instant) -> Duration { other.offset - offset }
    package static func < (left: Instant, right: Instant) -> Bool { left.offset < right.offset }
  }

  private struct State {
    var now = Instant(offset: .zero)
    var sleepers: [Sleeper] = []
    var watchers: [CheckedContinuation<Void, Never>] = []
    var names = 0
  }

  private struct Sleeper {
    var name: Int
    var deadline: Instant
    var continuation: CheckedContinuation<Void, any Error>
  }

  private let state = Mutex(State())

  package init() {}

  package var now: Instant { state.withLock { $0.now } }
  package var minimumResolution: Duration { .zero }

  package func `sleep`(until deadline: Instant, tolerance: Duration?) async throws {
    let name = state.withLock { state in
      state.names += 1
      return state.names
    }
    try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        let watchers = state.withLock { state in
          state.sleepers.append(
            Sleeper(name: name, deadline: deadline, continuation: continuation))
          defer { state.watchers = [] }
          return state.watchers
        }
        for watcher in watchers { watcher.resume() }
        if Task.isCancelled { cancel(name) }
      }
    } onCancel: {
      cancel(name)
    }
  }

  /// Waits for a sleeping task, advances the time to the earliest deadline, and wakes its tasks.
  ///
  /// - Returns: The duration by which the time advanced.
  @discardableResult
  package func wakeNext() async -> Duration {
    await waitForSleeper()
    let (slept, woken) = state.withLock { state -> (Duration, [Sleeper]) in
      guard let deadline = state.sleepers.map(\.deadline).min() else { return (.zero, []) }
      let slept = state.now.duration(to: deadline)
      state.now = max(state.now, deadline)
      let woken = state.sleepers.filter { $0.deadline <= deadline }
      state.sleepers.removeAll { $0.deadline <= deadline }
      return (slept, woken)
    }
    for sleeper in woken { sleeper.continuation.resume() }
    return slept
  }

  /// Waits until at least one task sleeps.
  package func waitForSleeper() async {
    await withCheckedContinuation { continuation in
      let isAwaited = state.withLock { state in
        guard state.sleepers.isEmpty else { return true }
        state.watchers.append(continuation)
        return false
      }
      if isAwaited { continuation.resume() }
    }
  }

  private func cancel(_ name: Int) {
    let sleeper = state.withLock { state -> Sleeper? in
      guard let index = state.sleepers.firstIndex(where: { $0.name == name }) else { return nil }
      return state.sleepers.remove(at: index)
    }
    sleeper?.continuation.resume(throwing: CancellationError())
  }
}
