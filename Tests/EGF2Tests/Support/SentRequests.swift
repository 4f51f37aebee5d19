import GhostlightCore
import Synchronization
import TestExecutors

/// Records the requests that an app sends.
final class SentRequests: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ request: Request) { lines.withLock { $0.append(request.line) } }

  /// Removes and returns the request lines since the last call of this function.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
