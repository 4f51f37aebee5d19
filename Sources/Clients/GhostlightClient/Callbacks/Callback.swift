package import Dispatch
import Synchronization

/// A block of the app, on its way to the queue that calls it.
///
/// The vendors' blocks are not `@Sendable`: an app lets them change its screen and its variables.
/// The SDKs keep the vendors' terms: a block is called on the queue that the app set, one call at a
/// time, and used nowhere else. The compiler cannot check that, so this type is the one place that
/// asserts it.
package struct Callback<Block>: Sendable {
  /// The block.
  ///
  /// Call it on its queue only.
  nonisolated(unsafe) package let block: Block

  package init(_ block: Block) { self.block = block }
}

/// A block that is called with one result and then released on the queue that called it.
///
/// The objects that an app's block retains, such as a screen, may have to be released on that
/// queue. A block that is never called is released with the call.
package final class CompletionHandler<Value>: Sendable {
  private let callback: Mutex<Callback<(Value) -> Void>?>

  package init(_ block: @escaping (Value) -> Void) { callback = Mutex(Callback(block)) }

  /// Calls the block with a result.
  ///
  /// Only the first call has an effect.
  package func callAsFunction(_ value: Value) {
    let callback = callback.withLock { slot in
      defer { slot = nil }
      return slot
    }
    callback?.block(value)
  }
}

/// An executor that runs tasks on a dispatch queue.
///
/// A serial queue resumes them in the order in which they become ready.
package final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  package init(_ queue: DispatchQueue) { self.queue = queue }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on the calling thread until it first waits, if the system supports
  /// that, and on the executor afterwards.
  @discardableResult
  package static func begin(
    on executor: (any TaskExecutor)? = nil, _ work: @escaping @Sendable () async -> Void
  ) -> Task<Void, Never> {
    if #available(macOS 26, iOS 26, *) {
      Task.immediate(executorPreference: executor, operation: work)
    } else {
      Task(executorPreference: executor, operation: work)
    }
  }
}
