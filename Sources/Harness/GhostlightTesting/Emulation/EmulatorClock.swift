import Foundation
import Ghostlight
import Synchronization

/// The clock of a test's emulators, to wait by.
///
/// Who sleeps wakes when the emulators' time has come: because it goes on, or because the test moves
/// it with ``TestContext/advance(by:)``.
public final class EmulatorClock: Clock, Sendable {
  /// A moment of the emulators' time.
  public struct Instant: InstantProtocol {
    /// Milliseconds since 1970.
    public let milliseconds: Int64

    /// The moment so much later; at the ends of time it stays there.
    public func advanced(by duration: Duration) -> Instant {
      let (sum, overflows) = milliseconds.addingReportingOverflow(duration.inMilliseconds)
      return Instant(milliseconds: overflows ? (duration < .zero ? .min : .max) : sum)
    }

    /// How much later another moment is.
    public func duration(to other: Instant) -> Duration {
      .milliseconds(other.milliseconds) - .milliseconds(milliseconds)
    }

    /// Whether a moment is earlier.
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

  /// Somebody who waits for sleepers.
  private struct Observer: Sendable {
    let count: Int
    let continuation: CheckedContinuation<Void, Never>
  }

  private struct State: Sendable {
    var sleepers: [Int: Sleeper] = [:]
    var observers: [Int: Observer] = [:]
    var count = 0

    /// A number for a sleeper or an observer.
    mutating func next() -> Int {
      count += 1
      return count
    }

    /// The observers who have seen enough sleepers; they are no observers any more.
    mutating func satisfied() -> [Observer] {
      let found = observers.filter { $0.value.count <= sleepers.count }
      for number in found.keys { observers[number] = nil }
      return Array(found.values)
    }
  }

  private let world: Namespace
  private let state = Mutex(State())

  init(_ world: Namespace) { self.world = world }

  /// The emulators' time.
  public var now: Instant { Instant(milliseconds: world.clock.milliseconds) }

  /// The emulators' time is counted in milliseconds.
  public var minimumResolution: Duration { .milliseconds(1) }

  /// Waits for a moment of the emulators' time.
  ///
  /// - Throws: `CancellationError`.
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

  /// Waits until so many sleep.
  ///
  /// - Throws: `CancellationError`.
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

  /// Wakes a sleeper of a clock that goes on, which may be moved and stopped meanwhile.
  private func watch(_ deadline: Instant) async {
    while !Task.isCancelled, !world.clock.isFrozen {
      let rest = max(now.duration(to: deadline), minimumResolution)
      try? await ContinuousClock().sleep(for: rest)
      wake()
    }
  }

  /// Wakes those whose time has come.
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
  /// Whole milliseconds, those of huge durations as many as there can be.
  var inMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    let (product, overflows) = seconds.multipliedReportingOverflow(by: 1000)
    let (sum, overflowsToo) = product.addingReportingOverflow(attoseconds / 1_000_000_000_000_000)
    return overflows || overflowsToo ? (seconds < 0 ? .min : .max) : sum
  }
}
