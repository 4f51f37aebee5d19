import Synchronization
package import Testing

/// A trait that limits how many test cases run at the same time, over all suites that have the
/// trait.
///
/// Give it to suites that start servers, processes or many threads. Swift Testing starts all test
/// cases at once; without a limit, they would open more files and threads than two cores can serve.
///
/// ```swift
/// import TestSupport
/// import Testing
///
/// @Suite(.limitedConcurrency) struct `Servers` {}
/// ```
package struct ConcurrencyLimit: SuiteTrait, TestTrait, TestScoping {
  /// Whether the trait of a suite also applies to the tests in it.
  package let isRecursive = true

  private static let slots = Slots(count: 4)
  @TaskLocal private static var hasSlot = false

  /// Runs a test case when fewer than four others are running; a case to which the trait applies
  /// twice counts once.
  package func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    guard !Self.hasSlot else { return try await function() }
    await Self.slots.acquire()
    defer { Self.slots.release() }
    try await Self.$hasSlot.withValue(true, operation: function)
  }
}

extension Trait where Self == ConcurrencyLimit {
  /// A trait that limits how many test cases of all suites with this trait run at the same time.
  package static var limitedConcurrency: Self { Self() }
}

/// A fixed number of slots; tasks wait in order for a free one.
private final class Slots: Sendable {
  private struct State {
    var free: Int
    var waiting: [CheckedContinuation<Void, Never>] = []
  }

  private let state: Mutex<State>

  init(count: Int) { state = Mutex(State(free: count)) }

  func acquire() async {
    await withCheckedContinuation { continuation in
      let isFree = state.withLock { state in
        guard state.free == 0 else {
          state.free -= 1
          return true
        }
        state.waiting.append(continuation)
        return false
      }
      if isFree { continuation.resume() }
    }
  }

  func release() {
    let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
      guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
      state.free += 1
      return nil
    }
    next?.resume()
  }
}
