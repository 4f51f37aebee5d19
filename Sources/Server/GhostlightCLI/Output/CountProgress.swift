import GhostlightCore
import GhostlightServer
import HTTPTypes
import Synchronization

/// Shows the progress of a long operation, if standard error is a terminal.
final class CountProgress: Sendable {
  private let word: String
  private let total: Int
  private let isShown = Mutex(false)

  /// Creates the display of an operation, such as "comparing", that has `total` steps.
  init(_ word: String, of total: Int) {
    self.word = word
    self.total = total
  }

  func show(_ done: Int) {
    guard total > 20, Terminal.showsProgress else { return }
    isShown.withLock { $0 = true }
    Terminal.show("\rghostlight: \(word) \(done) of \(total)")
  }

  func end() {
    if isShown.withLock({ $0 }) { Terminal.show("\n") }
  }

}

/// Counts responses, and detects a server that never responds.
final class ResponseCounter: Sendable {
  private struct State {
    var done = 0
    var failed = 0
    var failure: String?
  }

  private let state = Mutex(State())

  /// The failure of the first request, if all requests failed; otherwise `nil`.
  var unreachable: String? {
    state.withLock { $0.failed == $0.done ? $0.failure : nil }
  }

  /// Counts a response, and returns the total number.
  @discardableResult
  func record(_ response: Response) -> Int {
    state.withLock { state in
      state.done += 1
      // A request that could not be sent does not mean that the server is unreachable.
      if let reason = response.upstreamFailure, response.status == .badGateway {
        state.failed += 1
        state.failure = state.failure ?? reason
      }
      return state.done
    }
  }
}
