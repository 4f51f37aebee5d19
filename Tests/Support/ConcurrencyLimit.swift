import Synchronization
package import Testing

/// A trait that limits how many test cases run at a time, over all suites that have it.
///
/// Suites that start servers, processes or many threads have it. Swift Testing starts all cases at
/// once, and without a limit they would hold more files and threads than two cores can serve.
///
/// ```swift
/// import TestSupport
/// import Testing
///
/// @Suite(.limitedConcurrency) struct `Servers` {}
/// ```
package struct ConcurrencyLimit: SuiteTrait, TestTrait, TestScoping {
  /// Whether the tests of a suite have the trait of the suite.
  package let isRecursive = true

  private static let slots = Slots(count: 4)
  @TaskLocal private static var hasSlot = false

  /// Runs a test case when fewer than four others run; a case of two such suites counts once.
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
  /// Limits how many test cases of all suites with this trait run at a time.
  package static var limitedConcurrency: Self { Self() }
}

/// A number of slots; tasks wait in line for a free one.
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
