import Dispatch
package import GhostlightCore
import Synchronization

/// Work that somebody waits for without being able to suspend.
///
/// It runs on the very thread that waits. However many threads are blocked, each brings what it
/// waits for to its end: neither the pool that tasks share nor that of dispatch queues, which has
/// some 64 to 255 threads, need have one to spare.
package final class BlockingCall<Value: Sendable, Failure: Error>: Sendable {
  package typealias Work = @Sendable () async throws(Failure) -> Value

  private let work: Work
  private let outcome = Mutex<Result<Value, Failure>?>(nil)

  package init(_ work: @escaping Work) { self.work = work }

  /// Does the work and blocks this thread until it is done; to be called once.
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

/// Runs a task's jobs on the thread that calls ``run()``.
///
/// The shared pool has as many threads as the machine has cores: tasks that block all of them would
/// wait for ever for work that needs one.
final class ThreadExecutor: TaskExecutor {
  private struct State {
    var jobs: [UnownedJob] = []
    var isFinished = false
  }

  private let state = Mutex(State())
  /// Counts the jobs, and the end.
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

  /// Runs jobs as they come, until ``finish()``.
  func run() {
    while true {
      arrivals.wait()
      let next = state.withLock { $0.jobs.isEmpty ? nil : $0.jobs.removeFirst() }
      guard let job = next else { return }
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }

  /// Lets ``run()`` return once no job is left; what comes later is run by the shared pool.
  func finish() {
    state.withLock { $0.isFinished = true }
    arrivals.signal()
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
