package import Dispatch
import Synchronization

/// A block of the app on its way to the queue that calls it.
///
/// The vendors' blocks are plain ones: an app lets them touch its screen and assign to its variables.
/// Only blocks that share nothing could be declared `@Sendable`. The SDKs keep the vendors' terms: a
/// block is called on the queue that the app named, one call at a time, and touched nowhere else.
/// That is more than the compiler can check, so this is the one place that vouches for it.
package struct Callback<Block>: Sendable {
  /// The block; to be called on its queue alone.
  nonisolated(unsafe) package let block: Block

  package init(_ block: Block) { self.block = block }
}

/// A block that is told one result, and then let go on the queue that it was called on.
///
/// What an app's block holds, such as a screen, may have to be released where it was called. A block
/// that is never told goes with the call.
package final class CompletionHandler<Value>: Sendable {
  private let callback: Mutex<Callback<(Value) -> Void>?>

  package init(_ block: @escaping (Value) -> Void) { callback = Mutex(Callback(block)) }

  /// Tells the block; only the first call does.
  package func callAsFunction(_ value: Value) {
    let callback = callback.withLock { slot in
      defer { slot = nil }
      return slot
    }
    callback?.block(value)
  }
}

/// Runs tasks on a dispatch queue: a serial one takes them up again in the order they can go on.
package final class QueueExecutor: TaskExecutor {
  private let queue: DispatchQueue

  package init(_ queue: DispatchQueue) { self.queue = queue }

  package func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}

extension Task where Success == Void, Failure == Never {
  /// Runs the work on this thread as far as it goes without waiting, where the system can do so, and
  /// the rest on the executor.
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
