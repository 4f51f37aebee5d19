import Dispatch
import GhostlightClient
import GhostlightCore
import Synchronization

/// What a blocked thread waits for: one response, or why there is none.
final class Arrival: Sendable {
  private let outcome = Mutex<Result<Response, TransportError>>(.failure(.cancelled))
  private let semaphore = DispatchSemaphore(value: 0)

  /// Lets the waiting thread go on; to be called once.
  func settle(_ result: Result<Response, TransportError>) {
    outcome.withLock { $0 = result }
    semaphore.signal()
  }

  /// Blocks this thread until the response is there.
  func wait() -> Result<Response, TransportError> {
    semaphore.wait()
    return outcome.withLock { $0 }
  }
}
