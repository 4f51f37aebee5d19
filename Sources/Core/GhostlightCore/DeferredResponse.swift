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
