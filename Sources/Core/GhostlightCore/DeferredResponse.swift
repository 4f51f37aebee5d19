import Synchronization

/// The work that is left after an attempt to respond.
///
/// A responder returns it if it needs a long computation, or has to wait for a disk, another
/// exchange or another server. Call either ``begin`` or ``cancel``, from any thread. In a task,
/// ``response()`` does both.
///
/// ```swift
/// import Ghostlight
///
/// func report(_ attempt: ResponseAttempt) async {
///   switch attempt {
///   case .answered(let response): print(response.status)
///   case .deferred(let rest): print(await rest.response().status)
///   }
/// }
/// ```
public struct DeferredResponse: Sendable {
  /// Called once with the response, on any thread.
  public typealias Completion = @Sendable (Response) -> Void

  /// Whether the work waits for another server or for other code, instead of computing.
  ///
  /// A server cancels a computation if its client closes its sending side. It still waits for
  /// another server's response, because such clients may want it.
  public let waits: Bool

  /// Begins the work; call it at most once.
  ///
  /// It returns quickly, and passes long computations to the executor. The completion may be called
  /// before it returns.
  public let begin: @Sendable (any WorkExecutor, @escaping Completion) -> Void

  /// Cancels the work, because the response is not needed.
  ///
  /// Work in progress ends soon and commits no changes. The completion is still called, with a
  /// response that can be ignored.
  public let cancel: @Sendable () -> Void

  /// Creates deferred work from its closures; by default it computes, and cancelling does nothing.
  public init(
    waits: Bool = false,
    begin: @escaping @Sendable (any WorkExecutor, @escaping Completion) -> Void,
    cancel: @escaping @Sendable () -> Void = {}
  ) {
    (self.waits, self.begin, self.cancel) = (waits, begin, cancel)
  }

  /// Returns work that runs `body` in a task, which is cancelled with the work.
  ///
  /// The task inherits the task-local values of the code that begins the work.
  public static func task(
    _ body: @escaping @Sendable () async -> Response
  ) -> DeferredResponse {
    let task = CancellableTask()
    return DeferredResponse(
      waits: true, begin: { _, completion in task.start { completion(await body()) } },
      cancel: { task.cancel() })
  }

  /// Returns the work with its response as `change` returns it; `change` is called on any thread.
  public func map(
    _ change: @escaping @Sendable (Response) -> Response
  ) -> DeferredResponse {
    DeferredResponse(
      waits: waits,
      begin: { [begin] executor, completion in begin(executor) { completion(change($0)) } },
      cancel: cancel)
  }

  /// Begins the work and waits for the response, whose body may be a stream.
  ///
  /// Computations run in the calling task. Cancelling the task cancels the work.
  public func response() async -> Response {
    await withTaskCancellationHandler {
      await WaitingTask().finish(self)
    } onCancel: {
      cancel()
    }
  }
}

/// A task that can be cancelled before it has started.
private final class CancellableTask: Sendable {
  private let state = Mutex<(task: Task<Void, Never>?, isCancelled: Bool)>((nil, false))

  func start(_ body: @escaping @Sendable () async -> Void) {
    let task = Task { await body() }
    let isCancelled = state.withLock { state in
      state.task = task
      return state.isCancelled
    }
    if isCancelled { task.cancel() }
  }

  func cancel() {
    let task = state.withLock { state in
      state.isCancelled = true
      return state.task
    }
    task?.cancel()
  }
}

/// An executor for long work, so that the calling thread does not wait.
///
/// The server's executor uses a pool of threads. In an in-process call, the task or thread that
/// waits for the response runs the work itself. An executor may be called from any thread.
public protocol WorkExecutor: Sendable {
  /// Runs `work` after earlier work for the same queue; the queues take turns.
  ///
  /// - Returns: `false` if too much work is waiting already; `work` then never runs.
  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool
}

/// An executor that runs work immediately on the calling thread.
package struct ImmediateExecutor: WorkExecutor {
  package init() {}

  package func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    work()
    return true
  }
}

/// An executor that runs work in the task that waits for the response.
private final class WaitingTask: WorkExecutor {
  private typealias Work = @Sendable () -> Void

  private struct State {
    var work: [Work] = []
    var response: Response?
    var waiter: CheckedContinuation<Void, Never>?
    var isOver = false
  }

  private let state = Mutex(State())

  /// Begins the work, runs the parts that compute, and returns the response.
  func finish(_ deferred: DeferredResponse) async -> Response {
    deferred.begin(self) { response in self.update { $0.response = response } }
    while true {
      let (work, response) = state.withLock { state -> (Work?, Response?) in
        guard state.work.isEmpty else { return (state.work.removeFirst(), nil) }
        state.isOver = state.response != nil
        return (nil, state.response)
      }
      if let work {
        work()
      } else if let response {
        return response
      } else {
        await change()
      }
    }
  }

  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    let isOver = update { state in
      if !state.isOver { state.work.append(work) }
      return state.isOver
    }
    // Part of an upload may have to be computed after the response has begun.
    if isOver { Task.detached { work() } }
    return true
  }

  /// Waits until there is work or a response.
  private func change() async {
    await withCheckedContinuation { continuation in
      let isReady = state.withLock { state in
        if state.work.isEmpty, state.response == nil {
          state.waiter = continuation
          return false
        }
        return true
      }
      if isReady { continuation.resume() }
    }
  }

  private func update<Value: Sendable>(_ body: (inout State) -> Value) -> Value {
    let (result, waiter) = state.withLock { (body(&$0), $0.waiter.take()) }
    waiter?.resume()
    return result
  }
}

/// Collects work for other threads while completions run, and passes it on together.
///
/// Waking a thread takes longer than most of this work.
package final class CompletionBatch: Sendable {
  package typealias Work = @Sendable () -> Void

  /// A thread or other executor, with the work collected for it.
  private struct Recipient: Sendable {
    let id: ObjectIdentifier
    let execute: @Sendable (@escaping Work) -> Void
    var work: [Work]
  }

  @TaskLocal private static var current: CompletionBatch?

  private let recipients = Mutex<[Recipient]>([])

  /// Calls `body`, and then passes on the work that was posted during the call, in order.
  package static func run(_ body: () -> Void) {
    let batch = CompletionBatch()
    $current.withValue(batch) { body() }
    for recipient in batch.recipients.withLock({ $0 }) {
      let work = recipient.work
      recipient.execute { for item in work { item() } }
    }
  }

  /// Runs `work` on a recipient at the end of the current batch, together with its other work.
  ///
  /// Without a current batch, the work is passed on at once.
  ///
  /// - Parameters:
  ///   - id: Identifies the recipient, such as a thread or a queue.
  ///   - execute: Runs a closure on the recipient.
  ///   - work: The work to run on the recipient.
  package static func post(
    to id: ObjectIdentifier, by execute: @escaping @Sendable (@escaping Work) -> Void,
    _ work: @escaping Work
  ) {
    guard let current else { return execute(work) }
    current.recipients.withLock { recipients in
      if let index = recipients.firstIndex(where: { $0.id == id }) {
        recipients[index].work.append(work)
      } else {
        recipients.append(Recipient(id: id, execute: execute, work: [work]))
      }
    }
  }
}
