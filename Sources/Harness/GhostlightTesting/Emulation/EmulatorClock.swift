import Foundation
import Ghostlight
import Synchronization

/// A Swift clock that shows the time of a test's emulators.
///
/// A task that sleeps on this clock wakes when the emulators' time reaches the deadline: either
/// because the clock runs, or because the test calls ``TestContext/advance(by:)``. The SDKs of a
/// test sleep on this clock, so that delays and retries need no real time.
public final class EmulatorClock: Clock, Sendable {
  /// A time on the emulators' clock.
  ///
  /// ``EmulatorClock/now`` returns it. It is a value. Instants of two tests' clocks can be
  /// compared, because both count from 1970.
  public struct Instant: InstantProtocol {
    /// The time in milliseconds since 1970.
    public let milliseconds: Int64

    /// Returns the instant after a duration; an overflow gives the greatest or the least instant.
    public func advanced(by duration: Duration) -> Instant {
      let (sum, overflows) = milliseconds.addingReportingOverflow(duration.inMilliseconds)
      return Instant(milliseconds: overflows ? (duration < .zero ? .min : .max) : sum)
    }

    /// Returns the duration from this instant to another.
    public func duration(to other: Instant) -> Duration {
      .milliseconds(other.milliseconds) - .milliseconds(milliseconds)
    }

    /// Returns whether an instant is earlier than another.
    public static func < (left: Instant, right: Instant) -> Bool {
      left.milliseconds < right.milliseconds
    }
  }

  private struct Sleeper: Sendable {
    let deadline: Instant
    let continuation: CheckedContinuation<Void, Never>
    let timer: Task<Void, Never>?

    func end() {
      timer?.cancel()
      continuation.resume()
    }
  }

  /// A caller that waits until at least `count` tasks sleep on the clock.
  private struct Observer: Sendable {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var sleepers: [Int: Sleeper] = [:]
    var observers: [Int: Observer] = [:]
    var count = 0

    /// Returns an unused number for a sleeper or an observer.
    mutating func next() -> Int {
      count += 1
      return count
    }

    /// Removes and returns the observers whose `count` is at most the number of sleeping tasks.
    mutating func satisfied() -> [Observer] {
      let found = observers.filter { $0.value.count <= sleepers.count }
      for number in found.keys { observers[number] = nil }
      return Array(found.values)
    }
  }

  private let world: Namespace
  private let state = Mutex(State())

  init(_ world: Namespace) { self.world = world }

  /// The current time of the emulators.
  public var now: Instant { Instant(milliseconds: world.clock.milliseconds) }

  /// One millisecond, the unit of the emulators' time.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Suspends the task until the emulators' time reaches an instant.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  public func sleep(until deadline: Instant, tolerance: Duration?) async throws {
    let number = state.withLock { $0.next() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let timer = world.clock.isFrozen ? nil : Task { await self.watch(deadline) }
        let satisfied = state.withLock { state in
          state.sleepers[number] = Sleeper(
            deadline: deadline, continuation: continuation, timer: timer)
          return state.satisfied()
        }
        for observer in satisfied { observer.continuation.resume() }
        wake()
        if Task.isCancelled { end(number) }
      }
    } onCancel: {
      end(number)
    }
    try Task.checkCancellation()
  }

  /// Waits until at least `count` tasks sleep on this clock.
  ///
  /// - Throws: `CancellationError` if the task is cancelled.
  func sleepers(atLeast count: Int) async throws {
    let number = state.withLock { $0.next() }
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let satisfied = state.withLock { state in
          state.observers[number] = Observer(count: count, continuation: continuation)
          return state.satisfied()
        }
        for observer in satisfied { observer.continuation.resume() }
        if Task.isCancelled { leave(number) }
      }
    } onCancel: {
      leave(number)
    }
    try Task.checkCancellation()
  }

  private func leave(_ number: Int) {
    state.withLock { $0.observers.removeValue(forKey: number) }?.continuation.resume()
  }

  /// Wakes the sleepers whose deadline has passed, while the clock runs.
  ///
  /// It checks the time repeatedly, because the clock may be moved or frozen in the meantime.
  private func watch(_ deadline: Instant) async {
    while !Task.isCancelled, !world.clock.isFrozen {
      let rest = max(now.duration(to: deadline), minimumResolution)
      try? await ContinuousClock().sleep(for: rest)
      wake()
    }
  }

  /// Wakes all sleepers whose deadline has passed.
  func wake() {
    let now = now
    let woken = state.withLock { state in
      let due = state.sleepers.filter { $0.value.deadline <= now }
      for number in due.keys { state.sleepers[number] = nil }
      return due.values
    }
    for sleeper in woken { sleeper.end() }
  }

  private func end(_ number: Int) {
    state.withLock { $0.sleepers.removeValue(forKey: number) }?.end()
  }
}

extension Duration {
  /// The duration in whole milliseconds, clamped to the range of 64 bits.
  var inMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, overflowsToo) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return overflows || overflowsToo ? (seconds < 0 ? .min : .max) : sum
  }
}
