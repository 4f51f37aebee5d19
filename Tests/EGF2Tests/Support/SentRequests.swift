import GhostlightCore
import Synchronization
import TestExecutors

/// The requests that an app has sent.
final class SentRequests: Sendable {
  private let lines = Mutex<[String]>([])

  func note(_ request: Request) { lines.withLock { $0.append(request.line) } }

  /// Returns the request lines since the last call.
  func take() -> [String] {
    lines.withLock { lines in
      defer { lines = [] }
      return lines
    }
  }
}
