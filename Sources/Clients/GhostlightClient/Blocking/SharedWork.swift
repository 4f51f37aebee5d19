import Foundation
import Synchronization

/// Work that is done once while any number of callers wait for its result.
///
/// The work runs on its own thread, because its callers may block all threads of the task pool. A
/// cancelled caller stops waiting. The work is cancelled when no caller waits for it any longer.
/// The first call after the work has ended starts it again.
package final class SharedWork<Value: Sendable>: Sendable {
  package typealias Work = @Sendable () async -> Value

  private struct State {
    /// The task of the work in progress; `nil` if no work is running.
    var task: Task<Void, Never>?
    var waiters: [Int: CheckedContinuation<Value?, Never>] = [:]
    var callers = 0
    var runs = 0
  }

  private let state = Mutex(State())

  package init() {}

  /// Returns the result of the work in progress; if none is running, starts `work` and waits for
  /// it.
  ///
  /// Returns `nil` if the calling task is cancelled.
  package nonisolated(nonsending) func value(of work: @escaping Work) async -> Value? {
    guard !Task.isCancelled else { return nil }
    let caller = state.withLock { state in
      state.callers += 1
      return state.callers
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        enter(caller, continuation, work)
        if Task.isCancelled { leave(caller) }
      }
    } onCancel: {
      leave(caller)
    }
  }

  private func enter(
    _ caller: Int, _ continuation: CheckedContinuation<Value?, Never>, _ work: @escaping Work
  ) {
    state.withLock { state in
      state.waiters[caller] = continuation
      guard state.task == nil else { return }
      state.runs += 1
      let run = state.runs
      let executor = ThreadExecutor()
      state.task = Task.detached(executorPreference: executor) {
        self.end(run, await work())
        executor.finish()
      }
      Thread.detachNewThread { executor.run() }
    }
  }

  private func leave(_ caller: Int) {
    typealias Left = (CheckedContinuation<Value?, Never>?, Task<Void, Never>?)
    let (waiter, task) = state.withLock { state -> Left in
      let waiter = state.waiters.removeValue(forKey: caller)
      guard waiter != nil, state.waiters.isEmpty else { return (waiter, nil) }
      defer { state.task = nil }
      return (waiter, state.task)
    }
    task?.cancel()
    waiter?.resume(returning: nil)
  }

  private func end(_ run: Int, _ value: Value) {
    let waiters = state.withLock { state -> [CheckedContinuation<Value?, Never>] in
      // Cancelled work may end after the next run has started, so the result of an earlier run is
      // ignored.
      guard state.task != nil, run == state.runs else { return [] }
      state.task = nil
      defer { state.waiters = [:] }
      return Array(state.waiters.values)
    }
    for waiter in waiters { waiter.resume(returning: value) }
  }
}
