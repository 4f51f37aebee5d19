import GhostlightCore
import GhostlightServer
import Synchronization

/// Watches whether a server elsewhere answers at all.
final class AnswerWatch: Sendable {
  private struct State {
    var done = 0
    var failed = 0
    var failure: String?
  }

  private let state = Mutex(State())

  /// Why the first request failed, where none of the requests got through.
  var unreachable: String? {
    state.withLock { $0.failed == $0.done ? $0.failure : nil }
  }

  /// Notes one more answer, and tells how many there are.
  @discardableResult
  func note(_ response: Response) -> Int {
    state.withLock { state in
      state.done += 1
      if let reason = response.upstreamFailure {
        state.failed += 1
        state.failure = state.failure ?? reason
      }
      return state.done
    }
  }
}
