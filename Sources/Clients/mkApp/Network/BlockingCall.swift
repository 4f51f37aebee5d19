import Dispatch
import Synchronization

/// Work that somebody waits for without being able to suspend.
///
/// It runs on threads of its own: the caller may hold the main thread, or one of the few that
/// tasks share.
final class BlockingCall<Value: Sendable>: Sendable {
  typealias Work = @Sendable () async throws(MKError) -> Value

  private let work: Work
  private let outcome = Mutex<Result<Value, MKError>?>(nil)
  private let isDone = DispatchSemaphore(value: 0)

  init(_ work: @escaping Work) { self.work = work }

  /// Does the work and blocks this thread until it is done.
  func value() throws(MKError) -> Value {
    let executor = ThreadExecutor()
    Task.detached(executorPreference: executor) { await self.run() }
    withExtendedLifetime(executor) { isDone.wait() }
    guard let outcome = outcome.withLock({ $0 }) else {
      throw MKError(.connectionFailed, message: "The call ended without an outcome.")
    }
    return try outcome.get()
  }

  private func run() async {
    let result: Result<Value, MKError>
    do throws(MKError) { result = .success(try await work()) } catch { result = .failure(error) }
    outcome.withLock { $0 = result }
    isDone.signal()
  }
}
