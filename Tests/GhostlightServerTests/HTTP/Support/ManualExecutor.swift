import GhostlightCore
import Synchronization

/// An executor that stores work until a test runs it on its own thread.
final class ManualExecutor: WorkExecutor {
  private let work = Mutex<[@Sendable () -> Void]>([])
  private let limit: Int

  /// Creates an executor that accepts up to `limit` waiting pieces of work.
  init(limit: Int = .max) { self.limit = limit }

  /// The number of waiting pieces of work.
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

/// A backend that responds with the target and whether the request was cancelled: `/a done`.
///
/// A cancelled request gets `/a cancelled`. The work runs on an executor.
final class DeferringBackend: Sendable {
  private let cancelled = Mutex<Set<String>>([])

  /// The targets of the cancelled requests.
  var cancelledTargets: Set<String> { cancelled.withLock { $0 } }

  /// A responder that defers all requests, unless their target begins with `/now`.
  var responder: Responder {
    Responder(name: "deferring") { [self] request, _ in
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
  }
}
