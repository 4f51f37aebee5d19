import Dispatch
package import GhostlightCore
import Synchronization

/// Work for which a caller blocks its thread, because it cannot suspend.
///
/// The work runs on the blocked thread itself. Every blocked thread can therefore finish its own
/// work: it needs no thread of the pool that tasks share, nor of the pool of dispatch queues, which
/// has some 64 to 255 threads.
package final class BlockingCall<Value: Sendable, Failure: Error>: Sendable {
  package typealias Work = @Sendable () async throws(Failure) -> Value

  private let work: Work
  private let outcome = Mutex<Result<Value, Failure>?>(nil)

  package init(_ work: @escaping Work) { self.work = work }

  /// Runs the work and blocks the calling thread until it ends.
  ///
  /// Call it once.
  package func value() throws(Failure) -> Value {
    let executor = ThreadExecutor()
    Task.detached(executorPreference: executor) {
      await self.run()
      executor.finish()
    }
    while true {
      executor.run()
      if let outcome = outcome.withLock({ $0 }) { return try outcome.get() }
    }
  }

  private func run() async {
    let result: Result<Value, Failure>
    do throws(Failure) { result = .success(try await work()) } catch { result = .failure(error) }
    outcome.withLock { $0 = result }
  }
}

/// An executor that runs a task's jobs on the thread that calls ``run()``.
///
/// The shared pool has as many threads as the machine has cores. Tasks that block all of them would
/// wait without end for work that needs one.
final class ThreadExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isFinished = false
  }

  private let state = Mutex(State())
  /// Signalled once for each job, and once for the end.
  private let arrivals = DispatchSemaphore(value: 0)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    let isLate = state.withLock { state in
      if !state.isFinished { state.jobs.append(job) }
      return state.isFinished
    }
    guard isLate else {
      arrivals.signal()
      return
    }
    DispatchQueue.global().async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }

  /// Runs jobs when they arrive, until ``finish()`` is called.
  func run() {
    while true {
      arrivals.wait()
      let next = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
      guard let job = next else { return }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Ends ``run()`` when no job is left.
  ///
  /// Later jobs run in the shared pool.
  func finish() {
    state.withLock { $0.isFinished = true }
    arrivals.signal()
  }
}

extension Transport {
  /// Sends a request and blocks the calling thread until the response is there.
  ///
  /// Any thread may be blocked, including the main thread and the threads of tasks.
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
