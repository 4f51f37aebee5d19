import Dispatch

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
