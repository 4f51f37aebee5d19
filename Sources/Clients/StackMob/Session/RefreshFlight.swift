import Synchronization

/// One refresh, and the requests that wait for it.
final class RefreshFlight: Sendable {
  typealias Outcome = Result<Void, CallFailure>

  private let state = Mutex((outcome: Outcome?.none, waiters: [Int: RefreshWaiter](), count: 0))

  /// Ends the refresh for all who wait, and who come later.
  func finish(_ outcome: Outcome) {
    let waiters = state.withLock { state in
      state.outcome = outcome
      defer { state.waiters = [:] }
      return state.waiters.values
    }
    for waiter in waiters {
      waiter.timer.cancel()
      waiter.continuation.resume(returning: outcome)
    }
  }

  /// Waits for the end; `nil` when patience ends before.
  nonisolated(nonsending) func outcome(
    within patience: Duration, on clock: any Clock<Duration>
  ) async -> Outcome? {
    await withCheckedContinuation { continuation in
      let outcome = state.withLock { state in
        if state.outcome == nil {
          let number = state.count
          state.count += 1
          let timer = Task {
            guard (try? await clock.sleep(for: patience)) != nil else { return }
            self.leave(number)
          }
          state.waiters[number] = RefreshWaiter(continuation: continuation, timer: timer)
        }
        return state.outcome
      }
      if let outcome { continuation.resume(returning: outcome) }
    }
  }

  private func leave(_ number: Int) {
    let waiter = state.withLock { $0.waiters.removeValue(forKey: number) }
    waiter?.continuation.resume(returning: nil)
  }
}
