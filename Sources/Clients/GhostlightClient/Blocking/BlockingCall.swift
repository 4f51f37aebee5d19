import Dispatch
package import GhostlightCore
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

/// Runs what one blocked thread waits for, on a thread of its own.
///
/// The shared pool has as many threads as the machine has cores: tasks that block all of them would
/// wait for ever for work that needs one. A serial queue gets a thread however many are blocked,
/// where a concurrent one shares the pool's.
final class WaitingExecutor: TaskExecutor {
  private let queue = DispatchQueue(label: "ghostlight.waiting")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension Transport {
  /// Sends a request and blocks this thread until the response is there.
  ///
  /// Any thread may be blocked, the main one and those of tasks too.
  package func sendAndWait(_ request: Request) throws(TransportError) -> Response {
    guard let attempt else {
      let send = send
      return try BlockingCall { () async throws(TransportError) in try await send(request) }.value()
    }
    switch try attempt(request) {
    case .answered(let response): return response
    case .waiting(let rest): return try BlockingCall(rest).value()
    }
  }
}
