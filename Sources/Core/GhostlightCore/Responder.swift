import Synchronization

/// A named function from a request to a response: an emulator, a recording, a remote server or a
/// closure.
///
/// A responder cannot throw; a failure is a response. Wrap a responder in another one to change its
/// behavior. All closures may be called from any thread.
///
/// Only ``respond`` is required. The other closures are faster ways to the same response, which
/// servers prefer.
///
/// ```swift
/// import Ghostlight
///
/// let teapot = Responder(name: "teapot", immediate: { request in
///   Response(.init(code: 418), body: Array(request.target.rawPath.utf8))
/// })
/// let response = teapot.respondNow?(Request(.get, "/coffee"))
/// ```
public struct Responder: Sendable {
  /// The responder's name in reports.
  public var name: String
  /// Returns the response to a request; may wait for other work.
  public var respond: @Sendable (Request) async -> Response
  /// Returns the same response as ``respond``, without waiting; `nil` if the responder may have to
  /// wait.
  ///
  /// Servers prefer it to ``respond``.
  public var respondNow: (@Sendable (Request) -> Response)?
  /// Returns the response at once if little work is needed, otherwise the work that is left.
  ///
  /// Servers prefer it to ``respondNow``, because it returns quickly and never waits. `nil` if the
  /// responder does not support it.
  public var attempt: (@Sendable (Request) -> ResponseAttempt)?
  /// Returns the response to a request whose body may still be arriving; the response's body may be
  /// a stream, too.
  ///
  /// The stream has the bytes that follow the request's `body`; without a stream, `body` is
  /// complete. Servers prefer this closure to all others, because bodies may then be larger than
  /// memory. It is `nil` for most responders, which need complete bodies.
  public var respondStreaming: (@Sendable (Request, BodyStream?) -> DeferredResponse)?

  /// Creates a responder from a closure that may wait.
  public init(name: String, respond: @escaping @Sendable (Request) async -> Response) {
    self.name = name
    self.respond = respond
    respondNow = nil
  }

  /// Creates a responder from a closure that never waits.
  public init(name: String, immediate: @escaping @Sendable (Request) -> Response) {
    self.name = name
    respond = { request in immediate(request) }
    respondNow = immediate
  }
}

/// The result of an attempt to respond without delay.
///
/// ``Responder/attempt`` returns it. The caller sends a finished response at once. Deferred work
/// must be begun or cancelled by the caller; otherwise the client never receives a response.
public enum ResponseAttempt: Sendable {
  /// The response is ready to be sent.
  case answered(Response)
  /// The response needs more work, which the caller must begin or cancel.
  case deferred(DeferredResponse)
}

/// The work that is left after an attempt to respond.
///
/// A responder returns it if it needs a long computation, or has to wait for a disk or for another
/// exchange. Call either ``begin`` or ``cancel``, from any thread.
public struct DeferredResponse: Sendable {
  /// Called once with the response, on any thread.
  public typealias Completion = @Sendable (Response) -> Void

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

  /// Creates deferred work from its two closures; by default, cancelling does nothing.
  public init(
    begin: @escaping @Sendable (any WorkExecutor, @escaping Completion) -> Void,
    cancel: @escaping @Sendable () -> Void = {}
  ) {
    self.begin = begin
    self.cancel = cancel
  }
}

/// An executor for long work, so that the calling thread does not wait.
///
/// The server's executor uses a pool of threads. In an in-process call, the thread that waits for
/// the response runs the work itself. An executor may be called from any thread.
public protocol WorkExecutor: Sendable {
  /// Runs `work` after earlier work for the same queue; the queues take turns.
  ///
  /// - Returns: `false` if too much work is waiting already; `work` then never runs.
  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool
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
