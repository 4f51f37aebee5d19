package import Dispatch
import Synchronization

/// A block of the app that is passed to the queue on which it is called.
///
/// The vendors' blocks are not `@Sendable`: apps use them to change their user interface and their
/// variables. The SDKs guarantee what the vendors promised: a block is called on the queue that the
/// app has set, one call at a time, and is used nowhere else. The compiler cannot check this
/// guarantee, so only this type asserts it.
package struct Callback<Block>: Sendable {
  /// The block that the app passed.
  ///
  /// Call it only on the app's queue. It is unsafe for the compiler, because the vendors' blocks are
  /// not `@Sendable`; this rule replaces the check.
  nonisolated(unsafe) package let block: Block

  package init(_ block: Block) { self.block = block }
}

/// A block that is called with one result, and then released on the queue that called it.
///
/// The objects that an app's block retains, such as a view, may have to be released on that queue.
/// A block that is never called is released together with this object.
package final class CompletionHandler<Value>: Sendable {
  private let callback: Mutex<Callback<(Value) -> Void>?>

  package init(_ block: @escaping (Value) -> Void) { callback = Mutex(Callback(block)) }

  /// Calls the block with a result and releases the block.
  ///
  /// Later calls have no effect.
  package func callAsFunction(_ value: Value) {
    let callback = callback.withLock { slot in
      defer { slot = nil }
      return slot
    }
    callback?.block(value)
  }
}

/// An executor that runs the jobs of tasks on a dispatch queue.
///
/// A serial queue runs the jobs in the order in which they are enqueued.
package final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  package init(_ queue: DispatchQueue) { self.queue = queue }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Starts a task that runs on the calling thread until its first suspension.
  ///
  /// The task then continues on the executor. On systems before macOS 26 and iOS 26, it runs on the
  /// executor from the start.
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
