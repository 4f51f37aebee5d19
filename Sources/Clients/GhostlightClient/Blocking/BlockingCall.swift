import Dispatch
package import GhostlightCore
import Synchronization

/// Asynchronous work for which a caller blocks its thread, because the caller cannot suspend.
///
/// The work runs on the blocked thread itself. It therefore needs no thread of Swift's task pool or
/// of the dispatch queues' pool, which has about 64 to 255 threads. Any number of threads can be
/// blocked at the same time.
package final class BlockingCall<Value: Sendable, Failure: Error>: Sendable {
  package typealias Work = @Sendable () async throws(Failure) -> Value

  private let work: Work
  private let outcome = Mutex<Result<Value, Failure>?>(nil)

  package init(_ work: @escaping Work) { self.work = work }

  /// Runs the work on the calling thread, and returns when the work has ended.
  ///
  /// Call it only once.
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
/// The shared task pool has as many threads as the machine has cores. If blocked tasks occupied all
/// of them, work that needs one of these threads would never run.
final class ThreadExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isFinished = false
  }

  private let state = Mutex(State())
  /// Signalled once for each enqueued job, and once by ``finish()``.
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

  /// Runs jobs as they arrive, until ``finish()`` is called.
  func run() {
    while true {
      arrivals.wait()
      let next = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
      guard let job = next else { return }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Ends ``run()`` after the jobs that are already enqueued.
  ///
  /// Jobs that are enqueued later run in the shared task pool.
  func finish() {
    state.withLock { $0.isFinished = true }
    arrivals.signal()
  }
}

extension Transport {
  /// Sends a request and blocks the calling thread until the response arrives.
  ///
  /// The calling thread may be any thread, including the main thread and threads of tasks.
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
