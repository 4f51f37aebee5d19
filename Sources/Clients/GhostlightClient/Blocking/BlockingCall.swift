import Dispatch
import Synchronization

/// Work that somebody waits for without being able to suspend.
///
/// It runs on a thread of its own: the caller may hold the main thread, or one of the few that
/// tasks share.
package final class BlockingCall<Value: Sendable, Failure: Error>: Sendable {
  package typealias Work = @Sendable () async throws(Failure) -> Value

  private let work: Work
  private let outcome = Mutex<Result<Value, Failure>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  package init(_ work: @escaping Work) { self.work = work }

  /// Does the work and blocks this thread until it is done; to be called once.
  package func value() throws(Failure) -> Value {
    let executor = WaitingExecutor()
    Task.detached(executorPreference: executor) { await self.run() }
    let outcome = withExtendedLifetime(executor) { wait() }
    return try outcome.get()
  }

  private func wait() -> Result<Value, Failure> {
    while true {
      isDone.wait()
      if let outcome = outcome.withLock({ $0 }) { return outcome }
    }
  }

  private func run() async {
    let result: Result<Value, Failure>
    do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
    outcome.withLock { $0 = result }
    isDone.signal()
  }
}
