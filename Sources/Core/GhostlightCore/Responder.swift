import Synchronization

/// A named function from a request to a response: an emulator, a recording, a remote server or a
/// closure.
///
/// It cannot throw: a failure is a response. Wrap a responder in another one to change its
/// behaviour. All closures may be called from any thread.
///
/// Only ``respond`` is required. The other closures are faster ways to the same response, for
/// servers.
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
  /// The name in reports.
  public var name: String
  /// Returns the response to a request.
  public var respond: @Sendable (Request) async -> Response
  /// Returns the same response without waiting; `nil` if the responder may have to wait.
  ///
  /// Servers prefer it to ``respond``.
  public var respondNow: (@Sendable (Request) -> Response)?
  /// Returns the same response if little work is needed, otherwise the work that is left.
  ///
  /// Servers prefer it to ``respondNow``, because it never takes long and never waits.
  public var attempt: (@Sendable (Request) -> ResponseAttempt)?
  /// Returns the response to a request whose body may still be arriving; its own body may be a
  /// stream too.
  ///
  /// The stream has the bytes after the request's own; without a stream, these are complete.
  /// Servers prefer it to all others, because the bodies may then be larger than memory. It is
  /// `nil` for most responders, which need complete bodies.
  public var respondStreaming: (@Sendable (Request, BodyStream?) -> DeferredResponse)?

  /// Creates a responder that may wait.
  public init(name: String, respond: @escaping @Sendable (Request) async -> Response) {
    self.name = name
    self.respond = respond
    respondNow = nil
  }

  /// Creates a responder that never waits.
  public init(name: String, immediate: @escaping @Sendable (Request) -> Response) {
    self.name = name
    respond = { request in immediate(request) }
    respondNow = immediate
  }
}

/// The result of an attempt to respond at once.
///
/// ``Responder/attempt`` returns it. The caller sends an answered response at once. It must begin
/// deferred work, or cancel it; otherwise the client never gets a response.
public enum ResponseAttempt: Sendable {
  /// The response.
  case answered(Response)
  /// The response needs more work, which the caller must begin.
  case deferred(DeferredResponse)
}

/// The work that is left after an attempt to respond.
///
/// A responder returns it if it needs a long computation, or has to wait for a disk or for another
/// exchange. Call ``begin`` once, or ``cancel``. Both may be called from any thread.
public struct DeferredResponse: Sendable {
  /// Called once with the response, on any thread.
  public typealias Completion = @Sendable (Response) -> Void

  /// Begins the work; call it at most once.
  ///
  /// It returns soon and passes computation to the executor. The completion may be called before it
  /// returns.
  public let begin: @Sendable (any WorkExecutor, @escaping Completion) -> Void

  /// Cancels the work, because no caller needs the response.
  ///
  /// Work in progress ends soon, and is not committed afterwards. The completion is still called,
  /// with a response that can be ignored.
  public let cancel: @Sendable () -> Void

  /// Creates deferred work.
  public init(
    begin: @escaping @Sendable (any WorkExecutor, @escaping Completion) -> Void,
    cancel: @escaping @Sendable () -> Void = {}
  ) {
    self.begin = begin
    self.cancel = cancel
  }
}

/// An executor of long work, so that the calling thread does not wait.
///
/// The server's executor uses a pool of threads. In process, the thread that waits for a response
/// runs the work itself. It may be called from any thread.
public protocol WorkExecutor: Sendable {
  /// Runs `work` soon, after earlier work for the same `queue`; the queues take turns.
  ///
  /// - Returns: Whether the work was accepted. If it was not, too much work is waiting, and it
  ///   never runs.
  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool
}

/// A batch of completions whose work for other threads is passed on together.
///
/// Waking a thread takes longer than most of this work.
package final class CompletionBatch: Sendable {
  package typealias Work = @Sendable () -> Void

  /// A thread, or any other executor of work.
  private struct Recipient: Sendable {
    let id: ObjectIdentifier
    let execute: @Sendable (@escaping Work) -> Void
    var work: [Work]
  }

  @TaskLocal private static var current: CompletionBatch?

  private let recipients = Mutex<[Recipient]>([])

  /// Calls `body`, then passes on the work that was posted in the meantime, in order.
  package static func run(_ body: () -> Void) {
    let batch = CompletionBatch()
    $current.withValue(batch) { body() }
    for recipient in batch.recipients.withLock({ $0 }) {
      let work = recipient.work
      recipient.execute { for item in work { item() } }
    }
  }

  /// Runs `work` on a recipient: in one piece with the recipient's other work at the end of the
  /// batch.
  ///
  /// Without a current batch, it runs at once.
  ///
  /// - Parameters:
  ///   - id: The identity of the recipient.
  ///   - execute: Runs work on the recipient.
  ///   - work: The work.
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
