import GhostlightCore
import GhostlightServer
import HTTPTypes
import Synchronization

/// Says how far something long is: on a terminal in place, elsewhere not at all.
final class CountProgress: Sendable {
  private let word: String
  private let total: Int
  private let isShown = Mutex(false)

  /// Names what is done, such as "comparing", and how many times.
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

/// Watches whether a server elsewhere answers at all.
final class AnswerCounter: Sendable {
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
      // A request that could not be sent is no reason to doubt the server.
      if let reason = response.upstreamFailure, response.status == .badGateway {
        state.failed += 1
        state.failure = state.failure ?? reason
      }
      return state.done
    }
  }
}
