import Synchronization

/// Something that answers requests.
///
/// It cannot fail: a failure is a response. Behaviour is added by functions from responder to
/// responder.
public struct Responder: Sendable {
  /// What reports call it.
  public var name: String
  /// Answers one request.
  public var respond: @Sendable (Request) async -> Response
  /// The same answer without waiting, where no part ever waits; servers prefer it.
  public var respondNow: (@Sendable (Request) -> Response)?
  /// The same answer where it is quickly found, else the work that is left.
  ///
  /// Servers prefer it to ``respondNow``, since it never takes long and never waits.
  public var attempt: (@Sendable (Request) -> ResponseAttempt)?
  /// Answers a request whose body may still be on its way, with a response whose body may be too;
  /// `nil` where bodies are wanted whole, as nearly always.
  ///
  /// Servers prefer it to all others: the bodies that clients send and receive may then be longer
  /// than memory. The stream follows the request's own bytes; without one these are all.
  public var respondStreaming: (@Sendable (Request, BodyStream?) -> DeferredResponse)?

  /// Makes a responder that may wait.
  public init(name: String, respond: @escaping @Sendable (Request) async -> Response) {
    self.name = name
    self.respond = respond
    respondNow = nil
  }

  /// Makes a responder that never waits.
  public init(name: String, immediate: @escaping @Sendable (Request) -> Response) {
    self.name = name
    respond = { request in immediate(request) }
    respondNow = immediate
  }
}

/// What a responder has to say at once about a request.
public enum ResponseAttempt: Sendable {
  /// The response.
  case answered(Response)
  /// That it takes longer: the work that is left, to be begun by whoever asked.
  case deferred(DeferredResponse)
}

/// The rest of an exchange that a responder did not finish at once, because it takes long
/// computation, or waits for a disk or for another exchange.
public struct DeferredResponse: Sendable {
  /// Called once, on any thread.
  public typealias Completion = @Sendable (Response) -> Void

  /// Begins what is left; called once.
  ///
  /// It returns soon: computation is handed to the executor. The completion may be called before
  /// it returns.
  public let begin: @Sendable (any WorkExecutor, @escaping Completion) -> Void

  /// Gives up: nobody waits for the response any more.
  ///
  /// Work that has begun ends soon, and what is not committed by then is not committed at all.
  /// The completion is called all the same, with a response that nobody needs.
  public let cancel: @Sendable () -> Void

  /// Makes a deferred response.
  public init(
    begin: @escaping @Sendable (any WorkExecutor, @escaping Completion) -> Void,
    cancel: @escaping @Sendable () -> Void = {}
  ) {
    self.begin = begin
    self.cancel = cancel
  }
}

/// Runs work that takes long, away from whoever must not wait.
public protocol WorkExecutor: Sendable {
  /// Runs `work` soon, after what came before it for the same `queue`; queues take turns.
  ///
  /// - Returns: Whether it was taken; `false` where too much waits already, and then `work` is
  ///   never run.
  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool
}

/// Completions called one after another, whose work for other threads is handed over in one piece:
/// to wake a thread costs more than most of them do there.
package final class CompletionBatch: Sendable {
  package typealias Work = @Sendable () -> Void

  /// A thread, or whatever else runs work.
  private struct Recipient: Sendable {
    let id: ObjectIdentifier
    let execute: @Sendable (@escaping Work) -> Void
    var work: [Work]
  }

  @TaskLocal private static var current: CompletionBatch?

  private let recipients = Mutex<[Recipient]>([])

  /// Calls `body`, then hands over what was posted meanwhile, in order.
  package static func run(_ body: () -> Void) {
    let batch = CompletionBatch()
    $current.withValue(batch) { body() }
    for recipient in batch.recipients.withLock({ $0 }) {
      let work = recipient.work
      recipient.execute { for item in work { item() } }
    }
  }

  /// Has `execute` run `work`: at the end of the batch, together with what else was posted for this
  /// recipient, or now, where no batch is run.
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
