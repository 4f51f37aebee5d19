package import Dispatch

/// Runs tasks on a dispatch queue: a serial one takes them up again in the order they can go on.
package final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  package init(_ queue: DispatchQueue) { self.queue = queue }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
