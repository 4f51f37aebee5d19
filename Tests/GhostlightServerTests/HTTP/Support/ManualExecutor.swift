import GhostlightCore
import Synchronization

/// Stores work until a test runs it, on the caller's thread.
final class ManualExecutor: WorkExecutor {
  private let work = Mutex<[@Sendable () -> Void]>([])
  private let limit: Int

  /// Creates an executor for up to `limit` waiting pieces of work.
  init(limit: Int = .max) { self.limit = limit }

  /// The number of pieces of work that wait.
  var count: Int { work.withLock { $0.count } }

  func execute(for queue: String, _ work: @escaping @Sendable () -> Void) -> Bool {
    self.work.withLock { waiting in
      guard waiting.count < limit else { return false }
      waiting.append(work)
      return true
    }
  }

  /// Runs the first piece of waiting work.
  func runNext() { work.withLock { $0.isEmpty ? nil : $0.removeFirst() }?() }
}

/// Returns the target and the state of requests from the executor: `/a done`, or `/a cancelled`.
final class DeferringBackend: Sendable {
  private let cancelled = Mutex<Set<String>>([])

  /// The targets of the requests that were cancelled.
  var cancelledTargets: Set<String> { cancelled.withLock { $0 } }

  /// A responder that defers every target that does not begin with `/now`.
  var responder: Responder {
    var responder = Responder(name: "deferring") { request in .text(request.target.raw) }
    responder.attempt = { [self] request in
      let target = request.target.raw
      guard !target.hasPrefix("/now") else { return .answered(.text(target)) }
      return .deferred(
        DeferredResponse(
          begin: { executor, completion in
            let isTaken = executor.execute(for: target) {
              let isCancelled = self.cancelledTargets.contains(target)
              completion(.text("\(target) \(isCancelled ? "cancelled" : "done")"))
            }
            if !isTaken { completion(.text("\(target) busy")) }
          },
          cancel: { self.cancelled.withLock { _ = $0.insert(target) } }))
    }
    return responder
  }
}
